"""Whether the process lives (`/healthz`) and whether it can serve (`/readyz`)."""

from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError as BrokerError
from redis import RedisError

from castle_site.celery import app
from castle_site.problems import RETRY_AFTER_OUTAGE


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """What the service stands on. Only a missing database keeps it from serving.

    Without broker and cache play goes on: labels wait, counters of limits fail open.
    """
    parts = {
        name: "ok" if _answers(probe) else "away"
        for name, probe in (("database", _database), ("broker", _broker), ("cache", _cache))
    }
    ready = parts["database"] == "ok"
    response = JsonResponse({"status": "ready" if ready else "not ready", **parts})
    if not ready:
        response.status_code = 503
        response["Retry-After"] = str(RETRY_AFTER_OUTAGE)
    return response


def _answers(probe: Callable[[], None]) -> bool:
    try:
        probe()
    except (Error, RedisError, BrokerError, OSError):
        return False
    return True


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _broker() -> None:
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        channel.client.ping()


def _cache() -> None:
    cache.get("readyz")
