"""Playing for a challenge: starting an attempt, submitting a line, looking at one's lines."""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.representing import represent, represent_all, validated
from games.serializers import LineSerializer
from leaderboard.authentication import HasScope
from leaderboard.claims import claim_read
from leaderboard.errors import ChallengeReplacedError
from leaderboard.models import Player, Submission
from leaderboard.selectors.submissions import submission_get, submissions_of
from leaderboard.serializers.play import (
    AttemptSerializer,
    SubmissionPageSerializer,
    SubmissionSerializer,
)
from leaderboard.services.attempts import attempt_start
from leaderboard.services.demand import challenge_open, challenge_open_deal
from leaderboard.services.idempotency import Answer, answer_once
from leaderboard.services.submissions import submission_create
from leaderboard.views.base import PRIVATE, PlayerView, player_of, respond
from leaderboard.views.paging import page_data, read_page
from leaderboard.views.queries import read_date, read_variant
from leaderboard.views.schema import (
    CHALLENGE_PATH,
    IDEMPOTENCY_PARAMETER,
    LIST_PARAMETERS,
    NOT_MODIFIED,
    VARIANT_PARAMETER,
    problems,
)

CREATED, FOUND = 201, 200


class AttemptsView(PlayerView):
    """The server's clock of the player on a challenge."""

    permission_classes = (HasScope("play"),)
    throttle_scope = "submit"

    @extend_schema(
        operation_id="attempt_start",
        request=None,
        parameters=[*CHALLENGE_PATH, IDEMPOTENCY_PARAMETER],
        responses={
            201: AttemptSerializer,
            200: AttemptSerializer,
            **problems(400, 401, 403, 404, 409, 422, 429, 503),
        },
    )
    def post(self, request: Request, variant: str, date: str) -> Response:
        """Start the attempt: 201 the first time, 200 with the same body after."""
        challenge = challenge_open(variant, date)
        player = player_of(request)

        def start() -> Answer:
            attempt, is_new = attempt_start(player=player, challenge=challenge)
            return Answer(CREATED if is_new else FOUND, AttemptSerializer(attempt).data)

        return respond(
            answer_once(
                player=player,
                method="POST",
                path=request.path,
                key=request.headers.get("Idempotency-Key"),
                body=None,
                work=start,
            )
        )


class SubmissionsView(PlayerView):
    """Lines that the player claims for a challenge."""

    permission_classes = (HasScope("play"),)
    throttle_scope = "submit"

    @extend_schema(
        operation_id="submission_create",
        request=LineSerializer,
        parameters=[*CHALLENGE_PATH, IDEMPOTENCY_PARAMETER],
        responses={
            201: SubmissionSerializer,
            200: SubmissionSerializer,
            **problems(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
        },
    )
    def post(self, request: Request, variant: str, date: str) -> Response:
        """Submit a line: 201 with what the replay says, 200 with the same body for the same line.

        A line that breaks the rules is 201 too, `rejected` with reason and move index.
        """
        sent = validated(LineSerializer, request.data)
        try:
            return self._submit(request, variant, date, sent)
        except ChallengeReplacedError:
            # Nothing was stored. By now the challenge is looked up anew, and its deal with it.
            return self._submit(request, variant, date, sent)

    def _submit(
        self, request: Request, variant: str, date: str, sent: Mapping[str, Any]
    ) -> Response:
        challenge = challenge_open_deal(variant, date)
        player = player_of(request)
        claim = claim_read(variant, int(challenge.number), sent["line"], sent["format"])

        def submit() -> Answer:
            submission, is_new = submission_create(player=player, challenge=challenge, claim=claim)
            return Answer(
                CREATED if is_new else FOUND,
                represent(SubmissionSerializer, submission),
                {"Location": f"/api/v1/submissions/{submission.id}"},
            )

        return respond(
            answer_once(
                player=player,
                method="POST",
                path=request.path,
                key=request.headers.get("Idempotency-Key"),
                body=request.data,
                work=submit,
            )
        )


class SubmissionView(PlayerView):
    """One submission."""

    permission_classes = (HasScope("read", anonymous=True), AllowAny)

    @extend_schema(
        operation_id="submission_get",
        responses={200: SubmissionSerializer, 304: NOT_MODIFIED, **problems(401, 403, 404, 429)},
    )
    def get(self, request: Request, submission_id: uuid.UUID) -> Response:
        """Give one's own submission; after settling also the best one of every other player."""
        viewer = request.user if isinstance(request.user, Player) else None
        submission = submission_get(submission_id, viewer=viewer)
        return caching.cached_response(
            request, represent(SubmissionSerializer, submission), PRIVATE
        )


ORDER = ["-received_at", "id"]


class OwnSubmissionsView(PlayerView):
    """The player's own submissions."""

    permission_classes = (HasScope("read"),)

    @extend_schema(
        operation_id="me_submissions",
        parameters=[
            VARIANT_PARAMETER,
            OpenApiParameter("date", dt.date, description="for the challenge of this date only"),
            *LIST_PARAMETERS,
        ],
        responses={200: SubmissionPageSerializer, **problems(400, 401, 403, 429)},
    )
    def get(self, request: Request) -> Response:
        """List one's own submissions, newest first."""
        query = request.query_params
        rows = submissions_of(
            player_of(request), variant=read_variant(query), date=read_date(query, "date")
        )
        page = read_page(
            request,
            rows,
            kind="submissions",
            order=ORDER,
            types=(dt.datetime, uuid.UUID),
            key=_key,
        )
        data = represent_all(SubmissionSerializer, page.results)
        return Response(page_data(page, data), headers={"Cache-Control": PRIVATE})


def _key(submission: Submission) -> tuple[dt.datetime, uuid.UUID]:
    return submission.received_at, submission.id
