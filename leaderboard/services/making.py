"""The lease that lets only one process at a time search for a day's challenge."""

import datetime as dt
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from games import clock
from leaderboard.models import ChallengeMaking
from leaderboard.services.storing import insert_once

LEASE = dt.timedelta(seconds=60)
# Seconds between renewals: several may fail before the lease runs out.
RENEWAL = 10.0


class Lease:
    """A lease that is held; `lost()` renews it now and then while the search runs."""

    def __init__(self, holder: uuid.UUID) -> None:
        self.holder = holder
        self._renewed = time.monotonic()
        self._lost = False

    def lost(self) -> bool:
        """Whether somebody else took over, because this process stood still for too long.

        Cheap: asks the database only every 10 seconds. Serves as the solver's cancel flag.
        """
        if not self._lost and time.monotonic() - self._renewed >= RENEWAL:
            self._renewed = time.monotonic()
            held = ChallengeMaking.objects.filter(holder=self.holder)
            self._lost = held.update(until=clock.now() + LEASE) == 0
        return self._lost


@contextmanager
def lease_take(variant: str, date: dt.date) -> Iterator[Lease | None]:
    """Hold the lease on a variant's day for the block; None if somebody else holds it."""
    holder = uuid.uuid4()
    now = clock.now()
    row = ChallengeMaking(variant=variant, date=date, holder=holder, until=now + LEASE)
    if not insert_once(row):
        ended = ChallengeMaking.objects.filter(variant=variant, date=date, until__lte=now)
        if ended.update(holder=holder, until=now + LEASE) == 0:
            yield None
            return
    try:
        yield Lease(holder)
    finally:
        ChallengeMaking.objects.filter(holder=holder).delete()
