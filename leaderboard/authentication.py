"""Who asks: by token (`Authorization: Bearer …`) or by the page's session cookie.

A token has scopes: `read` one's own things, `play`, and `account` for changing who one is.
A session has all of them. With both, the token counts.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from knox.crypto import hash_token
from rest_framework import authentication, exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from games import clock
from leaderboard.models import AuthToken, Player
from leaderboard.services.tokens import Scope, token_refresh
from leaderboard.sessions import session_refresh

if TYPE_CHECKING:
    # DRF's views import their default authentication: this module must do without them.
    from rest_framework.views import APIView

# Tokens have 64 characters.
MAX_TOKEN_LENGTH = 128


class TokenAuthentication(KnoxTokenAuthentication):
    """Knox's tokens, looked up in one query and written to once a day at most.

    Tokens that have ended are refused here and deleted by a daily task.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[Player, AuthToken]:
        """The player and the row of a token; AuthenticationFailed."""
        row = None
        if len(token) <= MAX_TOKEN_LENGTH and token.isascii():
            digest = hash_token(token.decode("ascii"))
            found = AuthToken.objects.select_related("user")
            row = found.filter(pk=digest, expiry__gt=clock.now()).first()
        if row is None or not row.user.is_active:
            raise exceptions.AuthenticationFailed("The token is not valid, or has ended.")
        token_refresh(token=row)
        return row.user, row


class SessionAuthentication(authentication.SessionAuthentication):
    """The page's cookie, with Django's protection against forged requests."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """The player of the session; None without one."""
        found = super().authenticate(request)
        if found is not None:
            session_refresh(request._request, found[0])
        return found


def check_csrf(request: Request) -> None:
    """Refuse a request that another site may have forged; for those that begin a session."""
    authentication.SessionAuthentication().enforce_csrf(request)


@lru_cache
def HasScope(  # noqa: N802 - stands where a class does
    scope: str, writing: str | None = None, *, anonymous: bool = False
) -> type[BasePermission]:
    """The permission for those who are logged in, by a token only if it has the scope.

    `writing` is the scope for requests that change something, if it is another one. With
    `anonymous` who sends no credentials may pass too; put `AllowAny` beside it, which is
    how the OpenAPI document knows.
    """
    reads, writes = Scope(scope), Scope(writing or scope)

    class _HasScope(BasePermission):
        message = "The token lacks the scope for this."

        def has_permission(self, request: Request, view: "APIView") -> bool:
            if not isinstance(request.user, Player):
                return anonymous
            if not isinstance(request.auth, AuthToken):
                return True
            wanted = reads if request.method in SAFE_METHODS else writes
            self.message = f"The token lacks the scope `{wanted}`."
            return wanted in request.auth.scopes

    return _HasScope
