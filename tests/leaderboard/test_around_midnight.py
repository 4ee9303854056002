"""A day's play at the edges of days and years, by a clock that goes on meanwhile.

Midnight, or the end of the grace, may pass between any two lines of these tests. So what an
answer says is compared with the instant that it says it at.
"""

import datetime as dt
from typing import Any

import pytest

from games import clock
from leaderboard.models import Attempt, Challenge
from leaderboard.services.tokens import Scope
from leaderboard.tasks import (
    challenges_publish,
    challenges_settle,
    guests_erase,
    idempotency_clean,
    logins_forget,
)
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.lines import CASTLE, CASTLE_2, CASTLE_3, CITADEL, STREETS, Won, longer
from tests.leaderboard.playing import Caller, make_caller, make_challenge, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.every_instant]
DAY = dt.timedelta(days=1)
GRACE = dt.timedelta(hours=2)


def at_midnight(date: dt.date) -> dt.datetime:
    return dt.datetime.combine(date, dt.time(), dt.UTC)


def read(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def make_days(won: Won = CASTLE) -> list[Challenge]:
    """A variant's challenges of the day before yesterday to the day after tomorrow."""
    today = clock.now().date()
    return [make_challenge(won, today + days * DAY) for days in range(-2, 3)]


def test_todays_challenges_are_those_of_the_servers_date() -> None:
    # All of them are there: one that is missing would be made now.
    for won in (CASTLE, STREETS, CITADEL):
        make_days(won)
    body = Caller().get("challenges/today").json()
    now = read(body["server_time"])
    assert body["date"] == now.date().isoformat()
    assert body["next_at"] == f"{now.date() + DAY}T00:00:00Z"
    assert len(body["results"]) == 3
    for challenge in body["results"]:
        assert challenge["date"] == body["date"]
        assert read(challenge["opens_at"]) <= now < read(challenge["closes_at"])
        assert read(challenge["settles_at"]) == at_midnight(now.date()) + DAY + GRACE


def test_the_calendar_ends_today_and_commitments_go_on() -> None:
    days = make_days()
    before = clock.now()
    listed = Caller().get("challenges").json()["results"]
    opened = Caller().get("commitments").json()["results"]
    after = clock.now()
    assert listed[0]["date"] in {before.date().isoformat(), after.date().isoformat()}
    assert len(opened) == len(days)
    for row in opened:
        opens_at = at_midnight(dt.date.fromisoformat(row["date"]))
        if row["opened"] is None:
            assert opens_at > before
        else:
            assert opens_at <= after


@pytest.mark.parametrize("began", [True, False], ids=["with an attempt", "without one"])
def test_a_line_is_late_or_not_by_the_instant_of_its_receipt(began: bool) -> None:
    for challenge in make_days()[:3]:
        player = make_player_caller(f"Player-{challenge.date:%d}")
        if began:
            Attempt.objects.create(
                player=player.player, challenge=challenge, started_at=challenge.opens_at
            )
        body = player.submit(CASTLE.line, challenge).json()
        received = read(body["received_at"])
        in_time = received < (challenge.settles_at if began else challenge.closes_at)
        assert body["late"] is not in_time
        board = player.get(f"{path_of(challenge)}/standings/me").json()
        assert (board["rank"], board["total"]) == ((1, 1) if in_time else (None, 0))
        assert (board["late"] is None) is in_time
        day = own_day(player, challenge)
        assert day["outcome"] == ("won" if in_time else "won_late")
        assert day["counts_for_streak"] is in_time or day["counts_for_streak"] is None


def own_day(caller: Caller, challenge: Challenge) -> Any:
    query = f"?from={challenge.date}&to={challenge.date}"
    (day,) = caller.get(f"me/calendar{query}").json()["results"]
    return day


def test_secrets_are_kept_until_settling() -> None:
    for challenge in make_days()[:3]:
        submission = make_caller().submit(CASTLE.line, challenge).json()["id"]
        before = clock.now()
        answers = [
            Caller().get(path).status_code
            for path in (f"{path_of(challenge)}/solution", f"submissions/{submission}")
        ]
        rows = Caller().get(f"bulk/{challenge.date}/challenges.csv").getvalue().count(b"\n") - 1
        after = clock.now()
        if after < challenge.settles_at:
            assert (answers, rows) == ([404, 404], 0)
        if before >= challenge.settles_at:
            assert (answers, rows) == ([200, 200], 1)


def test_days_won_in_a_row_are_a_streak_across_months_and_years() -> None:
    today = clock.now().date()
    ada = make_player_caller("Ada")
    for won, days in ((CASTLE, 2), (CASTLE_2, 1), (CASTLE_3, 0)):
        challenge = make_challenge(won, today - days * DAY)
        Attempt.objects.create(
            player=ada.player, challenge=challenge, started_at=challenge.opens_at
        )
        play_at_noon(ada, challenge, longer(won, 2))
    challenges_settle()
    settled = set(Challenge.objects.exclude(settled_at=None).values_list("date", flat=True))
    assert settled in ({today - 2 * DAY}, {today - 2 * DAY, today - DAY})
    streak = ada.get("players/Ada").json()["statistics"]["overall"]["streak"]
    assert streak == {"current": 3, "best": 3}
    # Every period that a settled day is in counts it, and no other.
    for day in {today - 2 * DAY, today - DAY, today}:
        week = day.isocalendar()
        for name in (f"{day:%Y}", f"{day:%Y-%m}", f"{week.year}-W{week.week:02}", "all"):
            body = ada.get(f"standings/{name}").json()
            first, last = body["first"] or "0001-01-01", body["last"] or "9999-12-31"
            wins = sum(first <= one.isoformat() <= last for one in settled)
            found = [(row["wins"], row["over_par"]) for row in body["results"]]
            assert found == ([(wins, 2 * wins)] if wins else [])


def play_at_noon(caller: Caller, challenge: Challenge, line: str) -> None:
    """Submit a line at noon of the challenge's day; the clock is then as it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: challenge.opens_at + dt.timedelta(hours=12))
        assert caller.submit(line, challenge).json()["late"] is False


def test_what_the_tasks_throw_away_is_only_what_has_ended() -> None:
    make_days()
    guest, reader = make_caller(), make_caller(Scope.READ)
    for task in (challenges_publish, challenges_settle):
        task()
        task()
    for task in (guests_erase, logins_forget, idempotency_clean):
        task()
    assert guest.get("me").status_code == reader.get("me").status_code == 200
    expiry = read(guest.post("guests").json()["expires_at"])
    assert abs(expiry - clock.now() - 400 * DAY) < dt.timedelta(minutes=1)
