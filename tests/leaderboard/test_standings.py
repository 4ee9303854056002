"""GET challenges/{variant}/{date}/standings."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Assistance, Challenge, Player, Result, ScoreCount
from leaderboard.ranking import Place
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.moderation import player_hide
from leaderboard.services.players import moderator_create
from leaderboard.services.results import counts_change
from tests.leaderboard.accounts import PASSWORD
from tests.leaderboard.lines import CASTLE, CITADEL, longer, unfinished
from tests.leaderboard.playing import (
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


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    at(NOON)
    return make_challenge()


def play(challenge: Challenge, *lines: str) -> list[Caller]:
    """Players who each submit one line, one after the other."""
    callers = []
    for line in lines:
        callers.append(make_caller())
        assert callers[-1].submit(line, challenge).status_code == 201
    return callers


def board(challenge: Challenge, query: str = "") -> Any:
    response = Caller().get(f"{path_of(challenge)}/standings{query}")
    assert response.status_code == 200
    return response.json()


def test_it_works(challenge: Challenge) -> None:
    (caller,) = play(challenge, longer(CASTLE, 2))
    assert caller.player is not None
    result = Result.objects.get()
    assert board(challenge) == {
        "board_revision": 1,
        "total": 1,
        "ranked_total": 1,
        "results": [
            {
                "rank": 1,
                "section": "ranked",
                "player": {"handle": caller.player.handle, "guest": True},
                "moves": 75,
                "over_par": 2,
                "foundation_cards": 52,
                "elapsed_s": None,
                "accepted_at": "2025-03-09T12:00:00Z",
                "submission": str(result.submission_id),
            }
        ],
        "next": None,
        "previous": None,
    }


def test_an_empty_board(challenge: Challenge) -> None:
    empty = {
        "board_revision": 0,
        "total": 0,
        "ranked_total": 0,
        "results": [],
        "next": None,
        "previous": None,
    }
    assert board(challenge) == empty


def test_equal_moves_share_a_rank_and_earlier_stands_first(
    challenge: Challenge, at: SetClock
) -> None:
    handles = []
    for minute, extra in enumerate([3, 1, 3, 0, 1, 7]):
        at(NOON.replace(minute=minute))
        (caller,) = play(challenge, longer(CASTLE, extra))
        assert caller.player is not None
        handles.append(caller.player.handle)
    rows = board(challenge)["results"]
    assert [row["rank"] for row in rows] == [1, 2, 2, 4, 4, 6]
    assert [row["moves"] for row in rows] == [73, 74, 74, 76, 76, 80]
    order = [handles.index(row["player"]["handle"]) for row in rows]
    assert order == [3, 1, 4, 0, 2, 5]


def test_sections_follow_each_other_and_only_the_first_has_ranks(challenge: Challenge) -> None:
    helped = make_caller()
    assert helped.player is not None
    Assistance.objects.create(player=helped.player, challenge=challenge, asked_at=NOON)
    assert helped.submit(CASTLE.line, challenge).json()["assisted"] is True
    play(challenge, unfinished(CASTLE, 20), unfinished(CASTLE, 40), longer(CASTLE, 9))
    found = board(challenge)
    assert [(row["section"], row["rank"]) for row in found["results"]] == [
        ("ranked", 1),
        ("assisted", None),
        ("unfinished", None),
        ("unfinished", None),
    ]
    assert [row["moves"] for row in found["results"]] == [82, 73, 40, 20]
    assert [row["over_par"] for row in found["results"]] == [9, 0, None, None]
    assert (found["total"], found["ranked_total"]) == (4, 1)
    assert len(board(challenge, "?section=unfinished")["results"]) == 2
    assert [row["moves"] for row in board(challenge, "?section=assisted")["results"]] == [73]


def test_help_after_a_clean_win_takes_nothing_from_it(challenge: Challenge) -> None:
    (caller,) = play(challenge, longer(CASTLE, 4))
    assert caller.player is not None
    Assistance.objects.create(player=caller.player, challenge=challenge, asked_at=NOON)
    assert caller.submit(CASTLE.line, challenge).json()["assisted"] is True
    (row,) = board(challenge)["results"]
    assert (row["section"], row["moves"], row["rank"]) == ("ranked", 77, 1)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
def test_pages_hold_every_row_once_both_ways(challenge: Challenge, limit: int) -> None:
    # All at one instant: ties down to the id.
    lines = [longer(CASTLE, extra) for extra in (2, 2, 2, 0, 5)]
    play(challenge, *lines, unfinished(CASTLE, 20), unfinished(CASTLE, 20))
    whole = board(challenge)
    assert len(whole["results"]) == 7
    forward: list[Any] = []
    link: str | None = f"/api/v1/{path_of(challenge)}/standings?limit={limit}"
    while link is not None:
        page = Caller().get(link.removeprefix("/api/v1/")).json()
        assert 1 <= len(page["results"]) <= limit
        assert page["board_revision"] == whole["board_revision"]
        assert page["total"] == 7
        forward += page["results"]
        link, last = page["next"], page
    assert forward == whole["results"]
    backward = last["results"]
    while last["previous"] is not None:
        last = Caller().get(last["previous"].removeprefix("/api/v1/")).json()
        backward = last["results"] + backward
    assert backward == whole["results"]


def test_a_row_that_improves_meanwhile_moves_and_the_revision_tells(challenge: Challenge) -> None:
    callers = play(challenge, *(longer(CASTLE, extra) for extra in (1, 2, 3, 4)))
    first = board(challenge, "?limit=2")
    assert callers[3].submit(CASTLE.line, challenge).status_code == 201
    second = Caller().get(first["next"].removeprefix("/api/v1/")).json()
    assert [row["moves"] for row in second["results"]] == [76]
    assert second["board_revision"] > first["board_revision"]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=-1",
        "limit=x",
        "limit=",
        "cursor=",
        "cursor=x",
        "cursor=AAAA",
        "section=best",
    ],
)
def test_queries_that_are_none(challenge: Challenge, query: str) -> None:
    play(challenge, CASTLE.line)
    problem = problem_of(Caller().get(f"{path_of(challenge)}/standings?{query}"), 400)
    assert problem["errors"][0]["parameter"] == query.split("=")[0]


def test_a_cursor_of_another_list_is_none(challenge: Challenge) -> None:
    make_challenge(date=challenge.date - dt.timedelta(days=1))
    other = Caller().get("challenges?limit=1").json()["next"]
    cursor = other.split("cursor=")[1]
    problem_of(Caller().get(f"{path_of(challenge)}/standings?cursor={cursor}"), 400)


def test_a_page_has_at_most_200_rows(challenge: Challenge) -> None:
    assert board(challenge, "?limit=100000")["results"] == []


def test_who_has_the_board_is_answered_304(challenge: Challenge) -> None:
    path = f"{path_of(challenge)}/standings"
    first = Caller().get(path)
    assert first["Cache-Control"] == "no-cache"
    same = Caller().get(path, if_none_match=first["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    assert same["ETag"] == first["ETag"]
    play(challenge, CASTLE.line)
    changed = Caller().get(path, if_none_match=first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_board_is_the_same_to_everybody(challenge: Challenge) -> None:
    (caller,) = play(challenge, CASTLE.line)
    path = f"{path_of(challenge)}/standings"
    own, public = caller.get(path), Caller().get(path)
    assert own.content == public.content
    assert own["ETag"] == public["ETag"]
    assert "cookie" not in own.get("Vary", "").lower()


def test_hidden_rows_are_in_no_rank_and_no_count(challenge: Challenge) -> None:
    callers = play(challenge, *(longer(CASTLE, extra) for extra in (0, 1, 2)))
    hidden = Result.objects.get(player=callers[0].player)
    Result.objects.filter(pk=hidden.pk).update(hidden=True)
    counts_change(challenge_id=challenge.id, removed=[Place(hidden.section, hidden.score)])
    found = board(challenge)
    assert [(row["rank"], row["moves"]) for row in found["results"]] == [(1, 74), (2, 75)]
    assert found["total"] == 2
    # Whoever is hidden plays on, unseen.
    assert callers[0].submit(unfinished(CASTLE, 9), challenge).status_code == 201
    assert board(challenge) == found


def test_a_hidden_player_gets_no_visible_result(challenge: Challenge) -> None:
    caller = make_caller()
    Player.objects.update(hidden_at=NOON)
    assert caller.submit(CASTLE.line, challenge).status_code == 201
    assert Result.objects.get().hidden is True
    assert ScoreCount.objects.count() == 0
    assert board(challenge)["results"] == []


def test_a_deleted_players_row_stands_without_a_name(challenge: Challenge) -> None:
    play(challenge, CASTLE.line)
    Result.objects.update(player=None)
    (row,) = board(challenge)["results"]
    assert row["player"] is None
    assert (row["rank"], row["moves"]) == (1, 73)


def test_a_guest_who_registers_has_another_name_under_another_revision(
    challenge: Challenge,
) -> None:
    """On every board that shows the guest, and on no other."""
    other = make_challenge(CITADEL)
    guest, _ = play(challenge, CASTLE.line, longer(CASTLE, 1))
    play(other, CITADEL.line)
    before, other_before = board(challenge), board(other)
    registered = guest.post("players", {"handle": "Ada", "password": PASSWORD})
    assert registered.status_code == 201
    after = board(challenge)
    assert after["results"][0]["player"] == {"handle": "Ada", "guest": False}
    assert after["results"][1] == before["results"][1]
    assert after["board_revision"] > before["board_revision"]
    assert board(other) == other_before


def test_a_hidden_guest_who_registers_moves_nothing(challenge: Challenge) -> None:
    (guest,) = play(challenge, CASTLE.line)
    moderator = moderator_create(handle="moderator", password=None)
    assert guest.player is not None
    assert player_hide(player=guest.player, moderator=moderator, reason="a test")
    before = board(challenge)
    assert guest.post("players", {"handle": "Ada", "password": PASSWORD}).status_code == 201
    assert board(challenge) == before


def test_of_equal_lines_the_one_received_first_stands(challenge: Challenge, at: SetClock) -> None:
    """Though it is stored second: two requests at once may swap on their way."""
    caller = make_caller()
    at(NOON + dt.timedelta(milliseconds=5))
    assert caller.submit(longer(CASTLE, 2), challenge).status_code == 201
    before = board(challenge)
    at(NOON)
    first = caller.submit(longer(CASTLE, 2, passed=4), challenge).json()
    assert first["move_count"] == CASTLE.par + 2
    after = board(challenge)
    (row,) = after["results"]
    assert (row["submission"], row["accepted_at"]) == (first["id"], first["received_at"])
    assert after["board_revision"] > before["board_revision"]
    assert ScoreCount.objects.get().count == 1


def test_over_par_is_measured_by_the_best_known_line_until_settling_fixes_it(
    at: SetClock,
) -> None:
    at(NOON)
    challenge = make_challenge(
        line=longer(CASTLE, 6), moves=CASTLE.par + 6, par_high=CASTLE.par + 6, par_low=70
    )
    play(challenge, longer(CASTLE, 1))
    assert board(challenge)["results"][0]["over_par"] == -5
    at(instant("2025-03-10 02:00:00"))
    assert challenge_settle(challenge=challenge)
    assert board(challenge)["results"][0]["over_par"] == -5


def test_a_board_is_one_statement_and_one_more_for_the_challenge(challenge: Challenge) -> None:
    play(challenge, CASTLE.line, longer(CASTLE, 1))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        board(challenge, "?limit=1")
    assert len(queries) == 2


def test_a_board_that_is_not_open_is_not_there(at: SetClock) -> None:
    at(NOON)
    challenge = make_challenge(date=NOON.date() + dt.timedelta(days=1))
    problem_of(Caller().get(f"{path_of(challenge)}/standings"), 404)
