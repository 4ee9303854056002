"""Finding what was lost: the claims of killed workers, the messages of a broker that was away.

Only the database is read: it knows what was asked for and what has been done.
"""

import structlog
from django.conf import settings

from games import clock
from games.models import Job

logger = structlog.get_logger(__name__)

# The most that one sweep hands out: more waits for the next one.
MAX_SENT = 1000


def jobs_sweep() -> int:
    """Queue the jobs whose lease has run out, or fail them after the last attempt; how many."""
    now = clock.now()
    lost = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    reason = "the worker was lost"
    failed = lost.filter(attempts__gte=settings.LABEL_ATTEMPTS).update(
        state=Job.State.FAILED,
        holder=None,
        lease_until=None,
        ended_at=now,
        reason=f"{reason} in each of {settings.LABEL_ATTEMPTS} runs",
    )
    queued = lost.update(state=Job.State.QUEUED, holder=None, lease_until=None, reason=reason)
    if failed or queued:
        logger.warning("jobs_lost", queued=queued, failed=failed)
    return failed + queued


def jobs_missing(*, kind: Job.Kind, messages: int) -> list[int]:
    """The deals of queued jobs that have no message, given how many messages there are.

    Which messages were lost cannot be told, only how many: the jobs that have waited
    longest are named, since their messages would be the next to be taken. A message too
    many does no harm, and there are never more than jobs.
    """
    queued = Job.objects.filter(kind=kind, state=Job.State.QUEUED)
    missing = min(queued.count() - messages, MAX_SENT)
    if missing <= 0:
        return []
    return list(queued.order_by("asked_at", "pk").values_list("deal_id", flat=True)[:missing])
