"""Asking workers for advice: kept for a while in the cache, and nowhere else.

An answer can be had again by asking again, so nothing is lost with it; a question that got
lost (a message, an entry that had to make room, a worker) is sent again by whoever still
polls for its answer. Equal questions share an answer; each asker has an own, random id to
poll with.
"""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import structlog
from celery import Task
from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from games import advice
from games.advice import Question
from games.errors import NotFoundError, UnavailableError
from games.presence import is_worker_there
from games.queueing import send_now
from games.solver import Budget

logger = structlog.get_logger(__name__)

# How long what is kept stays, in seconds: a question until its worker should have had it,
# an answer, the id to poll with, and the word that the solver failed.
ASKED, ANSWERED, TICKET, FAILED = 90, 3600, 900, 60
# A question that kills its workers is not asked for ever.
MAX_RUNS = 3
# Seconds between two looks at the cache while somebody waits.
_FIRST_LOOK, _LAST_LOOK = 0.01, 0.1


class NoWorkerError(UnavailableError):
    """Nobody is there who could answer."""

    code = "no-worker"
    title = "Nobody is there to answer"
    detail = "No worker takes hints and post-mortems at the moment; ask again later."
    retry_after = 10


class AdviceFailedError(UnavailableError):
    """The solver has failed at this question."""

    code = "advice-failed"
    title = "The question could not be answered"
    detail = "The search failed; it can be asked for again later."
    retry_after = FAILED


class AdviceNotFoundError(NotFoundError):
    """An id that is nobody's, somebody else's, or too old; in the same words."""

    detail = "There is no question with this id to be answered: ask again."


@dataclass(frozen=True)
class Ticket:
    """Somebody's question: who may have the answer, and what to say besides it.

    `guarded` is whether the assistance guard is to be asked before the answer is given.
    """

    owner: str
    question: Question
    context: dict[str, Any]
    guarded: bool


@contextmanager
def _store() -> Iterator[None]:
    """The cache, without which there is no advice."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise UnavailableError(detail="Advice cannot be kept at the moment.") from error


def advice_budget() -> Budget:
    """What each position may cost."""
    return Budget(**settings.ASSIST_BUDGET)


def _entry_key(key: str) -> str:
    return f"advice:{key}"


def _read(key: str) -> dict[str, Any] | None:
    text = cache.get(_entry_key(key))
    entry: dict[str, Any] | None = None if text is None else json.loads(text)
    return entry


def _write(key: str, entry: dict[str, Any], seconds: int) -> None:
    cache.set(_entry_key(key), json.dumps(entry), seconds)


def advice_ask(*, question: Question, task: Task[Any, Any], wait: float) -> dict[str, Any] | None:
    """The answer, if it is there within `wait` seconds; the worker goes on otherwise.

    `task` is sent, with the question's key, unless somebody has asked the same a moment ago.
    Raises NoWorkerError, AdviceFailedError; UnavailableError with the cache away.
    """
    key = question.key(advice_budget())
    end, pause = time.monotonic() + wait, _FIRST_LOOK
    with _store():
        if (found := _look(key)) is not None:
            return found
        _send(key, question, task)
        while (found := _look(key)) is None and time.monotonic() < end:
            time.sleep(pause)
            pause = min(_LAST_LOOK, 1.5 * pause)
    return found


def _look(key: str) -> dict[str, Any] | None:
    """The answer, None if there is none yet; AdviceFailedError."""
    entry = _read(key)
    if entry is not None and entry["state"] == "failed":
        raise AdviceFailedError
    answer: dict[str, Any] | None = entry and entry.get("answer")
    return answer


def _send(key: str, question: Question, task: Task[Any, Any]) -> None:
    """Hand the question to the workers unless they have it; NoWorkerError."""
    if not is_worker_there():
        raise NoWorkerError
    entry = json.dumps({"state": "queued", "question": question.to_json()})
    if cache.add(_entry_key(key), entry, ASKED) and not send_now(task, key):
        cache.delete(_entry_key(key))
        raise NoWorkerError


def ticket_make(*, ticket: Ticket) -> uuid.UUID:
    """Keep somebody's question for a quarter of an hour; the id to poll with."""
    made = uuid.uuid4()
    data = {
        "owner": ticket.owner,
        "question": ticket.question.to_json(),
        "context": ticket.context,
        "guarded": ticket.guarded,
    }
    with _store():
        cache.set(f"advice-ticket:{made}", json.dumps(data), TICKET)
    return made


def ticket_get(*, ticket_id: uuid.UUID, owner: str) -> Ticket:
    """Somebody's own question; AdviceNotFoundError for every other."""
    with _store():
        text = cache.get(f"advice-ticket:{ticket_id}")
    data = {} if text is None else json.loads(text)
    if data.get("owner") != owner:
        raise AdviceNotFoundError
    return Ticket(owner, Question.from_json(data["question"]), data["context"], data["guarded"])


def advice_run(*, key: str) -> None:
    """Answer a question (called by a worker); nothing is done if it is answered or given up.

    May run twice: the later answer, which is as good, stays.
    """
    entry = _read(key)
    if entry is None or "question" not in entry:
        return
    question = Question.from_json(entry["question"])
    runs = f"advice-runs:{key}"
    cache.add(runs, 0, TICKET)
    if cache.incr(runs) > MAX_RUNS:
        logger.error("advice_given_up", key=key, kind=question.kind.value)
        _write(key, {"state": "failed"}, FAILED)
        return
    _write(key, {**entry, "state": "running"}, settings.ASSIST_SECONDS + ASKED)
    started = time.monotonic()
    try:
        found = advice.answer(question, advice_budget(), settings.ASSIST_SECONDS)
    except Exception:
        logger.exception("advice_failed", key=key, kind=question.kind.value)
        _write(key, {"state": "failed"}, FAILED)
        return
    _write(key, {"state": "done", "answer": found}, ANSWERED)
    cache.delete(runs)
    logger.info("advised", kind=question.kind.value, seconds=round(time.monotonic() - started, 3))
