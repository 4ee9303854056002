"""Registering, and players as everybody sees them."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.api import ApiView
from leaderboard.authentication import HasScope, check_csrf
from leaderboard.models import Player
from leaderboard.selectors.players import player_get
from leaderboard.selectors.statistics import statistics_of
from leaderboard.serializers.accounts import (
    AccountSerializer,
    ProfileSerializer,
    RegisterSerializer,
)
from leaderboard.services.players import guest_upgrade, player_register
from leaderboard.services.tokens import token_create
from leaderboard.sessions import session_begin, session_keep
from leaderboard.views.accounts import account_response, is_session
from leaderboard.views.base import PublicView
from leaderboard.views.schema import NOT_MODIFIED, problems


class PlayersView(ApiView):
    """Registered players."""

    permission_classes = (HasScope("account", anonymous=True), AllowAny)
    throttle_scope = "signup"

    @extend_schema(
        operation_id="player_register",
        request=RegisterSerializer,
        responses={
            201: AccountSerializer,
            **problems(400, 401, 403, 409, 413, 415, 429, 503),
        },
    )
    def post(self, request: Request) -> Response:
        """Register. With a guest's token or session the guest becomes the registered player.

        A new player gets a token, or a session; a guest keeps what they have, and `token` is
        null. The recovery code is shown this once.
        """
        body = RegisterSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        handle, password = body.validated_data["handle"], body.validated_data["password"]
        wants_session = body.validated_data["session"]
        if wants_session:
            check_csrf(request)
        if isinstance(request.user, Player):
            player, code = guest_upgrade(guest=request.user, handle=handle, password=password)
            if is_session(request):
                session_keep(request._request, player)
            elif wants_session:
                session_begin(request._request, player)
            return account_response(player, recovery_code=code)
        player, code = player_register(handle=handle, password=password)
        if wants_session:
            session_begin(request._request, player)
            return account_response(player, recovery_code=code)
        return account_response(player, new_token=token_create(player=player), recovery_code=code)


class PlayerView(PublicView):
    """One player."""

    @extend_schema(
        operation_id="player_get",
        responses={200: ProfileSerializer, 304: NOT_MODIFIED, **problems(404, 429)},
    )
    def get(self, request: Request, handle: str) -> Response:
        """Give what everybody may know of a player, and what they have achieved."""
        player = player_get(handle)
        player.statistics = statistics_of(player, own=False)  # type: ignore[attr-defined]
        data = ProfileSerializer(player).data
        return caching.cached_response(request, data, caching.NO_CACHE)
