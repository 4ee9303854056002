"""Asking for labels: what is known is not searched again, and the backlog has an end."""

import datetime as dt
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from games import clock
from games.errors import BacklogFullError
from games.models import Deal, Job
from games.rules import Variant
from games.solver import SOLVER_VERSION, Verdict

# A deal whose search failed for reasons of its own is not tried again before.
RETRY_FAILED_AFTER = dt.timedelta(hours=1)

# Advisory locks of transactions share one space of numbers: "label" in ASCII, read big-endian.
_REQUEST_LOCK = int.from_bytes(b"label")

WAITING = (Job.State.QUEUED, Job.State.RUNNING)


@dataclass(frozen=True)
class LabelRequest:
    """What came of asking: the deal, its job if there is one, and what this call has queued."""

    deal: Deal
    job: Job | None
    queued: bool
    par_queued: bool = False

    @property
    def waiting(self) -> bool:
        """Whether a label is still to be made."""
        return self.job is not None and self.job.state in WAITING


def deal_ensure(*, variant: Variant, number: int) -> Deal:
    """The row of a deal, made if it is missing."""
    key = {"variant": variant.slug, "number": number}
    Deal.objects.bulk_create([Deal(**key, created_at=clock.now())], ignore_conflicts=True)
    return Deal.objects.get(**key)


@transaction.atomic
def label_request(
    *, variant: Variant, number: int, again: bool = False, limited: bool = True
) -> LabelRequest:
    """Queue the search for a deal's verdict unless it is known, or being searched for.

    An undetermined verdict is searched for again by a newer solver, a failed search after an
    hour; with `again` both are at once. Of a solvable deal par may be queued. The caller
    sends the tasks. Raises BacklogFullError, if `limited`, when LABEL_BACKLOG labels wait.
    """
    found = Deal.objects.filter(variant=variant.slug, number=number).first()
    if found is None or _is_wanted(found, _job(found), again):
        # One after the other from here on: else each would see the same room in the backlog.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_REQUEST_LOCK])
        found = deal_ensure(variant=variant, number=number)
        if _is_wanted(found, _job(found), again):
            if limited:
                _check_backlog()
            return LabelRequest(found, job_queue(deal=found, kind=Job.Kind.LABEL), queued=True)
    return LabelRequest(found, _job(found), queued=False, par_queued=par_request(deal=found))


def _job(deal: Deal) -> Job | None:
    return Job.objects.filter(deal=deal, kind=Job.Kind.LABEL).first()


def _is_wanted(deal: Deal, job: Job | None, again: bool) -> bool:
    """Whether a search would be for something: a better answer than what stands there."""
    if deal.is_final or (job is not None and job.state in WAITING):
        return False
    if again:
        return True
    if job is not None and job.state == Job.State.FAILED:
        return job.ended_at is None or clock.now() - job.ended_at >= RETRY_FAILED_AFTER
    return deal.verdict != Verdict.undetermined or deal.solver_version != SOLVER_VERSION


def _check_backlog() -> None:
    waiting = Job.objects.filter(kind=Job.Kind.LABEL, state=Job.State.QUEUED)
    if waiting[: settings.LABEL_BACKLOG].count() >= settings.LABEL_BACKLOG:
        raise BacklogFullError


def par_request(*, deal: Deal) -> bool:
    """Queue the search for a solvable deal's par unless proven or queued; whether that was done.

    The caller sends the task. A search that has ended is repeated by a newer solver only.
    """
    if deal.verdict != Verdict.solvable or deal.par_proven:
        return False
    job = Job.objects.filter(deal=deal, kind=Job.Kind.PAR).first()
    if job is not None and (job.state in WAITING or deal.solver_version == SOLVER_VERSION):
        return False
    job_queue(deal=deal, kind=Job.Kind.PAR)
    return True


def job_queue(*, deal: Deal, kind: Job.Kind) -> Job:
    """The job of a deal, queued; one that is queued or running is left as it is."""
    now = clock.now()
    job, made = Job.objects.get_or_create(
        deal=deal, kind=kind, defaults={"state": Job.State.QUEUED, "asked_at": now, "sent_at": now}
    )
    if not made:
        Job.objects.filter(Q(pk=job.pk) & ~Q(state__in=WAITING)).update(
            state=Job.State.QUEUED,
            attempts=0,
            asked_at=now,
            sent_at=now,
            ended_at=None,
            reason="",
        )
        job.refresh_from_db()
    return job
