"""Handing work to the workers without depending on them.

What has been committed stays committed when the broker is away: the sweepers, which read
the database, are what makes sure that work gets done. A message only makes it start sooner.
"""

import uuid
from functools import partial
from typing import Any

import structlog
from celery import Task
from django.db import transaction
from kombu.exceptions import KombuError
from prometheus_client import Counter
from redis.exceptions import RedisError

logger = structlog.get_logger(__name__)

NOT_SENT = Counter(
    "castle_messages_not_sent", "Tasks that could not be handed to the broker", ["task"]
)
# A series has to be there before it grows, or its first growth goes unseen.
for name in ("label_make", "par_make", "advice_make"):
    NOT_SENT.labels(f"games.tasks.{name}")


def enqueue_on_commit(task: Task[Any, Any], *ids: int | str | uuid.UUID) -> None:
    """Send a task once the transaction has been committed, at once outside of one.

    Never raises for a broker that is away: it logs a warning and counts.
    """
    transaction.on_commit(partial(_send, task, tuple(_plain(value) for value in ids)))


def _plain(value: int | str | uuid.UUID) -> int | str:
    return str(value) if isinstance(value, uuid.UUID) else value


def send_now(task: Task[Any, Any], *ids: int | str | uuid.UUID) -> bool:
    """Send a task at once, for somebody who waits for it; whether that was possible."""
    return _send(task, tuple(_plain(value) for value in ids))


def _send(task: Task[Any, Any], ids: tuple[int | str, ...]) -> bool:
    """Send the message, or say that it was not possible."""
    try:
        task.apply_async(args=ids, retry=False)
        return True
    # kombu passes some of its transport's errors on as they are.
    except (KombuError, RedisError, OSError) as error:
        NOT_SENT.labels(task.name).inc()
        logger.warning("message_not_sent", task=task.name, ids=ids, error=type(error).__name__)
        return False
