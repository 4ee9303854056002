"""GET challenges/{variant}/{date}/standings/me."""

from typing import Any

import pytest

from leaderboard.models import Challenge, Player, Result
from leaderboard.ranking import Place
from leaderboard.services.results import counts_change
from leaderboard.services.tokens import Scope
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    at(NOON)
    return make_challenge()


def play(challenge: Challenge, *extras: int) -> list[Caller]:
    callers = [make_caller() for _ in extras]
    for caller, extra in zip(callers, extras, strict=True):
        assert caller.submit(longer(CASTLE, extra), challenge).status_code == 201
    return callers


def me(caller: Caller, challenge: Challenge, query: str = "") -> Any:
    response = caller.get(f"{path_of(challenge)}/standings/me{query}")
    assert response.status_code == 200
    return response.json()


def test_it_works(challenge: Challenge) -> None:
    callers = play(challenge, 0, 1, 2, 2, 3, 4, 5, 6, 7)
    whole = Caller().get(f"{path_of(challenge)}/standings").json()
    own = me(callers[5], challenge)
    assert own["board_revision"] == whole["board_revision"]
    assert own["total"] == 9
    assert own["rank"] == 6
    assert own["hidden"] is False
    assert own["late"] is None
    rows = whole["results"]
    assert own["standing"] == rows[5]
    assert own["above"] == rows[2:5]
    assert own["below"] == rows[6:9]


def test_the_number_of_neighbours_is_asked_for(challenge: Challenge) -> None:
    callers = play(challenge, *range(6))
    own = me(callers[3], challenge, "?limit=1")
    assert [row["rank"] for row in own["above"] + own["below"]] == [3, 5]
    own = me(callers[0], challenge, "?limit=25")
    assert own["above"] == []
    assert [row["rank"] for row in own["below"]] == [2, 3, 4, 5, 6]
    problem_of(callers[0].get(f"{path_of(challenge)}/standings/me?limit=0"), 400)


def test_without_a_result(challenge: Challenge) -> None:
    play(challenge, 0)
    assert me(make_caller(), challenge) == {
        "board_revision": 1,
        "total": 1,
        "ranked_total": 1,
        "hidden": False,
        "rank": None,
        "standing": None,
        "late": None,
        "above": [],
        "below": [],
    }


def test_an_unfinished_line_has_a_place_and_no_rank(challenge: Challenge) -> None:
    play(challenge, 0, 1)
    caller = make_caller()
    caller.submit(unfinished(CASTLE, 12), challenge)
    own = me(caller, challenge)
    assert own["rank"] is None
    assert own["standing"]["section"] == "unfinished"
    assert [row["rank"] for row in own["above"]] == [1, 2]


def test_a_hidden_player_sees_it_and_has_no_rank(challenge: Challenge) -> None:
    callers = play(challenge, 0, 1)
    result = Result.objects.get(player=callers[0].player)
    Player.objects.filter(pk=result.player_id).update(hidden_at=NOON)
    Result.objects.filter(pk=result.pk).update(hidden=True)
    counts_change(challenge_id=challenge.id, removed=[Place(result.section, result.score)])
    own = me(callers[0], challenge)
    assert (own["rank"], own["hidden"], own["above"], own["below"]) == (None, True, [], [])
    assert (own["standing"]["moves"], own["standing"]["rank"]) == (73, None)
    assert me(callers[1], challenge)["rank"] == 1


def test_the_answer_is_private(challenge: Challenge) -> None:
    callers = play(challenge, 0, 1)
    path = f"{path_of(challenge)}/standings/me"
    first = callers[0].get(path)
    assert first["Cache-Control"] == "private, no-cache"
    assert callers[0].get(path, if_none_match=first["ETag"]).status_code == 304
    assert callers[1].get(path, if_none_match=first["ETag"]).status_code == 200


def test_only_players_with_the_scope_see_it(challenge: Challenge) -> None:
    path = f"{path_of(challenge)}/standings/me"
    problem_of(Caller().get(path), 401)
    problem_of(make_caller(Scope.PLAY).get(path), 403)
    assert make_caller(Scope.READ).get(path).status_code == 200
