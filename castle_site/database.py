"""Connections of the web processes, which wait for the database, and not for ever.

A database that stands still (a stopped machine, a disk that hangs, a network that swallows
packets) breaks no connection: libpq would wait for its answer without end, and so would
every thread of the web server, one after the other.
"""

import time
from typing import Any, ClassVar

import psycopg
import structlog

logger = structlog.get_logger(__name__)


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is given up when an answer does not come in `LIMIT` seconds.

    The error is an OperationalError, as for a connection that breaks. After that, nobody in
    this process waits longer than `STALLED_LIMIT` until the database has answered somebody:
    threads stay free for what needs no database.
    """

    # Longer than any wait that is meant: a twin of an idempotent request is waited for 5 s.
    LIMIT: ClassVar[float] = 10.0
    STALLED_LIMIT: ClassVar[float] = 1.0
    stalled: ClassVar[bool] = False

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait for an answer; every statement and every commit comes through here."""
        if args or options:
            # Somebody who has a time of its own in mind, such as waiting for notifications.
            return super().wait(gen, *args, **options)
        kind = type(self)
        limit = kind.STALLED_LIMIT if kind.stalled else kind.LIMIT
        began = time.monotonic()
        try:
            answer = super().wait(gen, timeout=limit)
        except psycopg.OperationalError:
            if time.monotonic() - began >= limit:
                kind.stalled = True
                logger.warning("database_stalled", seconds=limit)
                # In the middle of a statement: nobody can use it any more.
                self.close()
            raise
        kind.stalled = False
        return answer
