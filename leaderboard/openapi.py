"""How the OpenAPI document tells who asks. Imported when the app is ready."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A token in the Authorization header."""

    target_class = "leaderboard.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """The scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from `POST guests`, `POST players` or `POST tokens`. It has"
            " scopes: `read` one's own things, `play`, and `account` for changing who one is.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The page's cookie."""

    target_class = "leaderboard.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """The scheme."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The page's cookie; what changes something needs the CSRF token in"
            " `X-CSRFToken` too.",
        }
