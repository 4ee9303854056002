"""Every route of the API counts its requests, by every method, and whoever asks."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.throttling import ThrottledView, scope_of
from leaderboard.services.tokens import Scope
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS
from tests.leaderboard.playing import (
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    problem_of,
)
from tests.leaderboard.test_secrecy import routes

pytestmark = pytest.mark.django_db

Rates = Callable[..., None]
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
# The API's own description, which is the same to everybody.
UNCOUNTED = {"api/v1/schema", "api/v1/docs"}
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def rates(settings: Any) -> Rates:
    """Set the rates of scopes: `rates(read="2/hour")`."""

    def set_rates(**given: str) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, **given}

    return set_rates


def views() -> dict[str, type[Any]]:
    """The views of the API, by route."""
    return {
        route: pattern.callback.view_class  # type: ignore[union-attr]
        for route, pattern in routes()
        if route.startswith("api/v1/")
    }


def paths() -> list[str]:
    """Every route that counts, with something in the place of its parameters."""
    return [
        re.sub("<str:[a-z_]+>", "nothing", re.sub("<uuid:[a-z_]+>", NOBODY, route))
        for route, view in views().items()
        if issubclass(view, ThrottledView)
    ]


def ask(caller: Caller, method: str, path: str) -> Any:
    """The answer to a request with an empty body."""
    return caller.client.generic(
        method, f"/{path}", b"{}", content_type="application/json", headers=caller.headers
    )


def test_every_route_counts() -> None:
    assert len(paths()) > 30
    others = {route for route, view in views().items() if not issubclass(view, ThrottledView)}
    assert others <= UNCOUNTED


@pytest.mark.parametrize("method", METHODS)
def test_every_answer_says_how_it_was_counted(at: SetClock, method: str) -> None:
    """To a player, to anybody, and to who comes with a token that is none."""
    at(NOON)
    for won in (CASTLE, STREETS, CITADEL):
        make_challenge(won)
    player, anybody = make_caller(), Caller(client=Client())
    stranger = Caller(headers={"authorization": "Bearer " + "0" * 64})
    silent = [
        (path, response.status_code)
        for path in paths()
        for caller in (player, anybody, stranger)
        if "RateLimit" not in (response := ask(caller, method, path)).headers
    ]
    assert silent == []


def test_head_counts_as_get_does_and_unknown_methods_as_reading() -> None:
    by_method = [
        view for view in views().values() if isinstance(getattr(view, "throttle_scope", 0), dict)
    ]
    assert len(by_method) >= 2
    for view in by_method:
        assert scope_of(view, "HEAD") == scope_of(view, "GET") == "read"
        assert scope_of(view, "OPTIONS") == scope_of(view, "PUT") == "read"
        assert scope_of(view, "POST") in ("login", "submit")


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "PUT"])
def test_a_session_is_asked_for_so_often_by_any_method(rates: Rates, method: str) -> None:
    rates(read="2/hour")
    caller = Caller(client=Client())
    assert [ask(caller, method, "api/v1/session").status_code for _ in range(3)][2] == 429


def test_guessing_at_tokens_is_limited_by_address(rates: Rates) -> None:
    rates(read="2/hour")
    stranger = Caller(headers={"authorization": "Bearer " + "0" * 64})
    assert [stranger.get("me").status_code for _ in range(2)] == [401, 401]
    problem = problem_of(stranger.get("me"), 429)
    assert problem["type"] == "/problems/too-many-requests"
    # A player has a count of their own.
    assert make_caller().get("me").status_code == 200


def test_a_scope_that_lacks_is_counted_for_the_player(rates: Rates) -> None:
    rates(submit="2/hour")
    reader = make_caller(Scope.READ)
    path = "challenges/citadel/2025-03-09/attempts"
    assert [reader.post(path).status_code for _ in range(3)] == [403, 403, 429]
    assert make_caller().post(path).status_code == 404


def test_a_preflight_costs_nothing(rates: Rates) -> None:
    """A browser asks before each request of another site's page; that is answered at once."""
    rates(read="1/hour")
    client = APIClient()
    headers = {
        "HTTP_ORIGIN": "https://other.example",
        "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "GET",
    }
    answers = [client.options("/api/v1/variants", **headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert client.get("/api/v1/variants").status_code == 200
