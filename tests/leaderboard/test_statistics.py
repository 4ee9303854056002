"""What a player has achieved, in GET players/{handle} and GET me."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Assistance, Challenge, Player, Result
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.moderation import (
    player_hide,
    player_unhide,
    result_hide,
    result_unhide,
)
from leaderboard.services.players import moderator_create
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS, Won, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
)

pytestmark = pytest.mark.django_db
NOTHING = {
    "played": 0,
    "won": 0,
    "won_clean": 0,
    "streak": {"current": 0, "best": 0},
    "average_over_par": None,
    "over_par": [],
    "best_ranks": [],
}


@pytest.fixture
def ada(at: SetClock) -> Caller:
    return make_player_caller("Ada")


def achieved(caller: Caller | None = None) -> Any:
    """The statistics of Ada to everybody, or of a caller to their own eyes."""
    response = (caller or Caller()).get("me" if caller else "players/Ada")
    assert response.status_code == 200
    return response.json()["statistics"]


def noon(date: dt.date) -> dt.datetime:
    return dt.datetime.combine(date, dt.time(12), dt.UTC)


def play(
    caller: Caller, at: SetClock, date: dt.date, won: Won = CASTLE, line: str | None = None
) -> Challenge:
    """A challenge of a date, and the caller's line for it at noon of that day."""
    challenge = Challenge.objects.filter(variant=won.variant, date=date).first()
    challenge = challenge or make_challenge(won, date)
    at(noon(date))
    assert caller.submit(line or won.line, challenge).json()["late"] is False
    return challenge


def streak(caller: Caller | None = None) -> tuple[int, int]:
    found = achieved(caller)["overall"]["streak"]
    return found["current"], found["best"]


def row(caller: Caller) -> Player:
    assert caller.player is not None
    return Player.objects.get(pk=caller.player.pk)


def test_it_works(ada: Caller, at: SetClock) -> None:
    others = [make_caller() for _ in range(2)]
    yesterday = DAY - dt.timedelta(days=1)
    castle = play(ada, at, yesterday, line=longer(CASTLE, 2))
    for other in others:
        other.submit(CASTLE.line, castle)
    play(ada, at, DAY, line=longer(CASTLE, 5))
    play(ada, at, DAY, STREETS)
    play(ada, at, DAY, CITADEL, line=unfinished(CITADEL, 10))
    of_castle = {
        "played": 2,
        "won": 2,
        "won_clean": 2,
        "streak": {"current": 2, "best": 2},
        "average_over_par": 3.5,
        "over_par": [{"over_par": 2, "count": 1}, {"over_par": 5, "count": 1}],
        # Today's board is not settled: its ranks are not final.
        "best_ranks": [
            {"rank": 3, "total": 3, "variant": "beleaguered-castle", "date": "2025-03-08"}
        ],
    }
    of_streets = NOTHING | {
        "played": 1,
        "won": 1,
        "won_clean": 1,
        "streak": {"current": 1, "best": 1},
        "average_over_par": 0.0,
        "over_par": [{"over_par": 0, "count": 1}],
    }
    assert achieved() == {
        "overall": {
            "played": 4,
            "won": 3,
            "won_clean": 3,
            "streak": {"current": 2, "best": 2},
            "average_over_par": 2.333,
            "over_par": [{"over_par": over, "count": 1} for over in (0, 2, 5)],
            "best_ranks": of_castle["best_ranks"],
        },
        "variants": {
            "beleaguered-castle": of_castle,
            "streets-and-alleys": of_streets,
            "citadel": NOTHING | {"played": 1},
        },
    }
    assert achieved(ada) == achieved()


def test_who_has_not_played_has_nothing(ada: Caller) -> None:
    make_challenge()
    assert achieved() == {
        "overall": NOTHING,
        "variants": dict.fromkeys(("beleaguered-castle", "streets-and-alleys", "citadel"), NOTHING),
    }


def test_help_takes_the_rank_and_not_the_streak(ada: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    Assistance.objects.create(player=row(ada), challenge=challenge, asked_at=NOON)
    play(ada, at, DAY)
    found = achieved()["overall"]
    assert (found["played"], found["won"], found["won_clean"]) == (1, 1, 0)
    assert found["streak"] == {"current": 1, "best": 1}
    assert (found["average_over_par"], found["over_par"]) == (None, [])
    at(challenge.settles_at)
    assert achieved()["overall"]["best_ranks"] == []


def test_archive_play_counts_for_nothing(ada: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    at(challenge.settles_at)
    assert ada.submit(CASTLE.line, challenge).json()["late"] is True
    assert achieved()["overall"] == NOTHING


def test_rejected_lines_count_for_nothing(ada: Caller, at: SetClock) -> None:
    play(ada, at, DAY, line="11")
    assert achieved()["overall"] == NOTHING


# ------------------------------------------------------------------------------- streaks


@pytest.mark.parametrize(
    "first", [dt.date(2024, 2, 27), dt.date(2025, 2, 26), dt.date(2024, 12, 29)]
)
def test_months_and_years_end_without_a_gap(ada: Caller, at: SetClock, first: dt.date) -> None:
    for day in range(6):
        play(ada, at, first + dt.timedelta(days=day))
    assert streak() == (6, 6)


def test_the_leap_day_is_a_day(ada: Caller, at: SetClock) -> None:
    make_challenge(date=dt.date(2024, 2, 29))
    for date in (dt.date(2024, 2, 28), dt.date(2024, 3, 1)):
        play(ada, at, date)
    assert streak() == (1, 1)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2025-03-10 00:00:00", (2, 2)),
        ("2025-03-10 23:59:59", (2, 2)),
        ("2025-03-11 00:00:00", (2, 2)),
        ("2025-03-11 01:59:59.999999", (2, 2)),
        ("2025-03-11 02:00:00", (0, 2)),
        ("2025-03-11 12:00:00", (0, 2)),
    ],
)
def test_a_day_breaks_it_when_its_grace_is_over(
    ada: Caller, at: SetClock, moment: str, expected: tuple[int, int]
) -> None:
    for days in (1, 0):
        play(ada, at, DAY - dt.timedelta(days=days))
    for days in (1, 2):
        make_challenge(date=DAY + dt.timedelta(days=days))
    at(instant(moment))
    assert streak() == expected


def test_a_win_during_grace_counts_for_its_date(ada: Caller, at: SetClock) -> None:
    yesterday = play(ada, at, DAY - dt.timedelta(days=1))
    challenge = make_challenge(date=DAY)
    at(instant("2025-03-09 23:59:59"))
    ada.post(f"{path_of(challenge)}/attempts")
    at(instant("2025-03-10 01:59:59"))
    assert streak() == (1, 1)
    assert ada.submit(CASTLE.line, challenge).json()["late"] is False
    assert streak() == (2, 2)
    at(instant("2025-03-10 02:00:00"))
    assert streak() == (2, 2)
    assert yesterday.date == DAY - dt.timedelta(days=1)


def test_an_unfinished_line_does_not_carry_it_on(ada: Caller, at: SetClock) -> None:
    play(ada, at, DAY - dt.timedelta(days=2))
    play(ada, at, DAY - dt.timedelta(days=1), line=unfinished(CASTLE, 30))
    play(ada, at, DAY)
    assert streak() == (1, 1)


def test_a_date_without_a_challenge_breaks_nothing(ada: Caller, at: SetClock) -> None:
    play(ada, at, DAY - dt.timedelta(days=3))
    play(ada, at, DAY)
    assert streak() == (2, 2)


def test_any_variant_carries_the_streak_of_all(ada: Caller, at: SetClock) -> None:
    for days, won in ((2, CASTLE), (1, STREETS), (0, CASTLE)):
        for other in (CASTLE, STREETS):
            make_challenge(other, DAY - dt.timedelta(days=days))
        play(ada, at, DAY - dt.timedelta(days=days), won)
    found = achieved()
    assert found["overall"]["streak"] == {"current": 3, "best": 3}
    assert found["variants"]["beleaguered-castle"]["streak"] == {"current": 1, "best": 1}
    # Today's Streets and Alleys can still be won.
    assert found["variants"]["streets-and-alleys"]["streak"] == {"current": 1, "best": 1}


def test_a_challenge_ahead_changes_nothing(ada: Caller, at: SetClock) -> None:
    play(ada, at, DAY)
    before = achieved()
    make_challenge(date=DAY + dt.timedelta(days=1))
    assert achieved() == before


# ----------------------------------------------------------------------------- best ranks


def test_the_best_three_ranks_that_agree_with_the_boards(ada: Caller, at: SetClock) -> None:
    others = [make_caller() for _ in range(3)]
    # So many others are better, and one is worse, on each day.
    for days, better in enumerate([2, 0, 1, 0, 3]):
        date = DAY - dt.timedelta(days=9 - days)
        challenge = play(ada, at, date, line=longer(CASTLE, 2))
        for other in others[:better]:
            other.submit(CASTLE.line, challenge)
        if days == 1:
            others[0].submit(longer(CASTLE, 4), challenge)
    at(NOON)
    best = achieved()["overall"]["best_ranks"]
    assert [(one["rank"], one["total"], one["date"]) for one in best] == [
        (1, 2, "2025-03-01"),
        (1, 1, "2025-03-03"),
        (2, 2, "2025-03-02"),
    ]
    for one in best:
        board = Caller().get(f"challenges/{one['variant']}/{one['date']}/standings").json()
        (rank,) = [
            entry["rank"] for entry in board["results"] if entry["player"]["handle"] == "Ada"
        ]
        assert rank == one["rank"]
        assert board["total"] == one["total"]


def test_over_par_goes_by_the_par_that_was_fixed(ada: Caller, at: SetClock) -> None:
    par = CASTLE.par
    challenge = make_challenge(
        line=longer(CASTLE, 6), moves=par + 6, par_high=par + 6, par_low=par - 3
    )
    play(ada, at, DAY)
    assert achieved()["overall"]["over_par"] == [{"over_par": -6, "count": 1}]
    at(challenge.settles_at)
    assert challenge_settle(challenge=challenge)
    assert achieved()["overall"]["average_over_par"] == -6.0


# ------------------------------------------------------------------------------ moderation


def test_what_is_hidden_is_in_nobodys_statistics_but_ones_own(ada: Caller, at: SetClock) -> None:
    moderator = moderator_create(handle="moderator", password=None)
    challenge = play(ada, at, DAY - dt.timedelta(days=1))
    bob = make_player_caller("Bob")
    at(noon(challenge.date))
    bob.submit(longer(CASTLE, 1), challenge)
    play(ada, at, DAY)
    before = achieved()
    result = Result.objects.get(player=ada.player, challenge=challenge)
    result_hide(result=result, moderator=moderator, reason="odd")
    assert (achieved()["overall"]["played"], streak()) == (1, (1, 1))
    assert achieved()["overall"]["best_ranks"] == []
    own = achieved(ada)["overall"]
    assert (own["played"], own["streak"]["current"]) == (2, 2)
    assert own["best_ranks"] == []
    # Whoever stood behind moves up.
    assert achieved(bob)["overall"]["best_ranks"][0]["rank"] == 1
    result_unhide(result=result, moderator=moderator, reason="fine")
    assert achieved() == before
    player_hide(player=row(ada), moderator=moderator, reason="odd")
    assert Caller().get("players/Ada").status_code == 404
    assert achieved(ada)["overall"]["played"] == 2
    player_unhide(player=row(ada), moderator=moderator, reason="fine")
    assert achieved() == before


# ----------------------------------------------------------------------------------- cost


def test_the_profile_is_one_statement_and_one_for_the_player(ada: Caller, at: SetClock) -> None:
    for days in range(5):
        play(ada, at, DAY - dt.timedelta(days=days))
    at(NOON)
    with CaptureQueriesContext(connection) as queries:
        assert achieved()["overall"]["played"] == 5
    assert len(queries) == 2


def test_a_profile_known_already_is_304_until_something_is_achieved(
    ada: Caller, at: SetClock
) -> None:
    tag = Caller().get("players/Ada")["ETag"]
    assert Caller().get("players/Ada", if_none_match=tag).status_code == 304
    play(ada, at, DAY)
    assert Caller().get("players/Ada", if_none_match=tag).status_code == 200
