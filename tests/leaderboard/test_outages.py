"""Play goes on with broker and cache away."""

from typing import Any

import pytest
from celery import Task
from kombu.exceptions import OperationalError

from tests.leaderboard.lines import CASTLE, CITADEL, STREETS
from tests.leaderboard.playing import (
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def _away(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point cache and store of counts to where nobody listens, and let no task be sent."""
    nowhere = "unix:///nowhere/at-all.sock?db=0"
    settings.CACHE_URL = nowhere
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": nowhere,
        }
    }

    def no_broker(*_: Any, **__: Any) -> None:
        raise OperationalError("nobody listens")

    monkeypatch.setattr(Task, "apply_async", no_broker)


@pytest.mark.usefixtures("_away")
def test_attempt_submission_and_boards_answer(at: SetClock) -> None:
    at(NOON)
    challenge, _, _ = (make_challenge(won) for won in (CASTLE, STREETS, CITADEL))
    caller, path = make_caller(), path_of(challenge)
    assert caller.post(f"{path}/attempts").status_code == 201
    submitted = caller.submit(CASTLE.line, challenge, idempotency_key="one")
    assert (submitted.status_code, submitted.json()["outcome"]) == (201, "won")
    board = Caller().get(f"{path}/standings")
    assert (board.status_code, board.json()["total"]) == (200, 1)
    # Nothing can be counted, so nothing is said to be left.
    assert "RateLimit" not in board
    own = caller.get(f"{path}/standings/me")
    assert (own.status_code, own.json()["rank"]) == (200, 1)
    for read in (
        "challenges",
        "challenges/today",
        path,
        "commitments",
        "me/submissions",
        f"submissions/{submitted.json()['id']}",
    ):
        assert caller.get(read).status_code == 200, read
