"""GET challenges/{variant}/{date}/standings/distribution."""

import datetime as dt
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Assistance, Challenge, Player, Result
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.moderation import player_hide, player_unhide
from leaderboard.services.players import moderator_create
from tests.leaderboard.lines import CASTLE, CITADEL, longer, unfinished
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
    return make_challenge()


def play(challenge: Challenge, *lines: str, helped: bool = False) -> list[Player]:
    """Players who each submit one line, clean or with help."""
    players = []
    for line in lines:
        caller = make_caller()
        assert caller.player is not None
        if helped:
            Assistance.objects.create(player=caller.player, challenge=challenge, asked_at=NOON)
        assert caller.submit(line, challenge).status_code == 201
        players.append(Player.objects.get(pk=caller.player.pk))
    return players


def spread(challenge: Challenge) -> Any:
    response = Caller().get(f"{path_of(challenge)}/standings/distribution")
    assert response.status_code == 200
    return response.json()


def test_it_works(challenge: Challenge) -> None:
    play(challenge, *(longer(CASTLE, extra) for extra in (4, 0, 4, 9)))
    play(challenge, longer(CASTLE, 1), longer(CASTLE, 1), helped=True)
    play(challenge, *(unfinished(CASTLE, moves) for moves in (0, 10, 10, 40)))
    # Rejected lines are no results.
    play(challenge, "11")
    cards = Result.objects.get(section=3, moves=40).foundation_cards
    assert spread(challenge) == {
        "board_revision": 10,
        "total": 10,
        "par": 73,
        "ranked": [
            {"moves": 73, "over_par": 0, "count": 1, "rank": 1},
            {"moves": 77, "over_par": 4, "count": 2, "rank": 2},
            {"moves": 82, "over_par": 9, "count": 1, "rank": 4},
        ],
        "assisted": [{"moves": 74, "over_par": 1, "count": 2}],
        "unfinished": [
            {"foundation_cards": cards, "count": 1},
            {"foundation_cards": 6, "count": 2},
            {"foundation_cards": 4, "count": 1},
        ],
    }


def test_an_empty_board(challenge: Challenge) -> None:
    assert spread(challenge) == {
        "board_revision": 0,
        "total": 0,
        "par": 73,
        "ranked": [],
        "assisted": [],
        "unfinished": [],
    }


def test_it_agrees_with_the_board(challenge: Challenge) -> None:
    play(challenge, *(longer(CASTLE, extra) for extra in (3, 3, 0, 5, 0, 3, 8)))
    board = Caller().get(f"{path_of(challenge)}/standings").json()
    found = spread(challenge)
    rows = Counter((row["moves"], row["over_par"], row["rank"]) for row in board["results"])
    assert len(rows) == 4
    assert {
        (row["moves"], row["over_par"], row["rank"]): row["count"] for row in found["ranked"]
    } == rows
    assert found["board_revision"] == board["board_revision"]
    assert found["total"] == board["total"] == 7


def test_who_improves_is_counted_once(challenge: Challenge) -> None:
    caller = make_caller()
    for line in (unfinished(CASTLE, 10), longer(CASTLE, 2), CASTLE.line, longer(CASTLE, 1)):
        caller.submit(line, challenge)
    found = spread(challenge)
    assert found["ranked"] == [{"moves": 73, "over_par": 0, "count": 1, "rank": 1}]
    assert (found["unfinished"], found["total"]) == ([], 1)


def test_the_hidden_are_in_no_count(challenge: Challenge) -> None:
    best, *_ = play(challenge, CASTLE.line, longer(CASTLE, 2), longer(CASTLE, 2))
    before = spread(challenge)
    moderator = moderator_create(handle="moderator", password=None)
    player_hide(player=best, moderator=moderator, reason="odd")
    found = spread(challenge)
    assert found["ranked"] == [{"moves": 75, "over_par": 2, "count": 2, "rank": 1}]
    assert (found["total"], found["board_revision"]) == (2, before["board_revision"] + 1)
    player_unhide(player=best, moderator=moderator, reason="not odd")
    assert spread(challenge)["ranked"] == before["ranked"]


def test_late_lines_are_in_no_count(challenge: Challenge, at: SetClock) -> None:
    play(challenge, CASTLE.line)
    before = spread(challenge)
    at(challenge.settles_at)
    play(challenge, CASTLE.line, unfinished(CASTLE, 5))
    assert spread(challenge) == before


def test_over_par_is_measured_as_on_the_board(at: SetClock) -> None:
    par = CASTLE.par
    challenge = make_challenge(line=longer(CASTLE, 6), moves=par + 6, par_high=par + 6, par_low=70)
    play(challenge, longer(CASTLE, 1))
    shown = {"moves": par + 1, "over_par": -5, "count": 1, "rank": 1}
    assert (spread(challenge)["par"], spread(challenge)["ranked"]) == (par + 6, [shown])
    at(challenge.settles_at)
    assert challenge_settle(challenge=challenge)
    assert (spread(challenge)["par"], spread(challenge)["ranked"]) == (par + 6, [shown])


def test_boards_are_kept_apart(challenge: Challenge) -> None:
    play(challenge, CASTLE.line)
    other = make_challenge(CITADEL)
    assert spread(other)["total"] == 0
    assert spread(other)["par"] == CITADEL.par


def test_who_has_it_is_answered_304(challenge: Challenge) -> None:
    path = f"{path_of(challenge)}/standings/distribution"
    first = Caller().get(path)
    assert first["Cache-Control"] == "no-cache"
    assert Caller().get(path, if_none_match=first["ETag"]).status_code == 304
    play(challenge, CASTLE.line)
    assert Caller().get(path, if_none_match=first["ETag"]).status_code == 200


def test_it_costs_the_counts_and_not_the_results(challenge: Challenge) -> None:
    play(challenge, CASTLE.line, longer(CASTLE, 1))
    with CaptureQueriesContext(connection) as queries:
        spread(challenge)
    assert len(queries) == 2
    assert not any("leaderboard_result" in query["sql"] for query in queries)


@pytest.mark.parametrize("place", ["citadel/2025-03-08", "citadel/2025-03-10", "nothing/x"])
def test_what_is_not_there_or_not_open_is_404(at: SetClock, place: str) -> None:
    make_challenge(CITADEL, NOON.date() + dt.timedelta(days=1))
    problem_of(Caller().get(f"challenges/{place}/standings/distribution"), 404)
