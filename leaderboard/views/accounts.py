"""What the views of accounts have in common."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from leaderboard.models import AuthToken, Player
from leaderboard.serializers.accounts import AccountSerializer
from leaderboard.services.tokens import NewToken

# Answers with secrets, or about one person, are kept nowhere.
NO_STORE = {"Cache-Control": "no-store"}


def account_response(
    player: Player,
    *,
    new_token: NewToken | None = None,
    recovery_code: str | None = None,
) -> Response:
    """201 with a player and what is shown once."""
    row = new_token.row if new_token else None
    body = {
        "player": player,
        "token": new_token.token if new_token else None,
        "expires_at": row.expiry if row else None,
        "scopes": row.scopes if row else None,
        "recovery_code": recovery_code,
    }
    return Response(AccountSerializer(body).data, status=status.HTTP_201_CREATED, headers=NO_STORE)


def token_of(request: Request) -> AuthToken | None:
    """The token that the player asks with; None with a session."""
    return request.auth if isinstance(request.auth, AuthToken) else None


def is_session(request: Request) -> bool:
    """Whether the player asks by the page's cookie."""
    return isinstance(request.user, Player) and token_of(request) is None
