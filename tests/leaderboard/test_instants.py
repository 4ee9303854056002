"""The three instants of a challenge: opening, closing, settling, to the microsecond."""

import datetime as dt

import pytest

from leaderboard.models import Challenge, Result, ScoreCount
from leaderboard.services.challenges import challenge_settle
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db

DATES = [
    dt.date(2025, 3, 9),
    dt.date(2028, 2, 28),
    dt.date(2028, 2, 29),
    dt.date(2027, 2, 28),
    dt.date(2027, 12, 31),
    # Clocks go forward, and back, in places that have such days.
    dt.date(2025, 3, 30),
    dt.date(2025, 10, 26),
]
TICK = dt.timedelta(microseconds=1)


@pytest.fixture(params=DATES, ids=str)
def challenge(request: pytest.FixtureRequest) -> Challenge:
    """The challenge of one of the dates."""
    return make_challenge(date=request.param)


def midnight_after(challenge: Challenge) -> dt.datetime:
    return dt.datetime.combine(challenge.date, dt.time(), dt.UTC) + dt.timedelta(hours=24)


def start(caller: Caller, challenge: Challenge) -> int:
    return int(caller.post(f"{path_of(challenge)}/attempts").status_code)


def test_the_instants_are_utc_midnights_and_two_hours(challenge: Challenge, at: SetClock) -> None:
    midnight = midnight_after(challenge)
    at(midnight)
    body = Caller().get(path_of(challenge)).json()
    day, next_day = challenge.date.isoformat(), midnight.date().isoformat()
    assert body["opens_at"] == f"{day}T00:00:00Z"
    assert body["closes_at"] == f"{next_day}T00:00:00Z"
    assert body["settles_at"] == f"{next_day}T02:00:00Z"
    assert body["server_time"] == f"{next_day}T00:00:00Z"


def test_it_opens_at_midnight(challenge: Challenge, at: SetClock) -> None:
    opening = midnight_after(challenge) - dt.timedelta(days=1)
    at(opening - TICK)
    caller = make_caller()
    problem_of(caller.get(path_of(challenge)), 404)
    problem_of(caller.submit(CASTLE.line, challenge), 404)
    problem_of(caller.post(f"{path_of(challenge)}/attempts"), 404)
    at(opening)
    assert caller.get(path_of(challenge)).status_code == 200
    assert caller.submit(CASTLE.line, challenge).json()["late"] is False


@pytest.mark.parametrize(
    ("attempt", "submitted", "late"),
    [
        # Without an attempt there is no grace.
        (None, -TICK, False),
        (None, dt.timedelta(0), True),
        (None, dt.timedelta(hours=1), True),
        # With one begun in time there is.
        (-TICK, dt.timedelta(0), False),
        (-TICK, dt.timedelta(hours=1, minutes=59, seconds=59), False),
        (-TICK, dt.timedelta(hours=2) - TICK, False),
        (-TICK, dt.timedelta(hours=2), True),
        (dt.timedelta(hours=-24), dt.timedelta(hours=2) - TICK, False),
        # One begun at closing or after is none.
        (dt.timedelta(0), dt.timedelta(0), True),
        (dt.timedelta(0), dt.timedelta(hours=1), True),
        # Archive play.
        (-TICK, dt.timedelta(days=400), True),
        (dt.timedelta(days=399), dt.timedelta(days=400), True),
    ],
)
def test_in_time_and_late(
    challenge: Challenge,
    at: SetClock,
    attempt: dt.timedelta | None,
    submitted: dt.timedelta,
    late: bool,
) -> None:
    closing = midnight_after(challenge)
    if attempt is not None:
        at(closing + attempt)
        starter = make_caller()
        assert start(starter, challenge) == 201
        player = starter.player
    else:
        player = None
    at(closing + submitted)
    caller = make_caller(player=player) if player else make_caller()
    body = caller.submit(CASTLE.line, challenge).json()
    assert body["late"] is late
    assert Result.objects.get().slot == ("late" if late else "in_time")
    assert sum(row.count for row in ScoreCount.objects.all()) == (0 if late else 1)


@pytest.mark.parametrize(
    ("now", "late"),
    [
        ("2025-03-09 23:59:59", False),
        ("2025-03-10 00:00:00", False),
        ("2025-03-10 01:59:59", False),
        ("2025-03-10 02:00:00", True),
    ],
)
def test_the_seconds_around_midnight_on_a_running_attempt(
    at: SetClock, now: str, late: bool
) -> None:
    challenge = make_challenge()
    at(instant("2025-03-09 23:00:00"))
    caller = make_caller()
    start(caller, challenge)
    at(instant(now))
    assert caller.submit(CASTLE.line, challenge).json()["late"] is late


def test_a_late_result_has_a_slot_of_its_own(at: SetClock) -> None:
    challenge = make_challenge()
    at(instant("2025-03-09 12:00:00"))
    caller = make_caller()
    caller.submit(longer(CASTLE, 5), challenge)
    at(instant("2025-04-01 12:00:00"))
    caller = make_caller(player=caller.player)
    assert caller.submit(CASTLE.line, challenge).json()["late"] is True
    assert caller.submit(unfinished(CASTLE, 9), challenge).json()["late"] is True
    moves = {row.slot: row.moves for row in Result.objects.all()}
    assert moves == {"in_time": 78, "late": 73}
    board = Caller().get(f"{path_of(challenge)}/standings").json()
    assert [row["moves"] for row in board["results"]] == [78]
    own = caller.get(f"{path_of(challenge)}/standings/me").json()
    assert (own["standing"]["moves"], own["late"]["moves"]) == (78, 73)
    assert (own["rank"], own["late"]["rank"]) == (1, None)


def test_the_same_line_stays_in_time_when_it_comes_again(at: SetClock) -> None:
    challenge = make_challenge()
    at(instant("2025-03-09 12:00:00"))
    caller = make_caller()
    first = caller.submit(CASTLE.line, challenge)
    at(instant("2025-03-20 12:00:00"))
    again = caller.submit(CASTLE.line, challenge)
    assert (again.status_code, again.content) == (200, first.content)
    assert Result.objects.get().slot == "in_time"


def test_a_settled_board_is_closed_to_a_clock_that_is_behind(at: SetClock) -> None:
    challenge = make_challenge()
    at(instant("2025-03-10 02:00:00"))
    assert challenge_settle(challenge=challenge)
    at(instant("2025-03-09 23:59:59"))
    assert make_caller().submit(CASTLE.line, challenge).json()["late"] is True
