"""Logging in and out by the page's cookie."""

from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import ApiView
from games.throttling import caller_address
from leaderboard.authentication import SessionAuthentication, check_csrf
from leaderboard.models import Player
from leaderboard.serializers.accounts import LoginSerializer, SessionSerializer
from leaderboard.services.logins import login_by_password, login_by_recovery
from leaderboard.sessions import session_begin, session_end
from leaderboard.views.accounts import NO_STORE
from leaderboard.views.schema import problems


class SessionView(ApiView):
    """The session of a browser. What changes it needs the CSRF token of the cookie."""

    authentication_classes = (SessionAuthentication,)
    permission_classes = (AllowAny,)
    throttle_scope = {"GET": "read", "POST": "login", "DELETE": "read"}  # noqa: RUF012

    @extend_schema(operation_id="session_get", responses={200: SessionSerializer, **problems(429)})
    def get(self, request: Request) -> Response:
        """Say whom this browser is signed in as, and give it the CSRF cookie."""
        get_token(request._request)
        player = request.user if isinstance(request.user, Player) else None
        data = SessionSerializer({"player": player, "recovery_code": None}).data
        return Response(data, headers=NO_STORE)

    @extend_schema(
        operation_id="session_begin",
        request=LoginSerializer,
        responses={201: SessionSerializer, **problems(400, 401, 403, 413, 415, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Sign this browser in with handle and password, or recovery code and new password."""
        check_csrf(request)
        body = LoginSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        sent, code = body.validated_data, None
        if "password" in sent:
            player = login_by_password(
                handle=sent["handle"], password=sent["password"], address=caller_address(request)
            )
        else:
            player, code = login_by_recovery(
                handle=sent["handle"],
                code=sent["recovery_code"],
                new_password=sent["new_password"],
            )
        session_begin(request._request, player)
        data = SessionSerializer({"player": player, "recovery_code": code}).data
        return Response(data, status=201, headers=NO_STORE)

    @extend_schema(
        operation_id="session_end", request=None, responses={204: None, **problems(403, 429)}
    )
    def delete(self, request: Request) -> Response:
        """Sign this browser out."""
        session_end(request._request)
        return Response(status=204, headers=NO_STORE)
