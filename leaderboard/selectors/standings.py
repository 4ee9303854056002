"""Boards: pages, a player's own place, and the ranks of both, from one statement each.

PostgreSQL gives a single statement one snapshot: results, counts and revision agree. Counts
come as they are and `leaderboard.ranking.Tally` makes ranks of them, the same for every
board. The cost is that of the page and of the distinct scores, never of the players.
"""

import datetime as dt
import uuid
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import connection

from leaderboard.models import Challenge, Player
from leaderboard.ranking import Count, Place, Section, Tally

COUNTS = """
    SELECT coalesce(json_agg(json_build_array(section, score, count, revision)), '[]')
    FROM leaderboard_scorecount
    WHERE challenge_id = %(challenge)s
"""
ROW = """
    result.id, result.section, result.score, result.accepted_at, result.moves,
    result.foundation_cards, result.elapsed_ms, result.submission_id,
    result.player_id, player.handle, player.is_guest
"""
# These conditions are those of the partial index `result_board`: the page is read from it.
BOARD = """
    FROM leaderboard_result AS result
    LEFT JOIN leaderboard_player AS player ON player.id = result.player_id
    WHERE result.challenge_id = %(challenge)s AND result.slot = 'in_time' AND NOT result.hidden
"""
KEY = "(result.section, result.score, result.accepted_at, result.id)"
FORWARD = "result.section, result.score, result.accepted_at, result.id"
BACKWARD = "result.section DESC, result.score DESC, result.accepted_at DESC, result.id DESC"


class Position(NamedTuple):
    """The place of one row in the total order of a board: what a cursor holds."""

    section: int
    score: int
    accepted_at: dt.datetime
    id: uuid.UUID


@dataclass(frozen=True)
class Standing:
    """One row of a board. `rank` is None outside of the ranked section.

    `handle` is None once the player is deleted. `over_par` may be negative, and is None
    for a line that does not win. `elapsed_ms` is None without an attempt.
    """

    position: Position
    rank: int | None
    handle: str | None
    guest: bool
    moves: int
    over_par: int | None
    foundation_cards: int
    elapsed_ms: int | None
    submission_id: uuid.UUID
    player_id: uuid.UUID | None

    @property
    def section(self) -> str:
        """The section's name."""
        return Section(self.position.section).name.lower()

    @property
    def accepted_at(self) -> dt.datetime:
        """When the line was received."""
        return self.position.accepted_at


@dataclass(frozen=True)
class BoardPage:
    """Rows of a board at one moment, with its revision and totals.

    `more` says whether rows follow in the direction that was read.
    """

    tally: Tally
    standings: list[Standing]
    more: bool


@dataclass(frozen=True)
class OwnStanding:
    """A player's own place with the rows around it, at one moment.

    `hidden` players and those without a result have no `standing` on the board and no
    neighbours; `late` is their result outside of the board, if any.
    """

    tally: Tally
    hidden: bool
    standing: Standing | None = None
    late: Standing | None = None
    above: list[Standing] = field(default_factory=list)
    below: list[Standing] = field(default_factory=list)


def par_of(challenge: Challenge) -> int | None:
    """The par that a board is measured by: fixed at settling, the best known before."""
    if challenge.par_reference is not None:
        return challenge.par_reference
    return challenge.par_high


def board_page(
    challenge: Challenge,
    *,
    limit: int,
    start: Position | None = None,
    backward: bool = False,
    section: Section | None = None,
) -> BoardPage:
    """A page behind `start` (before it if `backward`), in board order either way."""
    sign, order = ("<", BACKWARD) if backward else (">", FORWARD)
    where = f"AND {KEY} {sign} (%(section)s, %(score)s, %(at)s, %(id)s)" if start else ""
    only = "AND result.section = %(only)s" if section is not None else ""
    sql = f"""
        SELECT ({COUNTS}), (
            SELECT coalesce(json_agg(page), '[]') FROM (
                SELECT {ROW} {BOARD} {where} {only} ORDER BY {order} LIMIT %(limit)s
            ) AS page
        )
    """  # noqa: S608 - the parts are constants of this module
    values: dict[str, Any] = {"challenge": challenge.id, "limit": limit + 1, "only": section}
    if start is not None:
        values |= {
            "section": start.section,
            "score": start.score,
            "at": start.accepted_at,
            "id": start.id,
        }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        counts, rows = cursor.fetchone() or ([], [])
    tally = tally_of(counts)
    standings = standings_of(rows, challenge, tally)
    if len(rows) > limit:
        standings.pop(0 if backward else -1)
    return BoardPage(tally, standings, len(rows) > limit)


def board_around(challenge: Challenge, player: Player, *, neighbours: int) -> OwnStanding:
    """The player's own standing with up to `neighbours` rows on either side of it."""
    own = "(SELECT section, score, accepted_at, id FROM own)"
    sql = f"""
        WITH mine AS MATERIALIZED (
            SELECT {ROW}, result.slot, result.hidden
            FROM leaderboard_result AS result
            JOIN leaderboard_player AS player ON player.id = result.player_id
            WHERE result.challenge_id = %(challenge)s AND result.player_id = %(player)s
        ), own AS (
            SELECT section, score, accepted_at, id FROM mine WHERE slot = 'in_time' AND NOT hidden
        )
        SELECT ({COUNTS}), (
            SELECT json_agg(mine) FROM mine
        ), (
            SELECT json_agg(page) FROM (
                SELECT {ROW} {BOARD} AND {KEY} < {own} ORDER BY {BACKWARD} LIMIT %(neighbours)s
            ) AS page
        ), (
            SELECT json_agg(page) FROM (
                SELECT {ROW} {BOARD} AND {KEY} > {own} ORDER BY {FORWARD} LIMIT %(neighbours)s
            ) AS page
        ), (
            SELECT hidden_at IS NOT NULL FROM leaderboard_player WHERE id = %(player)s
        )
    """  # noqa: S608 - the parts are constants of this module
    values: dict[str, Any] = {
        "challenge": challenge.id,
        "player": player.pk,
        "neighbours": neighbours,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        counts, mine, above, below, hidden = cursor.fetchone() or ([], [], [], [], False)
    tally = tally_of(counts)
    slots = {row["slot"]: row for row in mine or ()}
    standing, late = slots.get("in_time"), slots.get("late")
    if standing is not None and standing["hidden"]:
        hidden = True
    return OwnStanding(
        tally,
        bool(hidden),
        None if standing is None else _standing(standing, challenge, tally),
        None if late is None else _standing(late, challenge, tally),
        standings_of(above or [], challenge, tally),
        standings_of(below or [], challenge, tally),
    )


def board_tally(challenge: Challenge) -> Tally:
    """The counts of one board."""
    return tallies([challenge])[challenge.id]


def tallies(challenges: list[Challenge]) -> dict[uuid.UUID, Tally]:
    """The counts of several boards, by challenge."""
    counts: dict[uuid.UUID, list[Count]] = {challenge.id: [] for challenge in challenges}
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT challenge_id, section, score, count, revision
            FROM leaderboard_scorecount WHERE challenge_id = ANY(%s)
            """,
            [list(counts)],
        )
        for challenge_id, *row in cursor.fetchall():
            counts[challenge_id].append(Count(*row))
    return {challenge_id: Tally(rows) for challenge_id, rows in counts.items()}


def tally_of(counts: list[list[int]]) -> Tally:
    """The tally of counts as COUNTS gives them."""
    return Tally(Count(*row) for row in counts)


def standings_of(rows: list[dict[str, Any]], challenge: Challenge, tally: Tally) -> list[Standing]:
    """Rows in board order; SQL promises no order of what is aggregated."""
    standings = [_standing(row, challenge, tally) for row in rows]
    return sorted(standings, key=lambda standing: standing.position)


def _standing(row: dict[str, Any], challenge: Challenge, tally: Tally) -> Standing:
    position = Position(
        row["section"],
        row["score"],
        dt.datetime.fromisoformat(row["accepted_at"]),
        uuid.UUID(row["id"]),
    )
    par = par_of(challenge)
    won = position.section != Section.UNFINISHED
    counted = row.get("slot", "in_time") == "in_time" and not row.get("hidden", False)
    return Standing(
        position=position,
        rank=tally.rank(Place(position.section, position.score)) if counted else None,
        handle=row["handle"],
        guest=bool(row["is_guest"]),
        moves=row["moves"],
        over_par=row["moves"] - par if won and par is not None else None,
        foundation_cards=row["foundation_cards"],
        elapsed_ms=row["elapsed_ms"],
        submission_id=uuid.UUID(row["submission_id"]),
        player_id=None if row["player_id"] is None else uuid.UUID(row["player_id"]),
    )
