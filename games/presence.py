"""Whether a worker is there that takes hints and post-mortems.

Whoever asks for advice waits for it, so it must be known at once when nobody will answer.
Celery's workers send a heartbeat every 2 seconds while they have their broker, however busy
their children are; the ones that take the queue note it in the cache.
"""

from typing import Any

import structlog
from celery.signals import heartbeat_sent
from django.core.cache import cache
from redis.exceptions import RedisError

logger = structlog.get_logger(__name__)

QUEUE = "assist"
# Several heartbeats may be late.
SECONDS = 15

_KEY = f"worker:{QUEUE}"


@heartbeat_sent.connect
def note_heartbeat(sender: Any, **_: Any) -> None:
    """Note that this worker lives, if it takes the queue."""
    if QUEUE in sender.eventer.app.amqp.queues.consume_from:
        try:
            note_worker()
        except (RedisError, OSError) as error:
            logger.warning("worker_not_noted", error=type(error).__name__)


def note_worker() -> None:
    """Note that a worker takes the queue."""
    cache.set(_KEY, 1, SECONDS)


def is_worker_there() -> bool:
    """Whether a worker that takes the queue was alive a few seconds ago."""
    return cache.get(_KEY) is not None
