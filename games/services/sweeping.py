"""Finding what was lost: the claims of killed workers, the messages of a broker that was away.

Only the database is read: it knows what was asked for and what has been done.
"""

import datetime as dt

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Min, QuerySet

from games import clock
from games.metrics import OLDEST, SEARCHES, WAITING
from games.models import Job
from games.services.labels import labels_give_up, labels_lock

logger = structlog.get_logger(__name__)

# The most that one sweep hands out: more waits for the next one.
MAX_SENT = 1000
# So many jobs should have been taken within a minute, unless their messages were lost.
OVERDUE = 3
# Why a run came to nothing of which nobody has said why.
LOST = "the worker was lost"
RESEND_AFTER = dt.timedelta(minutes=1)


def jobs_sweep() -> int:
    """Queue the jobs whose lease has run out, or fail them after the last attempt; how many.

    A deal without a verdict is `undetermined` after the last attempt.
    """
    lost = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=clock.now())
    failed = _fail(lost.filter(attempts__gte=settings.LABEL_ATTEMPTS))
    queued = lost.filter(attempts__lt=settings.LABEL_ATTEMPTS).update(
        state=Job.State.QUEUED, holder=None, lease_until=None, reason=LOST
    )
    if failed or queued:
        logger.warning("jobs_lost", queued=queued, failed=len(failed))
    return len(failed) + queued


@transaction.atomic
def _fail(lost: QuerySet[Job]) -> list[Job]:
    """Fail jobs whose last worker was lost, each once."""
    labels_lock(list(lost.values_list("deal_id", flat=True)))
    # What a sweep beside this one has failed meanwhile is not lost any more.
    jobs = list(lost.select_for_update())
    Job.objects.filter(pk__in=[job.pk for job in jobs]).update(
        state=Job.State.FAILED,
        holder=None,
        lease_until=None,
        ended_at=clock.now(),
        reason=f"{LOST} in each of {settings.LABEL_ATTEMPTS} runs",
    )
    labels_give_up([job.deal_id for job in jobs if job.kind == Job.Kind.LABEL])
    for job in jobs:
        transaction.on_commit(SEARCHES.labels(job.kind, "failed").inc)
    return jobs


def jobs_missing(*, kind: Job.Kind, messages: int) -> list[int]:
    """The deals of queued jobs to be sent again, given how many messages wait in the queue.

    Which messages were lost cannot be told, only how many are too few: the jobs that have
    waited longest are named, since theirs would be the next to be taken. Other tasks' messages
    may hide a loss, so the very first jobs are named after a minute in any case. A message
    too many does no harm.
    """
    now = clock.now()
    queued = Job.objects.filter(kind=kind, state=Job.State.QUEUED).order_by("asked_at", "pk")
    missing = min(max(0, queued.count() - messages), MAX_SENT)
    first = list(queued[: max(missing, OVERDUE)])
    named = first[:missing]
    named += [job for job in first[missing:] if now - job.sent_at >= RESEND_AFTER]
    Job.objects.filter(pk__in=[job.pk for job in named]).update(sent_at=now)
    return [job.deal_id for job in named]


def jobs_measure() -> None:
    """Tell the metrics how many searches wait, and how long the oldest of them has."""
    now = clock.now()
    for kind in (Job.Kind.LABEL, Job.Kind.PAR):
        queued = Job.objects.filter(kind=kind, state=Job.State.QUEUED)
        waiting = queued.aggregate(count=Count("pk"), first=Min("asked_at"))
        WAITING.labels(kind.value).set(waiting["count"])
        since = waiting["first"] or now
        OLDEST.labels(kind.value).set(max(0.0, (now - since).total_seconds()))
