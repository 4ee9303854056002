"""A page of a period costs what it shows, however many players have been counted."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.leaderboard.playing import Caller, make_caller

pytestmark = pytest.mark.django_db

PLAYERS = 3000
FILL = """
    INSERT INTO leaderboard_player (id, handle, handle_skeleton, password, is_guest, is_active,
        is_staff, is_superuser, recovery_hash, hidden_reason, preferences, created_at)
    SELECT gen_random_uuid(), 'p' || n, 'p' || n, '', false, true, false, false, '', '', '{}',
        timestamptz '2025-01-01' FROM generate_series(1, 3000) AS n;
    INSERT INTO leaderboard_periodtotal
        (period, variant, player_id, minus_wins, over_par, reached_at)
    SELECT 'all', '', id, -1 - row_number() OVER (ORDER BY id) % 60,
        row_number() OVER (ORDER BY id) % 77, timestamptz '2025-01-02' FROM leaderboard_player;
    INSERT INTO leaderboard_periodpair (period, variant, minus_wins, over_par, count)
    SELECT period, variant, minus_wins, over_par, count(*) FROM leaderboard_periodtotal
    GROUP BY 1, 2, 3, 4;
    INSERT INTO leaderboard_periodwins (period, variant, minus_wins, count, revision)
    SELECT period, variant, minus_wins, count(*), count(*) FROM leaderboard_periodtotal
    GROUP BY 1, 2, 3;
    ANALYZE;
"""


def plan_of(caller: Caller, path: str) -> str:
    """The plan of the last statement of a call, which must succeed."""
    with CaptureQueriesContext(connection) as queries:
        assert caller.get(path).json()["total"] == PLAYERS
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {queries.captured_queries[-1]['sql']}")
        return "\n".join(row[0] for row in cursor.fetchall())


def test_rows_and_counts_come_from_their_indexes() -> None:
    with connection.cursor() as cursor:
        cursor.execute(FILL)
    for caller, path in ((Caller(), "standings/all"), (make_caller(), "standings/all/me")):
        plan = plan_of(caller, path)
        assert "using period_board on leaderboard_periodtotal" in plan
        # Of the pairs those with the wins that the page shows, not all of the board.
        assert re.search(r"Index Cond: .*minus_wins = ANY", plan)
        assert "Sort" not in plan
        assert not re.search(r"Seq Scan on leaderboard_period(total|pair)", plan)
