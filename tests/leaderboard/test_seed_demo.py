"""`manage.py seed_demo`: made-up players whose results are as real as anybody's."""

import datetime as dt
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Count
from pytest_django.fixtures import Settings

from games import clock
from leaderboard.models import Challenge, Player, Result, Submission
from tests.leaderboard.playing import Caller, SetClock, instant

pytestmark = pytest.mark.django_db

NOW = instant("2025-03-09 15:00:00")


def seed(*options: str) -> str:
    """Run the command; what it says."""
    out = StringIO()
    call_command("seed_demo", *options, stdout=out)
    return out.getvalue()


def test_boards_calendar_and_periods_have_life(at: SetClock, anybody: Caller) -> None:
    at(NOW)
    said = seed("--players", "12", "--days", "3")
    assert said.startswith("12 players, ")
    assert Player.objects.count() == 12
    assert clock.now() == NOW
    days = [dt.date(2025, 3, 7), dt.date(2025, 3, 8), dt.date(2025, 3, 9)]
    assert sorted(set(Challenge.objects.values_list("date", flat=True))) == days
    for day in days:
        board = anybody.get(f"challenges/citadel/{day}/standings").json()
        assert board["total"] == 6
        challenge = anybody.get(f"challenges/citadel/{day}").json()
        for row in board["results"]:
            assert f"{day}T00:00:00" < row["accepted_at"]
            if row["section"] == "ranked":
                assert row["moves"] >= challenge["par"]["low"]
    assert Challenge.objects.filter(settled_at=None).count() == 3
    month = anybody.get("standings/2025-03").json()
    assert month["through"] == "2025-03-08"
    assert month["results"]
    assert not any(row["player"]["handle"].startswith("guest-") for row in month["results"])


def test_whoever_tries_it_out_can_log_in(at: SetClock, anybody: Caller) -> None:
    at(NOW)
    said = seed("--players", "5", "--days", "1")
    password = said.strip().rpartition(" ")[2]
    handle = Player.objects.filter(is_guest=False).values_list("handle", flat=True)[0]
    answer = anybody.post("tokens", {"handle": handle, "password": password})
    assert answer.status_code == 201


def test_every_stored_line_holds(at: SetClock) -> None:
    at(NOW)
    seed("--players", "20", "--days", "2")
    out = StringIO()
    call_command("reverify", stdout=out)
    assert f"{Submission.objects.count()} submissions" in out.getvalue()
    assert "wrong: 0; of unknown rules: 0" in out.getvalue()
    assert Result.objects.filter(slot="in_time").count() == 60


def test_the_same_seed_plays_the_same(at: SetClock) -> None:
    def played() -> list[tuple[object, ...]]:
        at(NOW)
        seed("--players", "10", "--days", "2", "--seed", "7")
        rows = Submission.objects.order_by("received_at")
        found = list(rows.values_list("received_at", "line", "late", "assisted", "elapsed_ms"))
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("TRUNCATE leaderboard_player, leaderboard_challenge CASCADE")
        return found

    first = played()
    assert len(first) >= 30
    assert played() == first


def test_a_second_time_is_refused(at: SetClock) -> None:
    at(NOW)
    seed("--players", "10", "--days", "1")
    with pytest.raises(CommandError, match="here already"):
        seed("--players", "10", "--days", "1")
    assert Player.objects.count() == 10


def test_boards_that_are_closed_are_left_alone(at: SetClock) -> None:
    at(NOW)
    seed("--players", "4", "--days", "2")
    for number, player in enumerate(Player.objects.filter(is_guest=False)):
        player.handle = player.handle_skeleton = f"other{number}"
        player.save()
    said = seed("--players", "4", "--days", "2", "--seed", "2")
    assert said.count("2025-03-08: left alone, its board is closed") == 3
    on_boards = Result.objects.filter(slot="in_time").values_list("challenge__date")
    assert [count for _, count in on_boards.order_by("challenge__date").annotate(Count("id"))] == [
        *(6, 12),
    ]


def test_not_in_production(settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="no place in production"):
        seed()
