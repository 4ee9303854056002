"""GET me/calendar."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Assistance, Challenge, Result
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.moderation import player_hide, result_hide, result_unhide
from leaderboard.services.players import moderator_create
from leaderboard.services.tokens import Scope
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.lines import CASTLE, CITADEL, longer, unfinished
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
BEFORE = DAY - dt.timedelta(days=1)
NOTHING = {
    "settled": False,
    "outcome": None,
    "late": False,
    "hidden": False,
    "moves": None,
    "over_par": None,
    "foundation_cards": None,
    "elapsed_s": None,
    "rank": None,
    "total": None,
    "counts_for_streak": None,
    "submission": None,
}


@pytest.fixture
def ada(at: SetClock) -> Caller:
    return make_player_caller("Ada")


def own(caller: Caller, query: str = "") -> Any:
    response = caller.get(f"me/calendar{query}")
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-cache"
    return response.json()


def day(caller: Caller, date: dt.date = DAY) -> Any:
    (found,) = own(caller, f"?from={date}&to={date}")["results"]
    return found


def noon(date: dt.date) -> dt.datetime:
    return dt.datetime.combine(date, dt.time(12), dt.UTC)


def test_it_works(ada: Caller, at: SetClock) -> None:
    yesterday, today = make_challenge(CASTLE, BEFORE), make_challenge(CASTLE)
    make_challenge(CITADEL)
    make_challenge(CASTLE, DAY + dt.timedelta(days=1))
    at(noon(BEFORE))
    make_caller().submit(CASTLE.line, yesterday)
    ada.post(f"{path_of(yesterday)}/attempts")
    at(noon(BEFORE) + dt.timedelta(minutes=3))
    won = ada.submit(longer(CASTLE, 2), yesterday).json()
    at(NOON)
    tried = ada.submit(unfinished(CASTLE, 10), today).json()
    assert own(ada) == {
        "results": [
            NOTHING
            | {
                "variant": "beleaguered-castle",
                "date": "2025-03-09",
                "outcome": "unfinished",
                "moves": 10,
                "foundation_cards": 6,
                "submission": tried["id"],
            },
            NOTHING | {"variant": "citadel", "date": "2025-03-09"},
            {
                "variant": "beleaguered-castle",
                "date": "2025-03-08",
                "settled": True,
                "outcome": "won",
                "late": False,
                "hidden": False,
                "moves": 75,
                "over_par": 2,
                "foundation_cards": 52,
                "elapsed_s": 180.0,
                "rank": 2,
                "total": 2,
                "counts_for_streak": True,
                "submission": won["id"],
            },
        ],
        "next": None,
        "previous": None,
    }


def test_it_lists_the_days_of_the_calendar_in_the_same_pages(ada: Caller) -> None:
    for days in range(5):
        for won in (CASTLE, CITADEL):
            make_challenge(won, DAY - dt.timedelta(days=days))
    query, seen = "?to=2025-03-08&limit=3", 0
    while query:
        days, mine = Caller().get(f"challenges{query}").json(), own(ada, query)
        keys = [(row["date"], row["variant"]) for row in mine["results"]]
        assert keys == [(row["date"], row["variant"]) for row in days["results"]]
        seen += len(keys)
        query = mine["next"] and "?" + mine["next"].partition("?")[2]
        assert (days["next"] or "").partition("?")[2] == (mine["next"] or "").partition("?")[2]
    assert seen == 8
    assert len(own(ada, "?variant=citadel")["results"]) == 5


def test_a_win_with_help_has_no_rank_and_carries_the_streak(ada: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    assert ada.player is not None
    Assistance.objects.create(player=ada.player, challenge=challenge, asked_at=NOON)
    ada.submit(CASTLE.line, challenge)
    at(challenge.settles_at)
    found = day(ada)
    assert (found["outcome"], found["rank"], found["over_par"]) == ("won_assisted", None, 0)
    assert found["counts_for_streak"] is True


def test_a_late_win_has_no_rank_and_carries_no_streak(ada: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    at(challenge.settles_at)
    assert day(ada) == NOTHING | {
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "settled": True,
        "counts_for_streak": False,
    }
    ada.submit(unfinished(CASTLE, 10), challenge)
    assert (day(ada)["outcome"], day(ada)["late"]) == ("unfinished", True)
    ada.submit(longer(CASTLE, 1), challenge)
    found = day(ada)
    assert (found["outcome"], found["late"], found["rank"]) == ("won_late", True, None)
    assert (found["moves"], found["over_par"], found["counts_for_streak"]) == (74, 1, False)


def test_the_better_result_stands_for_the_day(ada: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    in_time = ada.submit(unfinished(CASTLE, 20), challenge).json()
    at(challenge.settles_at)
    ada.submit(unfinished(CASTLE, 30), challenge)
    assert day(ada)["submission"] == in_time["id"]
    late = ada.submit(CASTLE.line, challenge).json()
    found = day(ada)
    assert (found["outcome"], found["submission"]) == ("won_late", late["id"])


def test_a_win_in_time_stands_before_a_better_late_one(ada: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    in_time = ada.submit(longer(CASTLE, 2), challenge).json()
    at(challenge.settles_at)
    assert ada.submit(CASTLE.line, challenge).json()["late"] is True
    assert (day(ada)["outcome"], day(ada)["submission"]) == ("won", in_time["id"])


def test_rejected_lines_and_attempts_are_no_outcome(ada: Caller) -> None:
    challenge = make_challenge()
    ada.post(f"{path_of(challenge)}/attempts")
    assert ada.submit("11", challenge).json()["status"] == "rejected"
    assert day(ada)["outcome"] is None


@pytest.mark.parametrize(
    ("moment", "settled", "rank", "missed"),
    [
        ("2025-03-09 23:59:59", False, None, None),
        ("2025-03-10 00:00:00", False, None, None),
        ("2025-03-10 01:59:59.999999", False, None, None),
        ("2025-03-10 02:00:00", True, 1, False),
    ],
)
def test_ranks_and_missed_days_are_told_from_settling_on(
    ada: Caller, at: SetClock, moment: str, settled: bool, rank: int | None, missed: bool | None
) -> None:
    challenge, other = make_challenge(), make_challenge(CITADEL)
    ada.submit(CASTLE.line, challenge)
    at(instant(moment))
    castle, citadel = own(ada, "?to=2025-03-09")["results"]
    assert other.variant == citadel["variant"]
    assert (castle["settled"], castle["rank"]) == (settled, rank)
    assert castle["counts_for_streak"] is True
    assert citadel["counts_for_streak"] is missed


def test_ranks_are_those_of_the_boards(ada: Caller, at: SetClock) -> None:
    others = [make_caller() for _ in range(3)]
    for days, better in enumerate((0, 2, 3), start=1):
        challenge = make_challenge(date=DAY - dt.timedelta(days=days))
        at(noon(challenge.date))
        ada.submit(longer(CASTLE, 2), challenge)
        for index, other in enumerate(others):
            other.submit(longer(CASTLE, 0 if index < better else 2), challenge)
    at(NOON)
    found = own(ada)["results"]
    assert [row["rank"] for row in found] == [1, 3, 4]
    for row in found:
        board = ada.get(f"challenges/{row['variant']}/{row['date']}/standings/me").json()
        assert (row["rank"], row["total"]) == (board["rank"], board["total"])
        assert row["submission"] == board["standing"]["submission"]


def test_over_par_goes_by_the_par_that_was_fixed(ada: Caller, at: SetClock) -> None:
    par = CASTLE.par + 6
    challenge = make_challenge(line=longer(CASTLE, 6), moves=par, par_high=par, par_low=60)
    ada.submit(CASTLE.line, challenge)
    at(challenge.settles_at)
    assert challenge_settle(challenge=challenge)
    Challenge.objects.update(line=CASTLE.line, moves=73, par_high=73)
    assert day(ada)["over_par"] == -6


def test_what_is_hidden_is_there_for_oneself_and_says_so(ada: Caller, at: SetClock) -> None:
    moderator = moderator_create(handle="moderator", password=None)
    challenge = make_challenge()
    ada.submit(CASTLE.line, challenge)
    at(challenge.settles_at)
    before = day(ada)
    result = Result.objects.get()
    result_hide(result=result, moderator=moderator, reason="odd")
    assert day(ada) == before | {"hidden": True, "rank": None, "total": None}
    result_unhide(result=result, moderator=moderator, reason="fine")
    assert day(ada) == before
    assert ada.player is not None
    player_hide(player=ada.player, moderator=moderator, reason="odd")
    assert day(ada) == before | {"hidden": True, "rank": None, "total": None}


def test_known_already_is_304_until_something_changes(ada: Caller) -> None:
    challenge = make_challenge()
    tag = ada.get("me/calendar")["ETag"]
    assert ada.get("me/calendar", if_none_match=tag).status_code == 304
    ada.submit(CASTLE.line, challenge)
    assert ada.get("me/calendar", if_none_match=tag).status_code == 200


def test_a_month_of_all_variants_costs_one_statement_more(ada: Caller, at: SetClock) -> None:
    for days in range(6):
        challenge = make_challenge(date=DAY - dt.timedelta(days=days))
        at(noon(challenge.date))
        ada.submit(CASTLE.line, challenge)
    at(NOON)
    counts = []
    for query in ("?to=2000-01-01", "?limit=1", "?from=2025-03-01&to=2025-03-31&limit=200"):
        with CaptureQueriesContext(connection) as queries:
            own(ada, query)
        counts.append(len(queries))
    assert counts[1] == counts[2] == counts[0] + 1


def test_it_is_for_players_alone(ada: Caller) -> None:
    problem_of(Caller().get("me/calendar"), 401)
    problem_of(make_caller(Scope.PLAY).get("me/calendar"), 403)
    problem_of(ada.get("me/calendar?from=2025-02-30"), 400)
    problem_of(ada.get("me/calendar?variant=klondike"), 400)
