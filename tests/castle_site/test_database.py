"""The web processes' connections: they give up a database that stands still."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from castle_site.database import PatientConnection
from tests.castle_site.test_settings import PRODUCTION, PROJECT


class Hasty(PatientConnection):
    """One that does not wait for a test's patience to end."""

    LIMIT = 0.5
    STALLED_LIMIT = 0.1


@pytest.fixture
def connection() -> Iterator[Hasty]:
    """A connection to the tests' server."""
    with Hasty.connect(settings.DATABASE_URL, autocommit=True) as connection:
        yield connection
    Hasty.stalled = False


def _stopped(connection: Hasty) -> int:
    """Stop the server's process behind a connection; its process id."""
    pid = connection.info.backend_pid
    os.kill(pid, signal.SIGSTOP)
    return pid


def test_an_answer_that_comes_is_waited_for(connection: Hasty) -> None:
    assert connection.execute("SELECT pg_sleep(0.2), 7").fetchone() == ("", 7)
    assert not Hasty.stalled


def test_a_database_that_stands_still_is_given_up_as_if_it_were_away(connection: Hasty) -> None:
    pid = _stopped(connection)
    try:
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
    finally:
        os.kill(pid, signal.SIGCONT)
    assert connection.closed
    assert Hasty.stalled


def test_after_that_nobody_waits_long_until_there_was_an_answer(connection: Hasty) -> None:
    Hasty.stalled = True
    with Hasty.connect(settings.DATABASE_URL, autocommit=True) as second:
        Hasty.stalled = True
        began = time.monotonic()
        with pytest.raises(psycopg.OperationalError):
            second.execute("SELECT pg_sleep(0.4)")
        assert time.monotonic() - began < 0.4
    assert Hasty.stalled
    connection.execute("SELECT 1")
    assert not Hasty.stalled
    # As long as in the beginning.
    connection.execute("SELECT pg_sleep(0.2)")


def test_errors_that_come_at_once_are_what_they_were(connection: Hasty) -> None:
    with pytest.raises(psycopg.errors.QueryCanceled):
        connection.execute("SET statement_timeout = 10; SELECT pg_sleep(1)")
    assert not Hasty.stalled
    assert connection.execute("SELECT 1").fetchone() == (1,)


def test_an_idle_transaction_may_be_long(connection: Hasty) -> None:
    with connection.transaction():
        time.sleep(0.6)
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_the_web_processes_use_it(tmp_path: Path) -> None:
    show = (
        "from castle_site.settings import DATABASES as d;"
        "print(d['default']['OPTIONS']['pool']['connection_class'].__qualname__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", show],
        env={**PRODUCTION, "CASTLE_PROCESS": "web", "CASTLE_VAR": str(tmp_path)},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "PatientConnection\n"
