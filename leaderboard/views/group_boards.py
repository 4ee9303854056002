"""Boards among the members of a group: `?group=ID`, for members alone."""

import uuid
from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.pagination import Cursor
from leaderboard.authentication import HasScope, SessionAuthentication, TokenAuthentication
from leaderboard.errors import GroupNotFoundError
from leaderboard.models import Challenge, Group
from leaderboard.periods import Period
from leaderboard.ranking import Section
from leaderboard.selectors.groups import group_board, group_get, group_period_board
from leaderboard.serializers.periods import PeriodStandingSerializer
from leaderboard.serializers.play import StandingSerializer
from leaderboard.views.base import PRIVATE, PublicView, player_of
from leaderboard.views.paging import make_page

GROUP_PARAMETER = OpenApiParameter(
    "group",
    uuid.UUID,
    description="among the members of this group, for members: `rank` is that in the group,"
    " `rank_overall` stands beside it",
)


class Positioned(Protocol):
    """A row of a board, with its place in the total order."""

    @property
    def position(self) -> tuple[Any, ...]:
        """What a cursor holds."""
        ...


P = TypeVar("P", bound=Positioned)


class GroupableView(PublicView):
    """A board that is public, but asks who it is where a group is named."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        """None for the public board: its answer does not depend on who asks."""
        if self._is_group():
            return [TokenAuthentication(), SessionAuthentication()]
        return []

    def get_permissions(self) -> list[BasePermission]:
        """Members are known by a token with the scope `read`, or a session."""
        return [HasScope("read")()] if self._is_group() else []

    def _is_group(self) -> bool:
        request = getattr(self, "request", None)
        return request is not None and "group" in request.GET


def group_of(request: Request) -> Group | None:
    """The group that a request names, None without one; GroupNotFoundError unless it is one's."""
    text = request.query_params.get("group")
    if text is None:
        return None
    try:
        group_id = uuid.UUID(text)
    except ValueError:
        raise GroupNotFoundError from None
    return group_get(group_id, player_of(request))


def page_of(rows: list[P], *, cursor: Cursor | None, limit: int) -> tuple[list[P], bool]:
    """The rows behind a cursor (before it, if it goes backwards), and whether there are more."""
    if cursor is None:
        return rows[:limit], len(rows) > limit
    if cursor.backwards:
        before = [row for row in rows if tuple(row.position) < cursor.key]
        return before[-limit:], len(before) > limit
    behind = [row for row in rows if tuple(row.position) > cursor.key]
    return behind[:limit], len(behind) > limit


def around(rows: list[P], own: P | None, neighbours: int) -> tuple[list[P], list[P]]:
    """Up to so many rows above a row, and below it; none without it."""
    if own is None:
        return [], []
    index = rows.index(own)
    return rows[max(0, index - neighbours) : index], rows[index + 1 : index + 1 + neighbours]


def challenge_page(
    request: Request,
    challenge: Challenge,
    group: Group,
    *,
    kind: str,
    cursor: Cursor | None,
    limit: int,
    section: Section | None,
) -> Response:
    """A page of a challenge's board among a group."""
    board = group_board(challenge, group, player_of(request))
    rows = [row for row in board.rows if section in (None, row.position.section)]
    found, more = page_of(rows, cursor=cursor, limit=limit)
    page = make_page(request, kind, found, cursor=cursor, more=more, key=lambda row: row.position)
    body = {
        "board_revision": board.revision,
        "total": board.tally.total,
        "ranked_total": board.tally.total_of(Section.RANKED),
        "results": StandingSerializer(page.results, many=True).data,
        "next": page.next,
        "previous": page.previous,
    }
    return caching.cached_response(request, body, PRIVATE)


def challenge_own(
    request: Request, challenge: Challenge, group: Group, *, neighbours: int
) -> Response:
    """One's own place among a group."""
    player = player_of(request)
    board = group_board(challenge, group, player)
    standing = next((row for row in board.rows if row.player_id == player.pk), None)
    above, below = around(board.rows, standing, neighbours)

    def many(rows: Any) -> Any:
        return StandingSerializer(rows, many=True).data

    shown = many([standing])[0] if standing is not None else None
    if standing is None and board.own is not None:
        shown = StandingSerializer(board.own).data | {"rank_overall": None}
    late = None if board.late is None else StandingSerializer(board.late).data
    body = {
        "board_revision": board.revision,
        "total": board.tally.total,
        "ranked_total": board.tally.total_of(Section.RANKED),
        "hidden": board.hidden,
        "rank": None if standing is None else standing.rank,
        "standing": shown,
        "late": late,
        "above": many(above),
        "below": many(below),
    }
    return caching.cached_response(request, body, PRIVATE)


def period_group_page(
    request: Request,
    period: Period,
    variant: str,
    group: Group,
    *,
    head: Mapping[str, Any],
    kind: str,
    cursor: Cursor | None,
    limit: int,
) -> Response:
    """A page of a period's board among a group."""
    board = group_period_board(period, variant, group, player_of(request))
    found, more = page_of(board.rows, cursor=cursor, limit=limit)
    page = make_page(request, kind, found, cursor=cursor, more=more, key=lambda row: row.position)
    body = {
        **head,
        "through": board.through,
        "board_revision": board.revision,
        "total": board.tally.total,
        "results": PeriodStandingSerializer(page.results, many=True).data,
        "next": page.next,
        "previous": page.previous,
    }
    return caching.cached_response(request, body, PRIVATE)


def period_group_own(
    request: Request,
    period: Period,
    variant: str,
    group: Group,
    *,
    head: Mapping[str, Any],
    neighbours: int,
) -> Response:
    """One's own place in a period among a group."""
    player = player_of(request)
    board = group_period_board(period, variant, group, player)
    standing = next((row for row in board.rows if row.position.player_id == player.pk), None)
    above, below = around(board.rows, standing, neighbours)

    def many(rows: Any) -> Any:
        return PeriodStandingSerializer(rows, many=True).data

    body = {
        **head,
        "through": board.through,
        "board_revision": board.revision,
        "total": board.tally.total,
        "hidden": board.hidden,
        "rank": None if standing is None else standing.rank,
        "standing": None if standing is None else many([standing])[0],
        "above": many(above),
        "below": many(below),
    }
    return caching.cached_response(request, body, PRIVATE)
