"""Boards of periods: pages and a player's own place, from one statement each.

As with challenges the cost is that of the page and of counts: those by wins, and those by
moves over par of the wins that the page shows.
"""

import datetime as dt
import uuid
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import connection

from leaderboard.models import Player
from leaderboard.periods import Period
from leaderboard.ranking import PeriodPlace, PeriodTally

THROUGH = """
    SELECT max(date) FROM leaderboard_periodledger
    WHERE period = %(period)s AND variant = %(variant)s
"""
WINS = """
    SELECT coalesce(json_agg(json_build_array(minus_wins, count, revision)), '[]')
    FROM leaderboard_periodwins WHERE period = %(period)s AND variant = %(variant)s
"""
# An array, so that the index is asked for these wins alone: a join may read the board's pairs
# one and all, and those are nearly as many as its players.
PAIRS = """
    SELECT coalesce(json_agg(json_build_array(minus_wins, over_par, count)), '[]')
    FROM leaderboard_periodpair WHERE period = %(period)s AND variant = %(variant)s
        AND minus_wins = ANY(ARRAY(SELECT minus_wins FROM page))
"""
ROW = "total.minus_wins, total.over_par, total.reached_at, total.player_id, player.handle"
BOARD = """
    FROM leaderboard_periodtotal AS total
    JOIN leaderboard_player AS player ON player.id = total.player_id
    WHERE total.period = %(period)s AND total.variant = %(variant)s
"""
KEY = "(total.minus_wins, total.over_par, total.reached_at, total.player_id)"
FORWARD = "total.minus_wins, total.over_par, total.reached_at, total.player_id"
BACKWARD = "total.minus_wins DESC, total.over_par DESC, total.reached_at DESC, total.player_id DESC"


class PeriodPosition(NamedTuple):
    """The place of one row in the total order of a period's board: what a cursor holds."""

    minus_wins: int
    over_par: int
    reached_at: dt.datetime
    player_id: uuid.UUID


@dataclass(frozen=True)
class PeriodStanding:
    """One row of a period's board; `reached_at` is when the last of the wins was received."""

    position: PeriodPosition
    rank: int
    handle: str

    @property
    def wins(self) -> int:
        """Challenges won clean and in time."""
        return -self.position.minus_wins

    @property
    def over_par(self) -> int:
        """Moves over par of all the wins together; may be negative."""
        return self.position.over_par

    @property
    def reached_at(self) -> dt.datetime:
        """When the last of the wins was received."""
        return self.position.reached_at


@dataclass(frozen=True)
class PeriodPage:
    """Rows of a period's board at one moment; `through` is the last date that counts, or None.

    `more` says whether rows follow in the direction that was read.
    """

    tally: PeriodTally
    through: dt.date | None
    standings: list[PeriodStanding]
    more: bool


@dataclass(frozen=True)
class OwnPeriodStanding:
    """A player's own place with the rows around it; without one `standing` is None."""

    tally: PeriodTally
    through: dt.date | None
    hidden: bool
    standing: PeriodStanding | None = None
    above: list[PeriodStanding] = field(default_factory=list)
    below: list[PeriodStanding] = field(default_factory=list)


def period_page(
    period: Period,
    variant: str,
    *,
    limit: int,
    start: PeriodPosition | None = None,
    backward: bool = False,
) -> PeriodPage:
    """A page behind `start` (before it if `backward`), in board order; variant "" is all."""
    sign, order = ("<", BACKWARD) if backward else (">", FORWARD)
    where = f"AND {KEY} {sign} (%(minus_wins)s, %(over)s, %(at)s, %(id)s)" if start else ""
    sql = f"""
        WITH page AS MATERIALIZED (
            SELECT {ROW} {BOARD} {where} ORDER BY {order} LIMIT %(limit)s
        )
        SELECT ({WINS}), ({PAIRS}), ({THROUGH}),
            (SELECT coalesce(json_agg(page), '[]') FROM page)
    """  # noqa: S608 - the parts are constants of this module
    values = values_of(period, variant) | {"limit": limit + 1}
    if start is not None:
        values |= {
            "minus_wins": start.minus_wins,
            "over": start.over_par,
            "at": start.reached_at,
            "id": start.player_id,
        }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        wins, pairs, through, rows = cursor.fetchone() or ([], [], None, [])
    tally = tally_of(wins, pairs)
    standings = standings_of(rows, tally)
    if len(rows) > limit:
        standings.pop(0 if backward else -1)
    return PeriodPage(tally, through, standings, len(rows) > limit)


def period_around(
    period: Period, variant: str, player: Player, *, neighbours: int
) -> OwnPeriodStanding:
    """The player's own standing with up to `neighbours` rows on either side of it."""
    own = "(SELECT minus_wins, over_par, reached_at, player_id FROM own)"
    sql = f"""
        WITH own AS MATERIALIZED (
            SELECT {ROW} {BOARD} AND total.player_id = %(player)s
        ), above AS MATERIALIZED (
            SELECT {ROW} {BOARD} AND {KEY} < {own} ORDER BY {BACKWARD} LIMIT %(neighbours)s
        ), below AS MATERIALIZED (
            SELECT {ROW} {BOARD} AND {KEY} > {own} ORDER BY {FORWARD} LIMIT %(neighbours)s
        ), page AS (
            SELECT minus_wins FROM own
            UNION SELECT minus_wins FROM above UNION SELECT minus_wins FROM below
        )
        SELECT ({WINS}), ({PAIRS}), ({THROUGH}), (SELECT json_agg(own) FROM own),
            (SELECT json_agg(above) FROM above), (SELECT json_agg(below) FROM below),
            (SELECT hidden_at IS NOT NULL FROM leaderboard_player WHERE id = %(player)s)
    """  # noqa: S608 - the parts are constants of this module
    values = values_of(period, variant) | {"player": player.pk, "neighbours": neighbours}
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        wins, pairs, through, mine, above, below, hidden = cursor.fetchone() or (
            *([], [], None),
            *([], [], [], False),
        )
    tally = tally_of(wins, pairs)
    return OwnPeriodStanding(
        tally,
        through,
        bool(hidden),
        next(iter(standings_of(mine or [], tally)), None),
        standings_of(above or [], tally),
        standings_of(below or [], tally),
    )


def values_of(period: Period, variant: str) -> dict[str, Any]:
    """The values of a statement about a board."""
    return {"period": period.name, "variant": variant}


def tally_of(wins: list[list[int]], pairs: list[list[int]]) -> PeriodTally:
    """The tally of counts as WINS and PAIRS give them."""
    return PeriodTally(
        ((minus_wins, count, revision) for minus_wins, count, revision in wins),
        ((minus_wins, over_par, count) for minus_wins, over_par, count in pairs),
    )


def standings_of(rows: list[dict[str, Any]], tally: PeriodTally) -> list[PeriodStanding]:
    """Rows in board order; SQL promises no order of what is aggregated."""
    standings = []
    for row in rows:
        position = PeriodPosition(
            row["minus_wins"],
            row["over_par"],
            dt.datetime.fromisoformat(row["reached_at"]),
            uuid.UUID(row["player_id"]),
        )
        rank = tally.rank(PeriodPlace(position.minus_wins, position.over_par))
        standings.append(PeriodStanding(position, rank, row["handle"]))
    return sorted(standings, key=lambda standing: standing.position)
