"""Boards of weeks, months, years and all time, and one's own place on them."""

import datetime as dt
import uuid
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.errors import NotFoundError
from games.pagination import read_cursor, read_limit
from games.rules import VARIANTS
from leaderboard.authentication import HasScope
from leaderboard.periods import Period, period_parse
from leaderboard.selectors.periods import (
    PeriodPosition,
    PeriodStanding,
    period_around,
    period_page,
)
from leaderboard.serializers.periods import (
    OwnPeriodStandingSerializer,
    PeriodStandingsSerializer,
)
from leaderboard.views.base import PRIVATE, PlayerView, player_of
from leaderboard.views.group_boards import (
    GROUP_PARAMETER,
    GroupableView,
    group_of,
    period_group_own,
    period_group_page,
)
from leaderboard.views.paging import make_page
from leaderboard.views.schema import LIST_PARAMETERS, NOT_MODIFIED, problems
from leaderboard.views.standings import MAX_NEIGHBOURS, NEIGHBOURS

KIND = "period"
TYPES = (int, int, dt.datetime, uuid.UUID)
PERIOD = OpenApiParameter(
    "period",
    str,
    OpenApiParameter.PATH,
    description="`all`, `2025`, `2025-03` or `2025-W03` (ISO 8601)",
    pattern="^(all|[0-9]{4}(-[0-9]{2}|-W[0-9]{2})?)$",
)
VARIANT = OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=list(VARIANTS))
NEIGHBOURS_PARAMETER = OpenApiParameter(
    "limit",
    int,
    description=f"neighbours on either side, {NEIGHBOURS} if not said, {MAX_NEIGHBOURS} at most",
)
PAGE: dict[Any, Any] = {
    200: PeriodStandingsSerializer,
    304: NOT_MODIFIED,
    **problems(400, 401, 403, 404, 429),
}
OWN: dict[Any, Any] = {
    200: OwnPeriodStandingSerializer,
    304: NOT_MODIFIED,
    **problems(400, 401, 403, 404, 429),
}


def read_board(period: str, variant: str) -> Period:
    """The period of a path; NotFoundError for what is none, and for an unknown variant."""
    found = period_parse(period)
    if found is None or (variant and variant not in VARIANTS):
        raise NotFoundError
    return found


def head(period: Period, variant: str) -> dict[str, Any]:
    """What every answer about a period's board begins with."""
    return {
        "period": period.name,
        "variant": variant or None,
        "first": period.first,
        "last": period.last,
    }


def _key(standing: PeriodStanding) -> PeriodPosition:
    return standing.position


def page_response(request: Request, name: str, variant: str) -> Response:
    """The page of a period's board that a request asks for."""
    period = read_board(name, variant)
    limit = read_limit(request.query_params)
    cursor = read_cursor(request.query_params, KIND, TYPES)
    if (group := group_of(request)) is not None:
        return period_group_page(
            request,
            period,
            variant,
            group,
            head=head(period, variant),
            kind=KIND,
            cursor=cursor,
            limit=limit,
        )
    board = period_page(
        period,
        variant,
        limit=limit,
        start=None if cursor is None else PeriodPosition(*cursor.key),  # type: ignore[arg-type]
        backward=cursor is not None and cursor.backwards,
    )
    page = make_page(request, KIND, board.standings, cursor=cursor, more=board.more, key=_key)
    body = head(period, variant) | {
        "through": board.through,
        "board_revision": board.tally.revision,
        "total": board.tally.total,
        "results": page.results,
        "next": page.next,
        "previous": page.previous,
    }
    return caching.cached_response(request, PeriodStandingsSerializer(body).data, caching.NO_CACHE)


def own_response(request: Request, name: str, variant: str) -> Response:
    """One's own place on a period's board."""
    period = read_board(name, variant)
    limit = read_limit(request.query_params, default=NEIGHBOURS, most=MAX_NEIGHBOURS)
    if (group := group_of(request)) is not None:
        return period_group_own(
            request, period, variant, group, head=head(period, variant), neighbours=limit
        )
    own = period_around(period, variant, player_of(request), neighbours=limit)
    body = head(period, variant) | {
        "through": own.through,
        "board_revision": own.tally.revision,
        "total": own.tally.total,
        "hidden": own.hidden,
        "rank": own.standing and own.standing.rank,
        "standing": own.standing,
        "above": own.above,
        "below": own.below,
    }
    return caching.cached_response(request, OwnPeriodStandingSerializer(body).data, PRIVATE)


class PeriodView(GroupableView):
    """The board of a period, all variants together."""

    @extend_schema(
        operation_id="period_standings",
        parameters=[PERIOD, GROUP_PARAMETER, *LIST_PARAMETERS],
        responses=PAGE,
    )
    def get(self, request: Request, period: str) -> Response:
        """Give a page of the board: by wins, then by moves over par of all of them."""
        return page_response(request, period, "")


class VariantPeriodView(GroupableView):
    """The board of a period in a variant."""

    @extend_schema(
        operation_id="period_variant_standings",
        parameters=[PERIOD, VARIANT, GROUP_PARAMETER, *LIST_PARAMETERS],
        responses=PAGE,
    )
    def get(self, request: Request, period: str, variant: str) -> Response:
        """Give a page of the board of one variant."""
        return page_response(request, period, variant)


class OwnPeriodView(PlayerView):
    """The player's own place in a period, all variants together."""

    permission_classes = (HasScope("read"),)

    @extend_schema(
        operation_id="period_standing_me",
        parameters=[PERIOD, NEIGHBOURS_PARAMETER, GROUP_PARAMETER],
        responses=OWN,
    )
    def get(self, request: Request, period: str) -> Response:
        """Give one's own standing with its neighbours; null without a win, and to guests."""
        return own_response(request, period, "")


class OwnVariantPeriodView(PlayerView):
    """The player's own place in a period and a variant."""

    permission_classes = (HasScope("read"),)

    @extend_schema(
        operation_id="period_variant_standing_me",
        parameters=[PERIOD, VARIANT, NEIGHBOURS_PARAMETER, GROUP_PARAMETER],
        responses=OWN,
    )
    def get(self, request: Request, period: str, variant: str) -> Response:
        """Give one's own standing in one variant with its neighbours."""
        return own_response(request, period, variant)
