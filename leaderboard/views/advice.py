"""Help for players: a hint on a challenge, and where a submitted line was lost.

Both are noted before the answer, or the way to it, leaves: whoever polls for an answer has
been noted already. Where nobody is there to answer nothing is noted.
"""

import uuid

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.advice import Kind, Question
from games.advice_serializers import (
    HintQuestionSerializer,
    HintSerializer,
    PostMortemQuestionSerializer,
    PostMortemSerializer,
)
from games.advice_views import PENDING, hint_ticket, respond
from games.lines import line_require
from games.services import Ticket
from games.tasks import advice_make
from games.throttling import caller_of
from leaderboard.authentication import HasScope
from leaderboard.errors import RejectedLineError
from leaderboard.models import Challenge, Submission
from leaderboard.selectors.submissions import submission_get_own
from leaderboard.services.assistance import assistance_note
from leaderboard.services.demand import challenge_open
from leaderboard.views.base import PlayerView, player_of
from leaderboard.views.schema import CHALLENGE_PATH, problems


class HelpView(PlayerView):
    """A view that helps with a challenge."""

    permission_classes = (HasScope("play"),)
    throttle_scope = "assist"

    def help(self, request: Request, challenge: Challenge, ticket: Ticket) -> Response:
        """Have the question answered, note the help, and only then respond."""
        answer = services.advice_ask(
            question=ticket.question, task=advice_make, wait=settings.ASSIST_WAIT
        )
        assistance_note(player=player_of(request), challenge=challenge)
        return respond(ticket, answer)


class ChallengeHintView(HelpView):
    """The next move on a challenge."""

    @extend_schema(
        operation_id="challenge_hint",
        parameters=CHALLENGE_PATH,
        request=HintQuestionSerializer,
        responses={
            200: HintSerializer,
            202: PENDING,
            **problems(400, 401, 403, 404, 413, 415, 429, 503),
        },
    )
    def post(self, request: Request, variant: str, date: str) -> Response:
        """Ask for the next move; until settling, later submissions are `assisted` for it."""
        challenge = challenge_open(variant, date)
        body = HintQuestionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        game, number = challenge.game, int(challenge.number)
        played = line_require(game, number, sent["line"], sent["format"])
        ticket = hint_ticket(request, game, number, played, guarded=False)
        return self.help(request, challenge, ticket)


class PostMortemView(HelpView):
    """Where a submitted line was lost."""

    @extend_schema(
        operation_id="submission_post_mortem",
        request=PostMortemQuestionSerializer,
        responses={
            200: PostMortemSerializer,
            202: PENDING,
            **problems(400, 401, 403, 404, 409, 413, 415, 429, 503),
        },
    )
    def post(self, request: Request, submission_id: uuid.UUID) -> Response:
        """Ask where one's own line was lost; until settling, later submissions are `assisted`."""
        submission = submission_get_own(submission_id, player=player_of(request))
        if submission.status != Submission.Status.ACCEPTED:
            raise RejectedLineError
        body = PostMortemQuestionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        challenge = submission.challenge
        question = Question(
            Kind.POST_MORTEM,
            challenge.variant,
            int(challenge.number),
            submission.line,
            body.validated_data["par"],
        )
        context = {"submission": str(submission.pk), "move_count": submission.move_count}
        ticket = Ticket(caller_of(request), question, context, guarded=False)
        return self.help(request, challenge, ticket)
