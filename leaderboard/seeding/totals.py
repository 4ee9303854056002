"""The boards of periods worked out at once from all results, as settling would leave them.

Settling goes challenge by challenge; here every challenge is in the ledger already and
nothing is counted yet. Wins only grow in between, which is what the revisions rest on.
"""

from django.db import connection

from leaderboard.ranking import Section
from leaderboard.services.periods import WINS

TOTALS = f"""
    INSERT INTO leaderboard_periodtotal
        (period, variant, player_id, minus_wins, over_par, reached_at)
    SELECT period, variant, player_id, -count(*), sum(over_par), max(accepted_at)
    FROM ({WINS}) AS wins GROUP BY period, variant, player_id
"""  # noqa: S608 - the parts are constants
PAIRS = """
    INSERT INTO leaderboard_periodpair (period, variant, minus_wins, over_par, count)
    SELECT period, variant, minus_wins, over_par, count(*) FROM leaderboard_periodtotal
    GROUP BY period, variant, minus_wins, over_par
"""
# A player with n wins has come to 1, 2, … n wins and has left all of them but the last: each
# is a change of the row of so many wins.
COUNTS = """
    WITH ends AS MATERIALIZED (
        SELECT period, variant, -minus_wins AS wins, count(*) AS players
        FROM leaderboard_periodtotal GROUP BY period, variant, minus_wins
    ), steps AS (
        SELECT board.period, board.variant, step.wins,
            coalesce(ends.players, 0) AS players,
            sum(coalesce(ends.players, 0)) OVER (
                PARTITION BY board.period, board.variant ORDER BY step.wins DESC
            ) AS came
        FROM (SELECT period, variant, max(wins) AS most FROM ends GROUP BY period, variant) AS board
        CROSS JOIN LATERAL generate_series(1, board.most) AS step (wins)
        LEFT JOIN ends ON ends.period = board.period AND ends.variant = board.variant
            AND ends.wins = step.wins
    )
    INSERT INTO leaderboard_periodwins (period, variant, minus_wins, count, revision)
    SELECT period, variant, -wins, players, came + came - players FROM steps
"""


def periods_enter_all() -> None:
    """Fill the empty tables of totals and their counts from the results of settled challenges."""
    with connection.cursor() as cursor:
        # Without statistics a join of tables that have just been filled goes row by row.
        cursor.execute("ANALYZE leaderboard_result, leaderboard_player, leaderboard_challenge")
        cursor.execute("ANALYZE leaderboard_periodledger")
        cursor.execute("SET LOCAL work_mem = '512MB'")
        cursor.execute(TOTALS, {"ranked": Section.RANKED})
        cursor.execute("ANALYZE leaderboard_periodtotal")
        cursor.execute(PAIRS)
        cursor.execute(COUNTS)
