"""GET challenges, challenges/today, challenges/{variant}/{date} and …/solution."""

import datetime as dt
from typing import Any

import pytest

from games.rules import VARIANTS, format_card
from leaderboard.services.challenges import challenge_settle
from tests.leaderboard.lines import CASTLE, CASTLE_2, CITADEL, STREETS, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db

NEXT = DAY + dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def test_it_works() -> None:
    challenge = make_challenge(CITADEL, difficulty=39)
    response = Caller().get(path_of(challenge))
    assert response.status_code == 200
    board = CITADEL.board
    assert response.json() == {
        "variant": "citadel",
        "date": "2025-03-09",
        "number": "85251334468280329502",
        "rows": [[format_card(card) for card in row] for row in board.rows],
        "foundations": dict(zip("CDHS", board.foundations, strict=True)),
        "verdict": "solvable",
        "par": {"low": 67, "high": 67, "proven": True},
        "difficulty": {"number": 39, "grade": "easy"},
        "opens_at": "2025-03-09T00:00:00Z",
        "closes_at": "2025-03-10T00:00:00Z",
        "settles_at": "2025-03-10T02:00:00Z",
        "server_time": "2025-03-09T12:00:00Z",
        "counts": {"ranked": 0, "assisted": 0, "unfinished": 0},
    }


def test_the_counts_are_those_of_the_board() -> None:
    challenge = make_challenge()
    for line in (CASTLE.line, longer(CASTLE, 1), unfinished(CASTLE, 9), "11"):
        make_caller().submit(line, challenge)
    assert Caller().get(path_of(challenge)).json()["counts"] == {
        "ranked": 2,
        "assisted": 0,
        "unfinished": 1,
    }


def test_a_par_that_is_not_proven_is_given_as_bounds() -> None:
    challenge = make_challenge(par_low=70)
    par = Caller().get(path_of(challenge)).json()["par"]
    assert par == {"low": 70, "high": 73, "proven": False}


def test_what_is_not_open_is_answered_like_what_never_was() -> None:
    make_challenge(date=NEXT)
    ahead = problem_of(Caller().get(f"challenges/beleaguered-castle/{NEXT}"), 404)
    for path in (
        "beleaguered-castle/2025-03-11",
        "citadel/2025-03-10",
        "beleaguered-castle/1999-12-31",
        "beleaguered-castle/2025-02-29",
        "beleaguered-castle/9999-12-31",
        "beleaguered-castle/0000-00-00",
        "beleaguered-castle/2025-03-10T00:00",
        "beleaguered-castle/٢٠٢٥-03-09",
        "freecell/2025-03-10",
    ):
        response = Caller().get(f"challenges/{path}")
        never = problem_of(response, 404)
        assert never.pop("instance") == response.wsgi_request.path
        assert never == {name: value for name, value in ahead.items() if name != "instance"}


def test_today_gives_the_challenges_of_the_date_in_the_variants_order() -> None:
    for won in (CITADEL, CASTLE, STREETS):
        make_challenge(won)
    make_challenge(CASTLE_2, NEXT)
    make_challenge(CASTLE_2, DAY - dt.timedelta(days=1))
    body = Caller().get("challenges/today").json()
    assert [row["variant"] for row in body["results"]] == list(VARIANTS)
    assert {row["date"] for row in body["results"]} == {"2025-03-09"}
    assert body["preparing"] == []
    assert body["date"] == "2025-03-09"
    assert body["server_time"] == "2025-03-09T12:00:00Z"
    assert body["next_at"] == "2025-03-10T00:00:00Z"
    assert body["results"][0] == Caller().get("challenges/beleaguered-castle/2025-03-09").json()


@pytest.mark.parametrize(
    ("now", "date"),
    [("2025-03-09 23:59:59", "2025-03-09"), ("2025-03-10 00:00:00", "2025-03-10")],
)
def test_today_changes_at_midnight(at: SetClock, now: str, date: str) -> None:
    for won in (CASTLE, STREETS, CITADEL):
        make_challenge(won)
        make_challenge(won, NEXT)
    at(instant(now))
    body = Caller().get("challenges/today").json()
    assert [row["date"] for row in body["results"]] == [date] * 3


def calendar(query: str = "") -> Any:
    response = Caller().get(f"challenges{query}")
    assert response.status_code == 200
    return response.json()


def days(body: Any) -> list[tuple[str, str]]:
    return [(row["date"][8:], row["variant"]) for row in body["results"]]


@pytest.fixture
def three_days() -> None:
    for back in (-1, 0, 1, 2):
        for won in (CASTLE, CITADEL):
            make_challenge(won, DAY - dt.timedelta(days=back))


@pytest.mark.usefixtures("three_days")
def test_the_calendar_lists_what_has_opened_newest_first() -> None:
    body = calendar()
    assert days(body) == [
        (day, variant)
        for day in ("09", "08", "07")
        for variant in ("beleaguered-castle", "citadel")
    ]
    assert body["results"][0] == {
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "number": "79680425071963186202",
        "verdict": "solvable",
        "par": {"low": 73, "high": 73, "proven": True},
        "difficulty": None,
        "opens_at": "2025-03-09T00:00:00Z",
        "closes_at": "2025-03-10T00:00:00Z",
        "settles_at": "2025-03-10T02:00:00Z",
    }


@pytest.mark.usefixtures("three_days")
def test_the_calendar_by_variant_and_dates() -> None:
    assert days(calendar("?variant=citadel")) == [(day, "citadel") for day in ("09", "08", "07")]
    assert days(calendar("?from=2025-03-08&variant=citadel")) == [
        ("09", "citadel"),
        ("08", "citadel"),
    ]
    assert days(calendar("?to=2025-03-07")) == [("07", "beleaguered-castle"), ("07", "citadel")]
    # A date ahead opens nothing.
    assert calendar("?to=2025-12-31") == calendar()
    assert days(calendar("?from=2025-03-10")) == []


@pytest.mark.usefixtures("three_days")
@pytest.mark.parametrize("limit", [1, 2, 4, 5, 6])
def test_the_calendar_in_pages(limit: int) -> None:
    whole = calendar()["results"]
    page = calendar(f"?limit={limit}")
    rows = page["results"]
    while page["next"] is not None:
        page = Caller().get(page["next"].removeprefix("/api/v1/")).json()
        rows += page["results"]
    assert rows == whole
    while page["previous"] is not None:
        page = Caller().get(page["previous"].removeprefix("/api/v1/")).json()
    assert page["results"] == whole[:limit]


@pytest.mark.parametrize(
    "query", ["variant=freecell", "from=yesterday", "to=2025-02-30", "limit=no", "cursor=x"]
)
def test_queries_that_are_none(query: str) -> None:
    problem = problem_of(Caller().get(f"challenges?{query}"), 400)
    assert problem["errors"][0]["parameter"] == query.split("=")[0]


@pytest.mark.parametrize("settled", [True, False])
def test_the_solution_is_public_after_settling_whether_the_task_ran_or_not(
    at: SetClock, settled: bool
) -> None:
    challenge = make_challenge()
    at(instant("2025-03-10 01:59:59"))
    hidden = problem_of(Caller().get(f"{path_of(challenge)}/solution"), 404)
    assert hidden["detail"] == "There is no challenge of this variant and date to be seen."
    at(instant("2025-03-10 02:00:00"))
    if settled:
        assert challenge_settle(challenge=challenge)
    response = Caller().get(f"{path_of(challenge)}/solution")
    assert response.status_code == 200
    assert response.json() == {
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "number": "79680425071963186202",
        "line": CASTLE.line,
        "moves": 73,
        "par": {"low": 73, "high": 73, "proven": True},
        "states": 1234,
        "solver_version": "1.0",
    }
    again = Caller().get(f"{path_of(challenge)}/solution", if_none_match=response["ETag"])
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["citadel/2025-03-01", "freecell/2025-03-01", "citadel/never"])
def test_there_is_no_solution_of_what_never_was(path: str) -> None:
    problem_of(Caller().get(f"challenges/{path}/solution"), 404)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("path", ["challenges", "challenges/today", "commitments"])
def test_other_methods_are_refused(method: str, path: str) -> None:
    problem_of(getattr(Caller().client, method)(f"/api/v1/{path}"), 405)
