"""What workers do for deals: each task may run twice, late, or beside its twin."""

import structlog
from celery import shared_task
from kombu.exceptions import ChannelError, KombuError
from redis.exceptions import RedisError

from games import presence, services
from games.models import Job
from games.queueing import enqueue_on_commit

# Importing it is what makes workers note their presence.
__all__ = ["advice_make", "jobs_sweep", "label_make", "message_count", "par_make", "presence"]

logger = structlog.get_logger(__name__)


@shared_task(name="games.tasks.label_make")
def label_make(deal_id: int) -> None:
    """Search for the verdict of a deal, if that is still to be done."""
    if services.label_run(deal_id=deal_id):
        enqueue_on_commit(par_make, deal_id)


@shared_task(name="games.tasks.par_make")
def par_make(deal_id: int) -> None:
    """Search for the par of a solvable deal, if that is still to be done."""
    services.par_run(deal_id=deal_id)


@shared_task(name="games.tasks.advice_make")
def advice_make(key: str) -> None:
    """Answer a question about a game, if it still waits for an answer."""
    services.advice_run(key=key)


@shared_task(name="games.tasks.jobs_sweep")
def jobs_sweep() -> None:
    """Queue again what killed workers have left, and send what has no message."""
    services.jobs_sweep()
    services.jobs_measure()
    for kind, task in ((Job.Kind.LABEL, label_make), (Job.Kind.PAR, par_make)):
        messages = message_count(kind)
        if messages is not None:
            for deal_id in services.jobs_missing(kind=kind, messages=messages):
                enqueue_on_commit(task, deal_id)


def message_count(queue: str) -> int | None:
    """How many messages wait in a queue; None if the broker does not say."""
    try:
        with jobs_sweep.app.connection_or_acquire() as connection:
            channel = connection.default_channel
            return int(channel.queue_declare(queue=queue, passive=True).message_count)
    except ChannelError:
        # No queue: nothing has been sent yet, or all of it was taken.
        return 0
    except (KombuError, RedisError, OSError) as error:
        logger.warning("messages_not_counted", queue=queue, error=type(error).__name__)
        return None
