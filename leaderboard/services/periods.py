"""Keeping the boards of periods: a settled challenge goes in once, a player is done anew.

A challenge goes into its boards one by one, each in a transaction of its own: a board of a
million takes long, and each shows all of the challenge or nothing of it. The ledger has a row
for a challenge on a board, and is what a player's totals are worked out by.

Every writer holds one lock of all periods, taken behind those of challenge, player and
results and before the counts of challenges. Whoever has it reads what the last holder left:
a player who is hidden, deleted or registered while a challenge is entered is, on each board,
either seen by that, or sees the challenge on the board and is done anew.
"""

import datetime as dt
from typing import Any, NamedTuple

from django.db import connection

from games import clock
from leaderboard.models import Challenge, PeriodLedger, PeriodTotal, Player
from leaderboard.ranking import Section
from leaderboard.services.storing import insert_once

# Any number that is no challenge's; theirs are hashes.
LOCK = 0x70657269

# The clean wins in time that count, once for every board that they are on.
WINS = """
    SELECT ledger.period, ledger.variant, result.player_id,
           result.moves - challenge.par_reference AS over_par, result.accepted_at
    FROM leaderboard_periodledger AS ledger
    JOIN leaderboard_challenge AS challenge ON challenge.id = ledger.challenge_id
    JOIN leaderboard_result AS result ON result.challenge_id = challenge.id
    JOIN leaderboard_player AS player ON player.id = result.player_id
    WHERE result.slot = 'in_time' AND result.section = %(ranked)s AND NOT result.hidden
        AND NOT player.is_guest
"""
# What a change of totals, as rows of `changes` with a step of 1 or -1, does to the counts.
COUNT = """
    pairs AS (
        INSERT INTO leaderboard_periodpair AS pair (period, variant, minus_wins, over_par, count)
        SELECT period, variant, minus_wins, over_par, sum(step) FROM changes
        GROUP BY period, variant, minus_wins, over_par
        ON CONFLICT (period, variant, minus_wins, over_par) DO UPDATE
        SET count = pair.count + EXCLUDED.count
    )
    INSERT INTO leaderboard_periodwins AS wins (period, variant, minus_wins, count, revision)
    SELECT period, variant, minus_wins, sum(step), count(*) FROM changes
    GROUP BY period, variant, minus_wins
    ON CONFLICT (period, variant, minus_wins) DO UPDATE
    SET count = wins.count + EXCLUDED.count, revision = wins.revision + EXCLUDED.revision
"""


class _Total(NamedTuple):
    """A row of a board, without its player."""

    minus_wins: int
    over_par: int
    reached_at: dt.datetime


def period_lock() -> None:
    """Wait for every other writer of periods; until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def challenge_enter(*, challenge: Challenge, period: str, variant: str) -> bool:
    """Add a settled challenge to a board of its periods; whether this call did it.

    To be called in a transaction, once the challenge is closed and its par fixed.
    """
    period_lock()
    row = PeriodLedger(
        challenge=challenge,
        period=period,
        variant=variant,
        date=challenge.date,
        entered_at=clock.now(),
    )
    if not insert_once(row):
        return False
    values: dict[str, Any] = {
        "ranked": Section.RANKED,
        "challenge": challenge.pk,
        "period": period,
        "variant": variant,
    }
    with connection.cursor() as cursor:
        # All parts of the statement read the totals as they were before it.
        cursor.execute(
            f"""
            WITH gained AS MATERIALIZED (
                {WINS} AND challenge.id = %(challenge)s
                AND ledger.period = %(period)s AND ledger.variant = %(variant)s
            ), before AS (
                SELECT total.period, total.variant, total.minus_wins, total.over_par
                FROM gained JOIN leaderboard_periodtotal AS total
                    USING (player_id, period, variant)
            ), after AS (
                INSERT INTO leaderboard_periodtotal AS total
                    (period, variant, player_id, minus_wins, over_par, reached_at)
                SELECT period, variant, player_id, -1, over_par, accepted_at FROM gained
                ON CONFLICT (player_id, period, variant) DO UPDATE
                SET minus_wins = total.minus_wins - 1,
                    over_par = total.over_par + EXCLUDED.over_par,
                    reached_at = greatest(total.reached_at, EXCLUDED.reached_at)
                RETURNING period, variant, minus_wins, over_par
            ), changes AS MATERIALIZED (
                SELECT *, 1 AS step FROM after UNION ALL SELECT *, -1 FROM before
            ), {COUNT}
            """,  # noqa: S608 - the parts are constants of this module
            values,
        )
        cursor.execute("DELETE FROM leaderboard_periodpair WHERE count = 0")
    return True


def player_enter_anew(*, player: Player) -> None:
    """Work a player's totals out from their results, after these or the player changed.

    To be called in the transaction of the change, before the counts of challenges are. Only
    boards on which something changes get another revision.
    """
    period_lock()
    rows = PeriodTotal.objects.filter(player=player)
    before = {
        (row.period, row.variant): _Total(row.minus_wins, row.over_par, row.reached_at)
        for row in rows
    }
    after = _totals(player)
    boards = [board for board in {**before, **after} if before.get(board) != after.get(board)]
    changes: list[tuple[Any, ...]] = []
    gone = set()
    for board in boards:
        if board in before:
            gone.add(board)
            changes.append((*board, *before[board][:2], -1))
        if board in after:
            changes.append((*board, *after[board][:2], 1))
    stale = [row.pk for row in rows if (row.period, row.variant) in gone]
    PeriodTotal.objects.filter(pk__in=stale).delete()
    PeriodTotal.objects.bulk_create(
        PeriodTotal(
            period=board[0],
            variant=board[1],
            player=player,
            minus_wins=after[board].minus_wins,
            over_par=after[board].over_par,
            reached_at=after[board].reached_at,
        )
        for board in boards
        if board in after
    )
    _count(changes)


def _totals(player: Player) -> dict[tuple[str, str], _Total]:
    """What a player's boards should say, by period and variant."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT period, variant, -count(*), sum(over_par), max(accepted_at)
            FROM ({WINS} AND result.player_id = %(player)s) AS wins
            GROUP BY period, variant
            """,  # noqa: S608 - the parts are constants of this module
            {"ranked": Section.RANKED, "player": player.pk},
        )
        return {
            (period, variant): _Total(minus_wins, over_par, reached_at)
            for period, variant, minus_wins, over_par, reached_at in cursor.fetchall()
        }


def _count(changes: list[tuple[Any, ...]]) -> None:
    """Count rows of boards (period, variant, minus_wins, over_par, step) in or out."""
    if not changes:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH changes AS MATERIALIZED (
                SELECT * FROM unnest(%s::text[], %s::text[], %s::int[], %s::int[], %s::int[])
                    AS change (period, variant, minus_wins, over_par, step)
            ), {COUNT}
            """,  # noqa: S608 - the parts are constants of this module
            [list(column) for column in zip(*changes, strict=True)],
        )
        cursor.execute("DELETE FROM leaderboard_periodpair WHERE count = 0")
