"""Claims on jobs: one run at a time, and none that a killed worker could keep.

A claim is a conditional UPDATE, so of two workers that got the same message one goes on.
It is held for LEASE_SECONDS and renewed while the search runs; when it is not, the sweeper
gives the job to another run.
"""

import datetime as dt
import time
import uuid
from dataclasses import dataclass

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet

from games import clock
from games.models import Job
from games.services.labels import labels_give_up, labels_lock

logger = structlog.get_logger(__name__)

# A lease is renewed this many times before it would run out.
RENEWALS = 5
MAX_REASON = 200


def _lease_end() -> dt.datetime:
    return clock.now() + dt.timedelta(seconds=settings.LEASE_SECONDS)


def connection_renew() -> None:
    """Drop a connection that has broken, so that the next statement makes a new one."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


@dataclass
class Claim:
    """A job that this run holds; `lost` serves as the solver's cancel flag and renews it."""

    job_id: int
    holder: uuid.UUID
    renewed: float
    is_lost: bool = False

    def lost(self) -> bool:
        """Whether the job was taken away, because it was cancelled or we stood still too long.

        Asks the database a few times in a lease only. A database that is away takes nothing
        away: the search goes on, and its end will show whether it can be stored.
        """
        every = settings.LEASE_SECONDS / RENEWALS
        if not self.is_lost and time.monotonic() - self.renewed >= every:
            self.renewed = time.monotonic()
            try:
                self.is_lost = self._rows().update(lease_until=_lease_end()) == 0
            except (OperationalError, InterfaceError) as error:
                logger.warning("lease_not_renewed", job=self.job_id, error=str(error))
                connection_renew()
            if self.is_lost:
                logger.warning("claim_lost", job=self.job_id)
        return self.is_lost

    def end(self) -> bool:
        """Mark the job done; False if it was taken away."""
        return self._end(state=Job.State.DONE, reason="")

    def give_back(self, reason: str) -> bool:
        """Queue the job again, or fail it after the last attempt; False if it was taken away.

        A deal without a verdict is `undetermined` after the last attempt.
        """
        job = self._rows().first()
        if job is None:
            return False
        if job.attempts >= settings.LABEL_ATTEMPTS:
            with transaction.atomic():
                labels_lock([job.deal_id])
                failed = self._end(state=Job.State.FAILED, reason=reason)
                if failed and job.kind == Job.Kind.LABEL:
                    labels_give_up([job.deal_id])
            return failed
        return (
            self._rows().update(
                state=Job.State.QUEUED, holder=None, lease_until=None, reason=reason[:MAX_REASON]
            )
            == 1
        )

    def release(self) -> bool:
        """Queue the job again as if this run had not begun; False if it was taken away."""
        return (
            self._rows().update(
                state=Job.State.QUEUED,
                holder=None,
                lease_until=None,
                attempts=F("attempts") - 1,
            )
            == 1
        )

    def _end(self, *, state: Job.State, reason: str) -> bool:
        return (
            self._rows().update(
                state=state,
                holder=None,
                lease_until=None,
                ended_at=clock.now(),
                reason=reason[:MAX_REASON],
            )
            == 1
        )

    def _rows(self) -> QuerySet[Job]:
        """The job, while this run holds it."""
        return Job.objects.filter(pk=self.job_id, state=Job.State.RUNNING, holder=self.holder)


def job_claim(*, deal_id: int, kind: Job.Kind) -> Claim | None:
    """Claim a job that is queued, or whose lease has run out; None if there is none to claim."""
    holder = uuid.uuid4()
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, lease_until__lt=clock.now())
    claimed = Job.objects.filter(
        free, deal_id=deal_id, kind=kind, attempts__lt=settings.LABEL_ATTEMPTS
    ).update(
        state=Job.State.RUNNING,
        holder=holder,
        lease_until=_lease_end(),
        attempts=F("attempts") + 1,
    )
    if not claimed:
        return None
    job_id = Job.objects.values_list("pk", flat=True).get(deal_id=deal_id, kind=kind)
    return Claim(job_id, holder, time.monotonic())
