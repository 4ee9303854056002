"""Playing without an account."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import ApiView
from leaderboard.authentication import check_csrf
from leaderboard.serializers.accounts import AccountSerializer, SessionFlagSerializer
from leaderboard.services.players import guest_create
from leaderboard.services.tokens import token_create
from leaderboard.sessions import session_begin
from leaderboard.views.accounts import account_response
from leaderboard.views.schema import problems


class GuestsView(ApiView):
    """Guests: players with a token and nothing else."""

    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = []  # type: ignore[misc]
    permission_classes = ()
    throttle_scope = "guest"

    @extend_schema(
        operation_id="guest_create",
        request=SessionFlagSerializer,
        responses={201: AccountSerializer, **problems(400, 403, 413, 415, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Make a guest, with a handle by chance; the body may be left out."""
        body = SessionFlagSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        if not body.validated_data["session"]:
            guest = guest_create()
            return account_response(guest, new_token=token_create(player=guest))
        check_csrf(request)
        guest = guest_create()
        session_begin(request._request, guest)
        return account_response(guest)
