"""GET submissions/{id}."""

import uuid
from typing import Any

import pytest

from leaderboard.models import Challenge, Result
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.tokens import Scope
from tests.leaderboard.lines import CASTLE, longer
from tests.leaderboard.playing import (
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    problem_of,
)

pytestmark = pytest.mark.django_db

SETTLED = instant("2025-03-10 02:00:00")


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    at(NOON)
    return make_challenge()


def submitted(caller: Caller, line: str, challenge: Challenge) -> Any:
    response = caller.submit(line, challenge)
    assert response.status_code == 201
    return response.json()


def test_it_works(challenge: Challenge) -> None:
    caller = make_caller()
    body = submitted(caller, CASTLE.line, challenge)
    response = caller.get(f"submissions/{body['id']}")
    assert (response.status_code, response.json()) == (200, body)
    assert response["Cache-Control"] == "private, no-cache"
    again = caller.get(f"submissions/{body['id']}", if_none_match=response["ETag"])
    assert again.status_code == 304


def test_ones_own_rejected_and_lesser_lines_are_ones_own(challenge: Challenge) -> None:
    caller = make_caller()
    for line in ("38 11", longer(CASTLE, 3), CASTLE.line, longer(CASTLE, 5)):
        body = submitted(caller, line, challenge)
        assert caller.get(f"submissions/{body['id']}").json() == body


def test_nobody_sees_anothers_line_before_settling(challenge: Challenge, at: SetClock) -> None:
    path = f"submissions/{submitted(make_caller(), CASTLE.line, challenge)['id']}"
    other = make_caller()
    at(instant("2025-03-10 01:59:59"))
    never = problem_of(Caller().get(f"submissions/{uuid.uuid4()}"), 404)
    for caller in (other, Caller()):
        hidden = problem_of(caller.get(path), 404)
        assert hidden["detail"] == never["detail"]


@pytest.mark.parametrize("settled", [True, False])
def test_after_settling_everybody_sees_the_best_line_and_no_other(
    challenge: Challenge, at: SetClock, settled: bool
) -> None:
    caller = make_caller()
    rejected = submitted(caller, "38 11", challenge)
    lesser = submitted(caller, longer(CASTLE, 3), challenge)
    best = submitted(caller, longer(CASTLE, 1), challenge)
    worse = submitted(caller, longer(CASTLE, 2), challenge)
    at(SETTLED)
    if settled:
        assert challenge_settle(challenge=challenge)
    for viewer in (make_caller(), Caller()):
        assert viewer.get(f"submissions/{best['id']}").json() == best
        for body in (rejected, lesser, worse):
            problem_of(viewer.get(f"submissions/{body['id']}"), 404)


def test_a_hidden_line_is_its_players_alone(challenge: Challenge, at: SetClock) -> None:
    caller = make_caller()
    body = submitted(caller, CASTLE.line, challenge)
    Result.objects.update(hidden=True)
    at(SETTLED)
    problem_of(Caller().get(f"submissions/{body['id']}"), 404)
    viewer = make_caller(player=caller.player)
    assert viewer.get(f"submissions/{body['id']}").json() == body


def test_a_deleted_players_line_stays_public(challenge: Challenge, at: SetClock) -> None:
    body = submitted(make_caller(), CASTLE.line, challenge)
    at(SETTLED)
    Result.objects.update(player=None)
    Result.objects.get().submission.__class__.objects.update(player=None)
    assert Caller().get(f"submissions/{body['id']}").json() == body


def test_a_late_best_line_is_public_too(challenge: Challenge, at: SetClock) -> None:
    at(instant("2025-03-20 12:00:00"))
    body = submitted(make_caller(), CASTLE.line, challenge)
    assert body["late"] is True
    assert Caller().get(f"submissions/{body['id']}").json() == body


def test_a_token_needs_the_scope_to_read(challenge: Challenge) -> None:
    player = make_caller()
    path = f"submissions/{submitted(player, CASTLE.line, challenge)['id']}"
    problem_of(make_caller(Scope.PLAY, player=player.player).get(path), 403)
    assert make_caller(Scope.READ, player=player.player).get(path).status_code == 200
    bad = Caller(headers={"authorization": "Bearer no-token"})
    problem_of(bad.get(path), 401)


@pytest.mark.parametrize("text", ["1", "x", "00000000-0000-0000-0000-00000000000"])
def test_what_is_no_id_is_not_there(text: str) -> None:
    problem_of(Caller().get(f"submissions/{text}"), 404)
