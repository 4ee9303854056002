"""Logging in and out by token."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import ApiView
from games.throttling import caller_address
from leaderboard.authentication import TokenAuthentication
from leaderboard.serializers.accounts import AccountSerializer, TokenRequestSerializer
from leaderboard.services.logins import login_by_password, login_by_recovery
from leaderboard.services.tokens import token_create, token_revoke
from leaderboard.views.accounts import account_response, token_of
from leaderboard.views.schema import problems


class TokensView(ApiView):
    """Tokens of registered players, one a device."""

    authentication_classes: ClassVar[list[type[BaseAuthentication]]] = []  # type: ignore[misc]
    permission_classes = ()
    throttle_scope = "login"

    @extend_schema(
        operation_id="token_create",
        request=TokenRequestSerializer,
        responses={201: AccountSerializer, **problems(400, 401, 413, 415, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Log in with handle and password, or with the recovery code and a new password.

        The recovery code works once, ends all other tokens and sessions, and is answered by
        a new one.
        """
        body = TokenRequestSerializer(data=request.data)
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
        new_token = token_create(player=player, scopes=sent["scopes"], name=sent["name"])
        return account_response(player, new_token=new_token, recovery_code=code)


class CurrentTokenView(ApiView):
    """The token that a request carries."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)
    throttle_scope = "read"

    @extend_schema(
        operation_id="token_revoke", request=None, responses={204: None, **problems(401, 429)}
    )
    def delete(self, request: Request) -> Response:
        """Log out: end the token that this request carries."""
        if (token := token_of(request)) is not None:
            token_revoke(token=token)
        return Response(status=204)
