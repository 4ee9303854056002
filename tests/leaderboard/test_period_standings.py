"""GET standings/{period} and standings/{period}/{variant}."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Assistance
from leaderboard.services.challenges import challenge_settle
from tests.leaderboard.lines import CASTLE, CITADEL, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    problem_of,
)
from tests.leaderboard.test_periods import play, player_of, registered, settle

pytestmark = pytest.mark.django_db
NEXT = DAY + dt.timedelta(days=1)


def board(place: str, query: str = "") -> Any:
    response = Caller().get(f"standings/{place}{query}")
    assert response.status_code == 200
    return response.json()


def handle(caller: Caller) -> str:
    return player_of(caller).handle


def rows(place: str) -> list[tuple[int, str, int, int]]:
    return [
        (row["rank"], row["player"]["handle"], row["wins"], row["over_par"])
        for row in board(place)["results"]
    ]


def test_it_works(at: SetClock) -> None:
    ada = registered()
    play(ada, at, DAY, extra=2)
    play(ada, at, NEXT, extra=1)
    settle(at)
    assert board("2025-03") == {
        "period": "2025-03",
        "variant": None,
        "first": "2025-03-01",
        "last": "2025-03-31",
        "through": "2025-03-10",
        "board_revision": 3,
        "total": 1,
        "results": [
            {
                "rank": 1,
                "player": {"handle": handle(ada), "guest": False},
                "wins": 2,
                "over_par": 3,
                "reached_at": "2025-03-10T12:00:00Z",
            }
        ],
        "next": None,
        "previous": None,
    }
    found = board("all/beleaguered-castle")
    assert (found["variant"], found["first"], found["last"]) == ("beleaguered-castle", None, None)
    assert found["results"] == board("2025-03")["results"]


def test_an_empty_board(at: SetClock) -> None:
    found = board("2031-W01")
    assert (found["through"], found["board_revision"], found["total"]) == (None, 0, 0)
    assert found["results"] == []


def test_more_wins_then_fewer_over_par_then_earlier(at: SetClock) -> None:
    one, two, three, four, five = (registered() for _ in range(5))
    play(four, at, DAY)
    for caller in (two, one, three):
        play(caller, at, DAY, extra=1)
    play(five, at, DAY, extra=9)
    for caller, extra in ((one, 2), (two, 2), (three, 9)):
        play(caller, at, NEXT, extra=extra)
        at(NOON + dt.timedelta(days=1, minutes=5))
    # Two reached their pair after one: the last win is what counts.
    settle(at)
    found = rows("all")
    assert [(rank, wins, over) for rank, _, wins, over in found] == [
        (1, 2, 3),
        (1, 2, 3),
        (3, 2, 10),
        (4, 1, 0),
        (5, 1, 9),
    ]
    assert [name for _, name, _, _ in found[2:]] == [handle(three), handle(four), handle(five)]
    assert {name for _, name, _, _ in found[:2]} == {handle(one), handle(two)}


def test_only_clean_wins_in_time_of_the_registered(at: SetClock) -> None:
    challenge = make_challenge()
    at(NOON)
    helped, guest, slow, late, ada = registered(), make_caller(), registered(), registered(), None
    ada = registered()
    Assistance.objects.create(player=player_of(helped), challenge=challenge, asked_at=NOON)
    for caller, line in (
        (helped, CASTLE.line),
        (guest, CASTLE.line),
        (slow, unfinished(CASTLE, 30)),
        (ada, longer(CASTLE, 1)),
    ):
        assert caller.submit(line, challenge).status_code == 201
    settle(at)
    late.submit(CASTLE.line, challenge)
    assert rows("all") == [(1, handle(ada), 1, 1)]


def test_nothing_counts_before_it_is_settled(at: SetClock) -> None:
    play(registered(), at, DAY)
    assert board("all")["total"] == 0
    assert board("all")["through"] is None
    settle(at)
    assert board("all")["total"] == 1


def test_weeks_months_and_years_begin_at_their_dates(at: SetClock) -> None:
    ada = registered()
    for date in (dt.date(2024, 12, 29), dt.date(2024, 12, 30), dt.date(2025, 1, 1)):
        play(ada, at, date)
    settle(at)
    wins = {name: [row[2] for row in rows(name)] for name in ("2024", "2025", "2024-12")}
    assert wins == {"2024": [2], "2025": [1], "2024-12": [2]}
    weeks = {name: [row[2] for row in rows(name)] for name in ("2024-W52", "2025-W01")}
    assert weeks == {"2024-W52": [1], "2025-W01": [2]}
    assert board("2025-W01")["through"] == "2025-01-01"
    assert board("2024-W52")["through"] == "2024-12-29"


def test_variants_apart_and_together(at: SetClock) -> None:
    ada, bob = registered(), registered()
    play(ada, at, DAY)
    play(bob, at, DAY, extra=1)
    play(bob, at, DAY, won=CITADEL)
    settle(at)
    assert rows("all/beleaguered-castle") == [(1, handle(ada), 1, 0), (2, handle(bob), 1, 1)]
    assert rows("all/citadel") == [(1, handle(bob), 1, 0)]
    assert rows("all") == [(1, handle(bob), 2, 1), (2, handle(ada), 1, 0)]
    assert rows("all/streets-and-alleys") == []


def test_par_is_the_one_that_settling_fixed(at: SetClock) -> None:
    par = CASTLE.par
    challenge = make_challenge(
        line=longer(CASTLE, 6), moves=par + 6, par_high=par + 6, par_low=par - 3
    )
    play(registered(), at, DAY)
    at(challenge.settles_at)
    challenge_settle(challenge=challenge)
    assert [row[3] for row in rows("all")] == [-6]


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
def test_pages_hold_every_row_once_both_ways(at: SetClock, limit: int) -> None:
    callers = [registered() for _ in range(7)]
    for index, caller in enumerate(callers):
        play(caller, at, DAY, extra=index // 3)
        if index % 2:
            play(caller, at, NEXT)
    settle(at)
    whole = board("2025")
    assert len(whole["results"]) == whole["total"] == 7
    forward: list[Any] = []
    link: str | None = f"/api/v1/standings/2025?limit={limit}"
    while link is not None:
        page = Caller().get(link.removeprefix("/api/v1/")).json()
        assert 1 <= len(page["results"]) <= limit
        forward += page["results"]
        link, last = page["next"], page
    assert forward == whole["results"]
    backward = last["results"]
    while last["previous"] is not None:
        last = Caller().get(last["previous"].removeprefix("/api/v1/")).json()
        backward = last["results"] + backward
    assert backward == whole["results"]


@pytest.mark.parametrize(
    "place", ["yesterday", "2025-13", "2025-W54", "all/chess", "2025-W01/", "ALL"]
)
def test_what_is_no_board_is_404(at: SetClock, place: str) -> None:
    problem_of(Caller().get(f"standings/{place}"), 404)


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "cursor=x"])
def test_queries_that_are_none(at: SetClock, query: str) -> None:
    problem = problem_of(Caller().get(f"standings/all?{query}"), 400)
    assert problem["errors"][0]["parameter"] == query.split("=")[0]


def test_who_has_it_is_answered_304(at: SetClock) -> None:
    first = Caller().get("standings/all")
    assert first["Cache-Control"] == "no-cache"
    assert Caller().get("standings/all", if_none_match=first["ETag"]).status_code == 304
    play(registered(), at, DAY)
    settle(at)
    assert Caller().get("standings/all", if_none_match=first["ETag"]).status_code == 200


def test_a_page_is_one_statement_that_reads_an_index(at: SetClock) -> None:
    play(registered(), at, DAY)
    settle(at)
    with CaptureQueriesContext(connection) as queries:
        board("all", "?limit=1")
    assert len(queries) == 1
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {queries.captured_queries[0]['sql']}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "using period_board" in plan
    assert "Sort" not in plan
