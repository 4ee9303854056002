"""Rows written in bulk are those that playing leaves; only a bench's database gets them."""

import os
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from leaderboard.models import Assistance, Attempt, Challenge, Player, Result, Submission
from leaderboard.seeding.bulk import plan_store
from leaderboard.seeding.plan import Plan, plan_make
from leaderboard.seeding.playing import handle_of, plan_play
from leaderboard.seeding.storing import BulkRefusedError, name_check, room_check
from tests.leaderboard.playing import Caller, SetClock, instant, make_caller

pytestmark = pytest.mark.django_db

NOW = instant("2025-03-05 15:00:00")
# Enough for second lines, late ones, help and grace to be among them.
PLAN = plan_make(players=40, days=3, until=NOW, seed=1, results=200, board=38)

TABLES = {
    "challenges": (
        "SELECT to_jsonb(c) - 'id' - 'seconds' FROM leaderboard_challenge c ORDER BY date, variant"
    ),
    "deals": (
        "SELECT to_jsonb(d) - 'id' - 'seconds' - 'asked_at' FROM games_deal d"
        " ORDER BY variant, number"
    ),
    "submissions": """
        SELECT to_jsonb(s) - 'id' - 'player_id' - 'challenge_id', p.created_at, c.date, c.variant
        FROM leaderboard_submission s JOIN leaderboard_player p ON p.id = s.player_id
        JOIN leaderboard_challenge c ON c.id = s.challenge_id ORDER BY s.received_at
    """,
    "results": """
        SELECT to_jsonb(r) - 'id' - 'player_id' - 'challenge_id' - 'submission_id',
            s.received_at, s.player_id = r.player_id, s.challenge_id = r.challenge_id
        FROM leaderboard_result r JOIN leaderboard_submission s ON s.id = r.submission_id
        ORDER BY r.accepted_at
    """,
    "attempts": """
        SELECT a.started_at, c.date, c.variant FROM leaderboard_attempt a
        JOIN leaderboard_challenge c ON c.id = a.challenge_id ORDER BY a.started_at, c.variant
    """,
    "assistances": """
        SELECT a.asked_at, c.date, c.variant FROM leaderboard_assistance a
        JOIN leaderboard_challenge c ON c.id = a.challenge_id ORDER BY a.asked_at, c.variant
    """,
    "counts": """
        SELECT c.date, c.variant, section, score, count, revision FROM leaderboard_scorecount s
        JOIN leaderboard_challenge c ON c.id = s.challenge_id ORDER BY 1, 2, 3, 4
    """,
    "ledger": """
        SELECT c.variant, c.date, l.period, l.variant, l.date, l.entered_at
        FROM leaderboard_periodledger l JOIN leaderboard_challenge c ON c.id = l.challenge_id
        ORDER BY 1, 2, 3, 4
    """,
    "totals": """
        SELECT t.period, t.variant, p.handle, minus_wins, over_par, reached_at
        FROM leaderboard_periodtotal t JOIN leaderboard_player p ON p.id = t.player_id
        ORDER BY 1, 2, 3
    """,
    "wins": """
        SELECT period, variant, minus_wins, count, revision FROM leaderboard_periodwins
        ORDER BY 1, 2, 3
    """,
    "pairs": """
        SELECT period, variant, minus_wins, over_par, count FROM leaderboard_periodpair
        ORDER BY 1, 2, 3, 4
    """,
    "players": """
        SELECT is_guest, CASE WHEN is_guest THEN '' ELSE handle END, created_at, is_active,
            is_staff, is_superuser, hidden_at, preferences, last_accepted_at
        FROM leaderboard_player ORDER BY 1, 2, last_accepted_at
    """,
    "schema": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes
        WHERE schemaname = 'public' ORDER BY 1, 2, 3
    """,
}


def tables() -> dict[str, list[Any]]:
    """All that is stored, but for ids, passwords and what guests are called."""
    with connection.cursor() as cursor:
        found = {}
        for name, statement in TABLES.items():
            cursor.execute(statement)
            found[name] = cursor.fetchall()
    return found


# What differs from one run to the next: ids, chance names, and what holds such.
CHANCE = {"id", "submission", "next", "previous"}


def told(value: Any) -> Any:
    """An answer without what chance has made of it."""
    if isinstance(value, dict):
        if value.get("guest"):
            return "a guest"
        return {key: told(one) for key, one in value.items() if key not in CHANCE}
    return [told(one) for one in value] if isinstance(value, list) else value


def answers(plan: Plan) -> Iterator[Any]:
    """Every board, own place, profile and period, as the API tells them."""
    anybody = Caller()
    players = [
        make_caller(player=Player.objects.get(handle=handle_of(index)))
        for index, guest in enumerate(plan.guest)
        if not guest
    ]
    assert len(players) > 25
    boards = [f"challenges/{day.variant}/{day.date}" for day in plan.days]
    periods = ["all", "2025", "2025-03", "2025-W10", "all/citadel", "2025-W09/citadel"]
    for board in boards:
        yield anybody.get(f"{board}/standings?limit=200").json()
        yield anybody.get(f"{board}/standings/distribution").json()
        yield from (one.get(f"{board}/standings/me?limit=25").json() for one in players[::7])
    for period in periods:
        yield anybody.get(f"standings/{period}?limit=200").json()
        yield from (one.get(f"standings/{period}/me").json() for one in players[::3])
    for one in players[::2]:
        assert one.player is not None
        yield anybody.get(f"players/{one.player.handle}").json()
        yield one.get("me/submissions?limit=200").json()


def empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("TRUNCATE leaderboard_player, leaderboard_challenge, games_deal CASCADE")


def test_bulk_leaves_what_playing_leaves(at: SetClock) -> None:
    at(NOW)
    plan_play(PLAN, quick=True)
    played = tables()
    assert {name for name, rows in played.items() if not rows} == set()
    assert Result.objects.filter(slot="late").exists()
    assert Submission.objects.filter(status="rejected").exists()
    assert Assistance.objects.exists()
    assert Result.objects.count() < Submission.objects.filter(status="accepted").count()
    said = [told(answer) for answer in answers(PLAN)]
    empty()
    counts = plan_store(PLAN)
    for name, rows in tables().items():
        assert rows == played[name], name
    assert counts["results"] == Result.objects.count()
    assert counts["attempts"] == Attempt.objects.count()
    for before, after in zip(said, answers(PLAN), strict=True):
        assert told(after) == before
    out = StringIO()
    call_command("reverify", stdout=out)
    assert f"{counts['submissions']} submissions" in out.getvalue()
    assert "wrong: 0; of unknown rules: 0" in out.getvalue()


def test_a_filled_board_takes_submissions(at: SetClock) -> None:
    at(NOW)
    plan_store(PLAN)
    challenge = Challenge.objects.get(variant="citadel", date=NOW.date())
    guest = make_caller()
    assert guest.submit(challenge.line, challenge).status_code == 201
    own = guest.get(f"challenges/citadel/{NOW.date()}/standings/me").json()
    assert own["rank"] == 1
    assert own["total"] == 39


def bulk(*options: str) -> None:
    call_command("seed_demo", "--bulk", *options, stdout=StringIO())


def test_only_a_bench_may_be_filled(at: SetClock) -> None:
    at(NOW)
    with pytest.raises(CommandError, match="only those whose name ends in _bench"):
        bulk()
    assert not Player.objects.exists()
    name_check("castle_bench")
    for name in ("castle", "bench", "castle_bench2", "_benchmark"):
        with pytest.raises(BulkRefusedError):
            name_check(name)


def test_only_an_empty_database(at: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    at(NOW)
    monkeypatch.setattr("leaderboard.seeding.storing.SUFFIX", "")
    make_caller()
    with pytest.raises(CommandError, match="is not empty"):
        bulk()


def test_only_with_room_on_the_disk(at: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    at(NOW)
    monkeypatch.setattr("leaderboard.seeding.storing.SUFFIX", "")
    monkeypatch.setattr("leaderboard.seeding.storing.BYTES_PER_RESULT", 2**50)
    with pytest.raises(CommandError, match=r"^6 results take 6,291,457.0 GiB .* GiB are free in"):
        bulk("--players", "4", "--days", "1")
    assert not Player.objects.exists()
    monkeypatch.undo()
    with pytest.raises(BulkRefusedError, match="cannot be seen from here"):
        room_check("/a/disk/of/another/machine", 1)
    room_check(os.getcwd(), 1)
