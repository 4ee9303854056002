"""Passwords where Django asks for them: on the moderators' pages."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from rest_framework.request import Request

from games.errors import DomainError
from games.throttling import caller_address
from leaderboard.models import Player
from leaderboard.services.logins import login_by_password, login_count_address


class HandleBackend(ModelBackend):
    """Logs in by handle and password, as seldom as the API does."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **_: Any,
    ) -> Player | None:
        """The player, or None; PermissionDenied for a wrong password and past a limit."""
        if username is None or password is None:
            return None
        address = "" if request is None else caller_address(Request(request))
        try:
            login_count_address(address=address)
            return login_by_password(handle=username, password=password, address=address)
        except DomainError as error:
            # No other backend is to be asked; the page says that the two do not fit.
            raise PermissionDenied from error
