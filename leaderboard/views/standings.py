"""Boards, and one's own place on them."""

import datetime as dt
import uuid

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.pagination import read_cursor, read_limit
from games.representing import represent, represent_all
from leaderboard.authentication import HasScope
from leaderboard.ranking import Section
from leaderboard.selectors.standings import Position, Standing, board_around, board_page
from leaderboard.serializers.play import (
    SECTIONS,
    OwnStandingSerializer,
    StandingSerializer,
    StandingsSerializer,
)
from leaderboard.services.demand import challenge_open
from leaderboard.views.base import (
    PRIVATE,
    PlayerView,
    player_of,
)
from leaderboard.views.group_boards import (
    GROUP_PARAMETER,
    GroupableView,
    challenge_own,
    challenge_page,
    group_of,
)
from leaderboard.views.paging import make_page
from leaderboard.views.queries import read_choice
from leaderboard.views.schema import CHALLENGE_PATH, LIST_PARAMETERS, NOT_MODIFIED, problems

KIND = "standings"
TYPES = (int, int, dt.datetime, uuid.UUID)
NEIGHBOURS, MAX_NEIGHBOURS = 3, 25


def _key(standing: Standing) -> Position:
    return standing.position


class StandingsView(GroupableView):
    """The board of a challenge."""

    @extend_schema(
        operation_id="challenge_standings",
        parameters=[
            *CHALLENGE_PATH,
            OpenApiParameter("section", str, enum=SECTIONS, description="this section only"),
            GROUP_PARAMETER,
            *LIST_PARAMETERS,
        ],
        responses={
            200: StandingsSerializer,
            304: NOT_MODIFIED,
            **problems(400, 401, 403, 404, 429, 503),
        },
    )
    def get(self, request: Request, variant: str, date: str) -> Response:
        """Give a page of the board: clean wins by moves, then assisted, then unfinished ones."""
        challenge = challenge_open(variant, date)
        query = request.query_params
        limit = read_limit(query)
        cursor = read_cursor(query, KIND, TYPES)
        name = read_choice(query, "section", SECTIONS)
        section = None if name is None else Section[name.upper()]
        if (group := group_of(request)) is not None:
            return challenge_page(
                request,
                challenge,
                group,
                kind=KIND,
                cursor=cursor,
                limit=limit,
                section=section,
            )
        board = board_page(
            challenge,
            limit=limit,
            start=None if cursor is None else Position(*cursor.key),  # type: ignore[arg-type]
            backward=cursor is not None and cursor.backwards,
            section=section,
        )
        page = make_page(request, KIND, board.standings, cursor=cursor, more=board.more, key=_key)
        body = {
            "board_revision": board.tally.revision,
            "total": board.tally.total,
            "ranked_total": board.tally.total_of(Section.RANKED),
            "results": represent_all(StandingSerializer, page.results),
            "next": page.next,
            "previous": page.previous,
        }
        return caching.cached_response(request, body, caching.NO_CACHE)


class OwnStandingView(PlayerView):
    """The player's own place on a board."""

    permission_classes = (HasScope("read"),)

    @extend_schema(
        operation_id="challenge_standing_me",
        parameters=[
            *CHALLENGE_PATH,
            OpenApiParameter(
                "limit",
                int,
                description=f"neighbours on either side, {NEIGHBOURS} if not said,"
                f" {MAX_NEIGHBOURS} at most",
            ),
            GROUP_PARAMETER,
        ],
        responses={
            200: OwnStandingSerializer,
            304: NOT_MODIFIED,
            **problems(400, 401, 403, 404, 429, 503),
        },
    )
    def get(self, request: Request, variant: str, date: str) -> Response:
        """Give one's own standing with its neighbours; `standing` is null without a result."""
        challenge = challenge_open(variant, date)
        limit = read_limit(request.query_params, default=NEIGHBOURS, most=MAX_NEIGHBOURS)
        if (group := group_of(request)) is not None:
            return challenge_own(request, challenge, group, neighbours=limit)
        own = board_around(challenge, player_of(request), neighbours=limit)
        body = {
            "board_revision": own.tally.revision,
            "total": own.tally.total,
            "ranked_total": own.tally.total_of(Section.RANKED),
            "hidden": own.hidden,
            "rank": None if own.standing is None else own.standing.rank,
            "standing": own.standing,
            "late": own.late,
            "above": own.above,
            "below": own.below,
        }
        return caching.cached_response(request, represent(OwnStandingSerializer, body), PRIVATE)
