"""The days so far: for everybody, and with what has become of one's own."""

import datetime as dt

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from leaderboard.authentication import HasScope
from leaderboard.models import Challenge
from leaderboard.selectors.calendar import days_of
from leaderboard.selectors.challenges import challenges_open
from leaderboard.serializers.calendar import DayPageSerializer, DaySerializer
from leaderboard.serializers.challenges import ChallengePageSerializer, ChallengeSummarySerializer
from leaderboard.views.base import PRIVATE, PlayerView, PublicView, player_of
from leaderboard.views.paging import Page, page_data, read_page
from leaderboard.views.queries import read_date, read_variant
from leaderboard.views.schema import (
    LIST_PARAMETERS,
    NOT_MODIFIED,
    VARIANT_PARAMETER,
    problems,
)

PARAMETERS = [
    VARIANT_PARAMETER,
    OpenApiParameter("from", dt.date, description="first date"),
    OpenApiParameter("to", dt.date, description="last date"),
    *LIST_PARAMETERS,
]


def _key(challenge: Challenge) -> tuple[dt.date, str]:
    return challenge.date, challenge.variant


def _page(request: Request) -> Page[Challenge]:
    """The challenges that a query asks for: the same in both calendars, so they can be joined."""
    query = request.query_params
    rows = challenges_open(
        variant=read_variant(query), first=read_date(query, "from"), last=read_date(query, "to")
    )
    return read_page(
        request, rows, kind="challenges", order=["-date", "variant"], types=(dt.date, str), key=_key
    )


class CalendarView(PublicView):
    """The days so far."""

    @extend_schema(
        operation_id="challenges_list",
        parameters=PARAMETERS,
        responses={200: ChallengePageSerializer, **problems(400, 429)},
    )
    def get(self, request: Request) -> Response:
        """List challenges that have opened, newest first."""
        page = _page(request)
        return Response(page_data(page, ChallengeSummarySerializer(page.results, many=True).data))


class OwnCalendarView(PlayerView):
    """The days so far, with what the player has made of them."""

    permission_classes = (HasScope("read"),)

    @extend_schema(
        operation_id="me_calendar",
        parameters=PARAMETERS,
        responses={200: DayPageSerializer, 304: NOT_MODIFIED, **problems(400, 401, 403, 429)},
    )
    def get(self, request: Request) -> Response:
        """List the challenges that `GET challenges` lists, each with one's own outcome."""
        page = _page(request)
        days = days_of(player_of(request), page.results)
        body = page_data(page, DaySerializer(days, many=True).data)
        return caching.cached_response(request, body, PRIVATE)
