"""`Idempotency-Key`: the same request sent again gets the same answer.

The answer is stored in the transaction of the work itself: either both are there or
neither. A request whose twin is still at work waits for it in the database.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import psycopg
from django.db import OperationalError, connection, transaction

from games import clock
from leaderboard.errors import (
    IdempotencyKeyReusedError,
    IdempotencyTimeoutError,
    InvalidIdempotencyKeyError,
)
from leaderboard.models import IdempotencyRecord, Player
from leaderboard.services.storing import insert_once, retry_conflicts

KEPT = dt.timedelta(hours=24)
WAIT_MS = 5000
MAX_KEY_LENGTH = 255


@dataclass(frozen=True)
class Answer:
    """What a request is answered: status, JSON data, headers; `replayed` if stored earlier."""

    status: int
    data: Any
    headers: Mapping[str, str] = field(default_factory=dict)
    replayed: bool = False


def answer_once(
    *,
    player: Player,
    method: str,
    path: str,
    key: str | None,
    body: Any,
    work: Callable[[], Answer],
) -> Answer:
    """Do the work and store its answer under the key, or give the answer stored there.

    `body` is the request's data as JSON; spelling and order of its members do not matter.
    Without a key the work is done as it is. An error of the work is stored nowhere: the
    request may be sent again. Raises InvalidIdempotencyKeyError (400), IdempotencyKeyReusedError
    (422: another body under this key), IdempotencyTimeoutError (409: the first request has been
    at work for 5 seconds).
    """
    if key is None:
        return work()
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not (key.isascii() and key.isprintable()):
        raise InvalidIdempotencyKeyError
    return _answer_once(player, method, path, key, _digest(body), work)


@retry_conflicts
@transaction.atomic
def _answer_once(
    player: Player, method: str, path: str, key: str, digest: bytes, work: Callable[[], Answer]
) -> Answer:
    record = IdempotencyRecord(
        player=player,
        method=method,
        path=path,
        key=key,
        body_hash=digest,
        created_at=clock.now(),
    )
    name = {"player": player, "method": method, "path": path, "key": key}
    if not _insert_waiting(record):
        return _stored(IdempotencyRecord.objects.get(**name), digest)
    answer = work()
    IdempotencyRecord.objects.filter(**name).update(
        status=answer.status,
        body=json.dumps(answer.data).encode(),
        headers=[f"{header}: {value}" for header, value in answer.headers.items()],
    )
    return answer


def _insert_waiting(record: IdempotencyRecord) -> bool:
    """Insert the record, waiting 5 seconds at most for another request that just does."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = {WAIT_MS}")
    try:
        inserted = insert_once(record)
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise IdempotencyTimeoutError from error
        raise
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = DEFAULT")
    return inserted


def _stored(record: IdempotencyRecord, digest: bytes) -> Answer:
    if bytes(record.body_hash) != digest:
        raise IdempotencyKeyReusedError
    headers = dict(header.split(": ", 1) for header in record.headers)
    return Answer(record.status or 200, json.loads(bytes(record.body or b"null")), headers, True)


def _digest(body: Any) -> bytes:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def idempotency_forget() -> int:
    """Delete the records that are older than 24 hours; how many there were."""
    old = IdempotencyRecord.objects.filter(created_at__lt=clock.now() - KEPT)
    return old.delete()[0]
