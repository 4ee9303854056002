"""POST challenges/{variant}/{date}/attempts."""

import uuid

import pytest

from leaderboard.models import Attempt
from leaderboard.services.tokens import Scope
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def test_it_works() -> None:
    challenge, caller = make_challenge(), make_caller()
    response = caller.post(f"{path_of(challenge)}/attempts")
    assert response.status_code == 201
    body = response.json()
    assert uuid.UUID(body["id"]).version == 4
    assert body == {
        "id": body["id"],
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "started_at": "2025-03-09T12:00:00Z",
    }


def test_no_body_is_needed() -> None:
    challenge, caller = make_challenge(), make_caller()
    url = f"/api/v1/{path_of(challenge)}/attempts"
    assert caller.client.post(url, headers=caller.headers).status_code == 201


def test_a_second_start_is_the_first_one(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    first = caller.post(f"{path_of(challenge)}/attempts")
    at(NOON.replace(hour=20))
    again = caller.post(f"{path_of(challenge)}/attempts")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.content == first.content
    assert Attempt.objects.count() == 1


def test_attempts_go_by_player_and_challenge() -> None:
    today, before = make_challenge(), make_challenge(date=DAY.replace(day=8))
    first, second = make_caller(), make_caller()
    for caller in (first, second):
        for challenge in (today, before):
            assert caller.post(f"{path_of(challenge)}/attempts").status_code == 201
    assert Attempt.objects.count() == 4


def test_only_players_with_the_scope_start() -> None:
    path = f"{path_of(make_challenge())}/attempts"
    problem_of(Caller().post(path), 401)
    problem_of(make_caller(Scope.READ, Scope.ACCOUNT).post(path), 403)
    assert make_caller(Scope.PLAY).post(path).status_code == 201


@pytest.mark.parametrize("date", ["2025-03-10", "2025-03-01", "today", "2025-3-9"])
def test_what_is_not_open_cannot_be_started(date: str) -> None:
    make_challenge(date=DAY.replace(day=10))
    problem_of(make_caller().post(f"challenges/beleaguered-castle/{date}/attempts"), 404)


def test_a_deleted_player_is_told_so() -> None:
    challenge, caller = make_challenge(), make_caller()
    assert caller.player is not None
    caller.player.delete()
    problem_of(caller.post(f"{path_of(challenge)}/attempts"), 401)
