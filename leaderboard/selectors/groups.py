"""Reading groups, and boards among their members.

A group is small: its rows are read as a whole, in one statement with the counts of the whole
board, and ordered and ranked by the same functions.
"""

import datetime as dt
import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Prefetch, Q

from leaderboard.errors import GroupNotFoundError
from leaderboard.models import Challenge, Group, Membership, Player
from leaderboard.periods import Period
from leaderboard.ranking import (
    Count,
    PeriodPlace,
    PeriodTally,
    Place,
    Tally,
    counted_score,
)
from leaderboard.selectors import periods, standings
from leaderboard.selectors.periods import PeriodStanding
from leaderboard.selectors.standings import Standing

REVISION = "SELECT revision FROM leaderboard_group WHERE id = %(group)s"
HIDDEN = "SELECT hidden_at IS NOT NULL FROM leaderboard_player WHERE id = %(player)s"


@dataclass(frozen=True)
class GroupStanding(Standing):
    """A row of a challenge's board among a group: `rank` in the group, `rank_overall`."""

    rank_overall: int | None


@dataclass(frozen=True)
class GroupPeriodStanding(PeriodStanding):
    """A row of a period's board among a group: `rank` in the group, `rank_overall`."""

    rank_overall: int


@dataclass(frozen=True)
class GroupBoard:
    """A challenge's board among a group, whole, at one moment; `own` is who looks at it.

    `own` and `late` are None without such a result; `own` is no row of a board if hidden.
    """

    tally: Tally
    revision: int
    rows: list[GroupStanding]
    hidden: bool
    own: Standing | None
    late: Standing | None


@dataclass(frozen=True)
class GroupPeriodBoard:
    """A period's board among a group, whole, at one moment."""

    tally: PeriodTally
    revision: int
    through: dt.date | None
    rows: list[GroupPeriodStanding]
    hidden: bool


def groups_of(player: Player) -> list[Group]:
    """A player's groups, the one joined first first, with owners and members (`shown`).

    Members whom moderators have hidden are shown to themselves alone.
    """
    members = Membership.objects.select_related("player").order_by("joined_at", "pk")
    visible = members.filter(Q(player__hidden_at=None) | Q(player=player))
    found = Group.objects.filter(memberships__player=player).select_related("owner")
    return list(
        found.prefetch_related(Prefetch("memberships", visible, to_attr="shown")).order_by(
            "memberships__joined_at", "pk"
        )
    )


def group_get(group_id: uuid.UUID, player: Player) -> Group:
    """A group that the player is in; raises GroupNotFoundError for every other."""
    for group in groups_of(player):
        if group.pk == group_id:
            return group
    raise GroupNotFoundError


def group_board(challenge: Challenge, group: Group, player: Player) -> GroupBoard:
    """The board of a challenge among the members of a group."""
    sql = f"""
        SELECT ({standings.COUNTS}), ({REVISION}), (
            SELECT coalesce(json_agg(page), '[]') FROM (
                SELECT {standings.ROW} {standings.BOARD} AND result.player_id IN (
                    SELECT player_id FROM leaderboard_membership WHERE group_id = %(group)s
                )
            ) AS page
        ), (
            SELECT coalesce(json_agg(mine), '[]') FROM (
                SELECT {standings.ROW}, result.slot, result.hidden
                FROM leaderboard_result AS result
                JOIN leaderboard_player AS player ON player.id = result.player_id
                WHERE result.challenge_id = %(challenge)s AND result.player_id = %(player)s
            ) AS mine
        ), ({HIDDEN})
    """  # noqa: S608 - the parts are constants
    values = {"challenge": challenge.pk, "group": group.pk, "player": player.pk}
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        counts, revision, rows, mine, hidden = cursor.fetchone() or ([], 0, [], [], False)
    whole = standings.tally_of(counts)
    found = standings.standings_of(rows, challenge, whole)
    places = [Place(row.position.section, row.position.score) for row in found]
    shares = Counter((place.section, counted_score(place)) for place in places)
    tally = Tally(Count(*key, count, 0) for key, count in shares.items())
    slots = {row["slot"]: row for row in mine}
    own, late = (
        standings.standings_of([slots[slot]], challenge, whole)[0] if slot in slots else None
        for slot in ("in_time", "late")
    )
    return GroupBoard(
        tally,
        whole.revision + (revision or 0),
        [
            GroupStanding(**{**vars(row), "rank": tally.rank(place)}, rank_overall=row.rank)
            for row, place in zip(found, places, strict=True)
        ],
        bool(hidden) or bool(slots.get("in_time", {}).get("hidden")),
        own,
        late,
    )


def group_period_board(
    period: Period, variant: str, group: Group, player: Player
) -> GroupPeriodBoard:
    """The board of a period among the members of a group; variant "" is all."""
    sql = f"""
        WITH page AS MATERIALIZED (
            SELECT {periods.ROW} {periods.BOARD} AND total.player_id IN (
                SELECT player_id FROM leaderboard_membership WHERE group_id = %(group)s
            )
        )
        SELECT ({periods.WINS}), ({periods.PAIRS}), ({periods.THROUGH}), ({REVISION}),
            (SELECT coalesce(json_agg(page), '[]') FROM page), ({HIDDEN})
    """  # noqa: S608 - the parts are constants
    values: dict[str, Any] = periods.values_of(period, variant)
    with connection.cursor() as cursor:
        cursor.execute(sql, values | {"group": group.pk, "player": player.pk})
        wins, pairs, through, revision, rows, hidden = cursor.fetchone() or (
            *([], [], None),
            *(0, [], False),
        )
    whole = periods.tally_of(wins, pairs)
    found = periods.standings_of(rows, whole)
    places = [PeriodPlace(row.position.minus_wins, row.position.over_par) for row in found]
    of_wins = Counter(place.minus_wins for place in places)
    of_pairs = Counter(places)
    tally = PeriodTally(
        ((minus_wins, count, 0) for minus_wins, count in of_wins.items()),
        ((*place, count) for place, count in of_pairs.items()),
    )
    return GroupPeriodBoard(
        tally,
        whole.revision + (revision or 0),
        through,
        [
            GroupPeriodStanding(**{**vars(row), "rank": tally.rank(place)}, rank_overall=row.rank)
            for row, place in zip(found, places, strict=True)
        ],
        bool(hidden),
    )
