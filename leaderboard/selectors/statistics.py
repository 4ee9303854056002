"""What a player has achieved, from one statement: one moment, the ranks of the boards."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

from games import clock
from games.rules import VARIANTS
from leaderboard.models import Player
from leaderboard.ranking import Section, rank_behind
from leaderboard.selectors.challenges import settled_until
from leaderboard.streaks import Streak, streak

# So many best ranks are told.
BEST = 3

# How many clean wins of a settled board (those until %(settled)s) are in fewer moves, and how
# many there are: the sums of `ranking.Tally`. Nothing where a result has no rank.
CLEAN_WINS = """
    LEFT JOIN LATERAL (
        SELECT coalesce(sum(count) FILTER (WHERE score < result.score), 0) AS before,
               sum(count) AS total
        FROM leaderboard_scorecount
        WHERE challenge_id = result.challenge_id AND section = %(ranked)s
    ) AS board
        ON result.section = %(ranked)s AND result.slot = 'in_time' AND NOT result.hidden
            AND challenge.date <= %(settled)s
"""
SQL = f"""
    SELECT (
        SELECT coalesce(json_agg(json_build_array(variant, date)), '[]')
        FROM leaderboard_challenge WHERE date <= %(today)s
    ), (
        SELECT coalesce(json_agg(json_build_array(
            challenge.variant, challenge.date, result.section,
            result.moves - coalesce(challenge.par_reference, challenge.par_high),
            board.before, board.total
        )), '[]')
        FROM leaderboard_result AS result
        JOIN leaderboard_challenge AS challenge ON challenge.id = result.challenge_id
        {CLEAN_WINS}
        WHERE result.player_id = %(player)s AND result.slot = 'in_time'
            AND (NOT result.hidden OR %(own)s)
    )
"""  # noqa: S608 - the part is a constant


class _Row(NamedTuple):
    """A result in time. `before` and `total` are None where it has no final rank."""

    variant: str
    date: dt.date
    section: int
    over_par: int
    before: int | None
    total: int | None


class OverPar(NamedTuple):
    """How many clean wins are so many moves over par."""

    over_par: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here


class BestRank(NamedTuple):
    """A rank on a settled board, with the number of clean wins there."""

    rank: int
    total: int
    variant: str
    date: dt.date


@dataclass(frozen=True)
class Statistics:
    """What a player has achieved in a variant, or in all; results in time alone.

    `won` counts wins with help too, `won_clean` those without; over par counts these.
    `over_par` is in order; `average_over_par` has three decimals, None without a clean win.
    """

    played: int
    won: int
    won_clean: int
    streak: Streak
    average_over_par: float | None
    over_par: list[OverPar]
    best_ranks: list[BestRank]


@dataclass(frozen=True)
class AllStatistics:
    """Statistics over all variants, and of each by slug."""

    overall: Statistics
    variants: dict[str, Statistics]


def statistics_of(player: Player, *, own: bool) -> AllStatistics:
    """A player's statistics; to their own eyes with what moderators have hidden.

    Hidden results have no rank to anybody.
    """
    now = clock.now()
    today = now.date()
    settled = settled_until(now)
    with connection.cursor() as cursor:
        cursor.execute(
            SQL,
            {
                "player": player.pk,
                "own": own,
                "today": today,
                "settled": settled,
                "ranked": Section.RANKED,
            },
        )
        challenges, results = cursor.fetchone() or ([], [])
    dates = [(variant, dt.date.fromisoformat(date)) for variant, date in challenges]
    rows = [_Row(variant, dt.date.fromisoformat(date), *rest) for variant, date, *rest in results]
    return AllStatistics(
        _statistics(rows, (date for _, date in dates), settled),
        {
            slug: _statistics(
                [row for row in rows if row.variant == slug],
                (date for variant, date in dates if variant == slug),
                settled,
            )
            for slug in VARIANTS
        },
    )


def _statistics(rows: list[_Row], dates: Iterable[dt.date], settled: dt.date) -> Statistics:
    won = [row for row in rows if row.section != Section.UNFINISHED]
    clean = [row.over_par for row in won if row.section == Section.RANKED]
    ranks = [
        BestRank(rank_behind(row.before), row.total or 0, row.variant, row.date)
        for row in won
        if row.before is not None
    ]
    # Of equal ranks that among more players, then the later one.
    ranks.sort(key=lambda best: (best.rank, -best.total, -best.date.toordinal(), best.variant))
    return Statistics(
        played=len(rows),
        won=len(won),
        won_clean=len(clean),
        streak=streak(dates, {row.date for row in won}, settled=settled),
        average_over_par=round(sum(clean) / len(clean), 3) if clean else None,
        over_par=[OverPar(*share) for share in sorted(Counter(clean).items())],
        best_ranks=ranks[:BEST],
    )
