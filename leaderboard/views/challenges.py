"""Challenges and commitments: what everybody may know of the deals of the days."""

import datetime as dt
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching, clock
from games.rules import VARIANTS, deal
from games.serializers import board_data
from leaderboard.errors import ChallengeBeingMadeError
from leaderboard.models import Challenge
from leaderboard.ranking import Section
from leaderboard.selectors.challenges import (
    challenge_get_settled,
    challenges_today,
    commitments,
)
from leaderboard.selectors.standings import tallies
from leaderboard.serializers.challenges import (
    ChallengeSerializer,
    ChallengeSummarySerializer,
    CommitmentPageSerializer,
    CommitmentSerializer,
    SolutionSerializer,
    TodaySerializer,
)
from leaderboard.services.demand import challenge_open, challenges_demand
from leaderboard.views.base import PublicView
from leaderboard.views.paging import page_data, read_page
from leaderboard.views.queries import read_variant
from leaderboard.views.schema import (
    CHALLENGE_PATH,
    LIST_PARAMETERS,
    NOT_MODIFIED,
    VARIANT_PARAMETER,
    problems,
)

ORDER = ["-date", "variant"]
TYPES = (dt.date, str)


def _key(challenge: Challenge) -> tuple[dt.date, str]:
    return challenge.date, challenge.variant


def challenge_data(challenges: list[Challenge], now: dt.datetime) -> list[Any]:
    """Open challenges as JSON, with their deals and the counts of their boards."""
    counts = tallies(challenges)
    rows = []
    for challenge in challenges:
        board = deal(challenge.game, int(challenge.number))
        tally = counts[challenge.id]
        rows.append(
            ChallengeSummarySerializer(challenge).data
            | board_data(board)
            | {
                "counts": {section.name.lower(): tally.total_of(section) for section in Section},
                "server_time": now,
            }
        )
    return rows


class CommitmentsView(PublicView):
    """Commitments of all challenges made, also of those ahead."""

    @extend_schema(
        operation_id="commitments_list",
        parameters=[VARIANT_PARAMETER, *LIST_PARAMETERS],
        responses={200: CommitmentPageSerializer, **problems(400, 429)},
    )
    def get(self, request: Request) -> Response:
        """List commitments, newest date first; K, i and number stand with those that are open."""
        rows = commitments(variant=read_variant(request.query_params))
        page = read_page(request, rows, kind="commitments", order=ORDER, types=TYPES, key=_key)
        return Response(page_data(page, CommitmentSerializer(page.results, many=True).data))


class TodayView(PublicView):
    """Today's challenges."""

    @extend_schema(
        operation_id="challenges_today", responses={200: TodaySerializer, **problems(429, 503)}
    )
    def get(self, request: Request) -> Response:
        """Give today's challenges; those that nobody has prepared are made meanwhile."""
        now = clock.now()
        challenges = challenges_today(now.date())
        missing = [slug for slug in VARIANTS if slug not in {c.variant for c in challenges}]
        if missing:
            challenges_demand(missing, now.date())
            challenges = challenges_today(now.date())
            if not challenges:
                raise ChallengeBeingMadeError
        there = {challenge.variant for challenge in challenges}
        preparing = [slug for slug in VARIANTS if slug not in there]
        opens_at = challenges[0].opens_at
        body = {
            "date": now.date(),
            "server_time": now,
            "next_at": opens_at + dt.timedelta(days=1),
            "results": [],
            "preparing": preparing,
        }
        data = TodaySerializer(body).data | {"results": challenge_data(challenges, now)}
        headers = {"Retry-After": str(ChallengeBeingMadeError.retry_after)} if preparing else {}
        return Response(data, headers=headers)


class ChallengeView(PublicView):
    """One challenge."""

    @extend_schema(
        operation_id="challenge_get",
        parameters=CHALLENGE_PATH,
        responses={200: ChallengeSerializer, **problems(404, 429, 503)},
    )
    def get(self, request: Request, variant: str, date: str) -> Response:
        """Give the challenge of a variant and date (`2025-03-09`), once it is open."""
        challenge = challenge_open(variant, date)
        return Response(challenge_data([challenge], clock.now())[0])


class SolutionView(PublicView):
    """The solver's line."""

    @extend_schema(
        operation_id="challenge_solution",
        parameters=CHALLENGE_PATH,
        responses={200: SolutionSerializer, 304: NOT_MODIFIED, **problems(404, 429)},
    )
    def get(self, request: Request, variant: str, date: str) -> Response:
        """Give the solver's line of a challenge whose grace is over; 404 before."""
        challenge = challenge_get_settled(variant, date)
        return caching.cached_response(
            request, SolutionSerializer(challenge).data, caching.NO_CACHE
        )
