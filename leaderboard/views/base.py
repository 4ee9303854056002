"""What the views of the competition have in common."""

from typing import ClassVar, cast

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import ApiView
from leaderboard.authentication import SessionAuthentication, TokenAuthentication
from leaderboard.models import Player
from leaderboard.services.idempotency import Answer

PRIVATE = "private, no-cache"


class PublicView(ApiView):
    """A read whose answer does not depend on who asks: no credentials are even looked at."""

    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = []  # type: ignore[misc]
    permission_classes: ClassVar[list[type[BasePermission]]] = []  # type: ignore[misc]
    throttle_scope = "read"


class PlayerView(ApiView):
    """A view for players, known by a token or by the page's session."""

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    throttle_scope = "read"


def player_of(request: Request) -> Player:
    """The player who asks, where permissions have made sure that there is one."""
    return cast(Player, request.user)


def respond(answer: Answer) -> Response:
    """An answer that may have been stored by an earlier request."""
    headers = dict(answer.headers)
    if answer.replayed:
        headers["Idempotency-Replayed"] = "true"
    return Response(answer.data, status=answer.status, headers=headers)
