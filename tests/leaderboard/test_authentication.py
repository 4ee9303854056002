"""Tokens in the Authorization header, their scopes and their end."""

import datetime as dt

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test.utils import CaptureQueriesContext
from rest_framework.request import Request
from rest_framework.views import APIView

from leaderboard.authentication import HasScope
from leaderboard.models import AuthToken
from leaderboard.services.tokens import Scope, tokens_forget
from tests.leaderboard.accounts import make_player, make_player_caller
from tests.leaderboard.playing import NOON, Caller, SetClock, make_caller, problem_of

pytestmark = pytest.mark.django_db
DAYS = dt.timedelta(days=1)


def test_it_works(player: Caller) -> None:
    assert player.get("me").json()["handle"] == "Ada"
    player.headers["authorization"] = player.headers["authorization"].replace("Bearer", "bearer")
    assert player.get("me").json()["handle"] == "Ada"


@pytest.mark.parametrize(
    "value",
    [
        "Bearer",
        "Bearer ",
        "Bearer a b",
        "Bearer " + "0" * 64,
        "Bearer " + "f" * 100_000,
        "Bearer \u00ff\u00fe",
        "Bearer \x01\x02",
        "Token " + "0" * 64,
        "Basic QWRhOnB3",
        "",
    ],
)
def test_what_is_no_token_is_refused(anybody: Caller, value: str) -> None:
    anybody.headers["authorization"] = value
    response = anybody.get("me")
    problem_of(response, 401)
    assert response["WWW-Authenticate"] == "Bearer"


def test_part_of_a_token_is_no_token(player: Caller) -> None:
    whole = player.headers["authorization"]
    for wrong in (whole[:-1], whole + "0", whole[:-1] + "x", whole.upper()):
        player.headers["authorization"] = wrong
        problem_of(player.get("me"), 401)


def test_the_hash_of_a_token_is_no_token(player: Caller) -> None:
    player.headers["authorization"] = f"Bearer {AuthToken.objects.get().digest}"
    problem_of(player.get("me"), 401)


def test_a_token_costs_one_query(player: Caller) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert player.get("me").status_code == 200
    # The other one is what the player has achieved.
    assert ["leaderboard_authtoken" in query["sql"] for query in queries] == [True, False]


def test_an_unused_token_ends(at: SetClock) -> None:
    player, guest = make_player_caller("Ada"), make_caller()
    at(NOON + 90 * DAYS - dt.timedelta(seconds=1))
    assert AuthToken.objects.filter(user=player.player).get().expiry == NOON + 90 * DAYS
    at(NOON + 90 * DAYS)
    problem_of(player.get("me"), 401)
    at(NOON + 400 * DAYS - dt.timedelta(seconds=1))
    assert guest.get("me").status_code == 200


def test_use_prolongs_a_token(at: SetClock) -> None:
    player = make_player_caller("Ada")
    for days in (80, 160, 240):
        at(NOON + days * DAYS)
        assert player.get("me").status_code == 200
    assert AuthToken.objects.get().expiry == NOON + 330 * DAYS


def test_a_token_is_written_to_once_a_day(at: SetClock) -> None:
    player = make_player_caller("Ada")
    at(NOON + DAYS - dt.timedelta(seconds=1))
    with CaptureQueriesContext(connection) as queries:
        player.get("me")
    assert not [query for query in queries if query["sql"].startswith("UPDATE")]
    at(NOON + DAYS)
    for expected in (1, 0):
        with CaptureQueriesContext(connection) as queries:
            player.get("me")
        updates = [query for query in queries if query["sql"].startswith("UPDATE")]
        assert len(updates) == expected


def test_tokens_that_have_ended_are_forgotten(at: SetClock) -> None:
    make_player_caller("Ada")
    make_caller()
    at(NOON + 91 * DAYS)
    assert tokens_forget() == 1
    assert AuthToken.objects.get().user.is_guest


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "DELETE"])
@pytest.mark.parametrize("scope", list(Scope))
def test_a_scope_lets_its_own_requests_through(method: str, scope: Scope) -> None:
    row = AuthToken(scopes=[scope.value])
    http = HttpRequest()
    http.method = method
    request = Request(http)
    request.user, request.auth = make_player(), row
    reading = method in ("GET", "HEAD")
    allowed = HasScope("play")().has_permission(request, APIView())
    assert allowed is (scope == Scope.PLAY)
    allowed = HasScope("read", "account")().has_permission(request, APIView())
    assert allowed is (scope == (Scope.READ if reading else Scope.ACCOUNT))


def test_a_scope_that_does_not_exist_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="root"):
        HasScope("root")
