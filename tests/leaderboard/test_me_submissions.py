"""GET me/submissions."""

from typing import Any

import pytest

from leaderboard.services.tokens import Scope
from tests.leaderboard.lines import CASTLE, CITADEL, longer
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    problem_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def own(caller: Caller, query: str = "") -> Any:
    response = caller.get(f"me/submissions{query}")
    assert response.status_code == 200
    return response.json()


def test_it_works(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    bodies = []
    for minute, line in enumerate(["11", longer(CASTLE, 2), CASTLE.line]):
        at(NOON.replace(minute=minute))
        bodies.append(caller.submit(line, challenge).json())
    make_caller().submit(CASTLE.line, challenge)
    assert own(caller) == {"results": bodies[::-1], "next": None, "previous": None}


def test_a_new_player_has_none() -> None:
    assert own(make_caller()) == {"results": [], "next": None, "previous": None}


def test_by_variant_and_date() -> None:
    before = DAY.replace(day=8)
    caller = make_caller()
    for won in (CASTLE, CITADEL):
        for date in (DAY, before):
            caller.submit(won.line, make_challenge(won, date))
    assert len(own(caller)["results"]) == 4
    (row, *rest) = own(caller, "?variant=citadel&date=2025-03-08")["results"]
    assert (row["variant"], row["date"], rest) == ("citadel", "2025-03-08", [])
    assert len(own(caller, "?date=2025-03-08")["results"]) == 2
    assert own(caller, "?date=2025-03-01")["results"] == []


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_pages_among_equal_instants(limit: int) -> None:
    challenge, caller = make_challenge(), make_caller()
    for extra in range(4):
        caller.submit(longer(CASTLE, extra), challenge)
    whole = own(caller)["results"]
    assert len(whole) == 4
    page = own(caller, f"?limit={limit}")
    rows = page["results"]
    while page["next"]:
        page = caller.get(page["next"].removeprefix("/api/v1/")).json()
        rows += page["results"]
    assert rows == whole
    while page["previous"]:
        page = caller.get(page["previous"].removeprefix("/api/v1/")).json()
    assert page["results"] == whole[:limit]


def test_it_is_private() -> None:
    assert make_caller().get("me/submissions")["Cache-Control"] == "private, no-cache"


def test_only_players_with_the_scope_see_it() -> None:
    problem_of(Caller().get("me/submissions"), 401)
    problem_of(make_caller(Scope.PLAY).get("me/submissions"), 403)
    assert make_caller(Scope.READ).get("me/submissions").status_code == 200


@pytest.mark.parametrize("query", ["variant=x", "date=x", "limit=0", "cursor=x"])
def test_queries_that_are_none(query: str) -> None:
    problem_of(make_caller().get(f"me/submissions?{query}"), 400)
