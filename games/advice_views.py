"""Hints on deals, and polling for advice that takes longer."""

import uuid
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games import assistance, services
from games.advice import Kind, Question
from games.advice_serializers import (
    HintQuestionSerializer,
    HintSerializer,
    PendingSerializer,
    PostMortemSerializer,
)
from games.api import ApiView, problems
from games.lines import line_require
from games.rules import Replay, Variant, format_line, get_variant, parse_deal_number
from games.services import Ticket
from games.tasks import advice_make
from games.throttling import caller_of
from games.views import DEAL_PATH

# Nobody else's, and of no use later.
HEADERS = {"Cache-Control": "private, no-store"}
PENDING = OpenApiResponse(PendingSerializer, description="Not yet: ask `Location` again.")


def hint_ticket(
    request: Request, variant: Variant, number: int, played: Replay, *, guarded: bool
) -> Ticket:
    """The question for the next move after a line."""
    question = Question(Kind.HINT, variant.slug, number, format_line(played.moves))
    context = {
        "variant": variant.slug,
        "number": str(number),
        "move_count": played.move_count,
    }
    return Ticket(caller_of(request), question, context, guarded)


def respond(ticket: Ticket, answer: dict[str, Any] | None) -> Response:
    """The answer, or where to ask for it again."""
    if answer is not None:
        return Response({**ticket.context, **answer}, headers=HEADERS)
    return pending(services.ticket_make(ticket=ticket))


def pending(ticket_id: uuid.UUID) -> Response:
    """Where to ask again."""
    location = reverse("advice", args=[ticket_id])
    return Response(
        {"id": ticket_id, "state": "pending"},
        status=202,
        headers={**HEADERS, "Location": location, "Retry-After": "1"},
    )


class DealHintView(ApiView):
    """The next move on a deal that nobody plays for."""

    throttle_scope = "assist"

    @extend_schema(
        operation_id="deal_hint",
        tags=["deals"],
        parameters=DEAL_PATH,
        request=HintQuestionSerializer,
        responses={
            200: HintSerializer,
            202: PENDING,
            **problems(400, 403, 404, 413, 415, 429, 503),
        },
    )
    def post(self, request: Request, variant: str, number: str) -> Response:
        """Ask for the next move; refused for the deal of a challenge that is not settled."""
        game, value = get_variant(variant), parse_deal_number(number)
        assistance.check(game, value)
        body = HintQuestionSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        played = line_require(game, value, given["line"], given["format"])
        ticket = hint_ticket(request, game, value, played, guarded=True)
        answer = services.advice_ask(
            question=ticket.question, task=advice_make, wait=settings.ASSIST_WAIT
        )
        return respond(ticket, answer)


class AdviceView(ApiView):
    """The answer to a question that took longer."""

    throttle_scope = "read"

    @extend_schema(
        operation_id="advice_get",
        tags=["deals"],
        responses={
            200: PolymorphicProxySerializer(
                component_name="Advice",
                serializers=[HintSerializer, PostMortemSerializer],
                resource_type_field_name=None,
            ),
            202: PENDING,
            **problems(403, 404, 429, 503),
        },
    )
    def get(self, request: Request, advice_id: uuid.UUID) -> Response:
        """Give the answer once it is there, to who has asked; for a quarter of an hour."""
        ticket = services.ticket_get(ticket_id=advice_id, owner=caller_of(request))
        question = ticket.question
        if ticket.guarded:
            assistance.check(get_variant(question.variant), question.number)
        answer = services.advice_ask(question=question, task=advice_make, wait=0)
        return pending(advice_id) if answer is None else respond(ticket, answer)
