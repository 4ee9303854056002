"""Accounts for tests, and calls of the API by every method."""

import json
from collections.abc import Mapping
from typing import Any

from django.test import Client

from leaderboard.models import Player
from leaderboard.services.players import player_register
from tests.leaderboard.playing import Caller, make_caller

PASSWORD = "seven red kings in a row"
OTHER_PASSWORD = "eight black queens on spaces"


def make_player(handle: str = "Ada", password: str = PASSWORD) -> Player:
    """A registered player."""
    return player_register(handle=handle, password=password).player


def make_player_caller(handle: str = "Ada") -> Caller:
    """A registered player with a token of all scopes."""
    return make_caller(player=make_player(handle))


def call(caller: Caller, method: str, path: str, body: Any = None) -> Any:
    """Call a path under `/api/v1/` with a body as JSON."""
    return caller.client.generic(
        method,
        f"/api/v1/{path}",
        b"" if body is None else json.dumps(body).encode(),
        content_type="application/json",
        headers=caller.headers,
    )


def account(caller: Caller) -> Any:
    """What `GET me` says of the account itself, without what was achieved."""
    body = caller.get("me").json()
    assert set(body.pop("statistics")) == {"overall", "variants"}
    return body


def browser() -> Caller:
    """A browser that has been to the page: it has the CSRF cookie, and needs it."""
    caller = Caller(client=Client(enforce_csrf_checks=True))
    assert caller.get("session").status_code == 200
    take_csrf(caller)
    return caller


def take_csrf(caller: Caller) -> None:
    """Send the CSRF token that the cookie holds by now, as the page does."""
    caller.headers["x-csrftoken"] = caller.client.cookies["csrftoken"].value


def signed_in(caller: Caller, handle: str = "Ada", password: str = PASSWORD) -> Caller:
    """The browser after a login."""
    response = caller.post("session", {"handle": handle, "password": password})
    assert response.status_code == 201, response.content
    take_csrf(caller)
    return caller


def codes(problem: Mapping[str, Any]) -> dict[str, str]:
    """The codes of a problem's errors by pointer."""
    return {error["pointer"]: error["code"] for error in problem["errors"]}
