"""Requests are counted exactly, by player or address, and the answer says what is left."""

import threading
from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from games import throttling
from games.api import ApiView
from games.throttling import Rate, ThrottleStoreError, caller_address, parse_rate, take
from tests.games.conftest import Rates

# The fixture empties the store afterwards.
pytestmark = pytest.mark.django_db


class GuardedView(ApiView):
    """A view that is counted by method."""

    throttle_scope = {"GET": "read", "POST": "label"}  # noqa: RUF012

    def get(self, request: Request) -> Response:
        """Answer."""
        return Response({})

    def post(self, request: Request) -> Response:
        """Answer."""
        return Response({})


def ask(method: str = "post", **extra: Any) -> Any:
    """The view's answer."""
    request = getattr(APIRequestFactory(), method)("/api/v1/guarded", **extra)
    return GuardedView.as_view()(request)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("30/hour", Rate(30, 3600)),
        ("1/second", Rate(1, 1)),
        ("5/10minute", Rate(5, 600)),
        ("5/2days", Rate(5, 172_800)),
    ],
)
def test_rates(text: str, rate: Rate) -> None:
    assert parse_rate(text) == rate


@pytest.mark.parametrize("text", ["", "5", "5/", "5/fortnight", "x/hour", "0/hour", "5/0hour"])
def test_rates_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"rate|invalid literal"):
        parse_rate(text)


def test_it_works(rates: Rates) -> None:
    rates(label="2/hour")
    first, second, third = ask(), ask(), ask()
    assert [first.status_code, second.status_code, third.status_code] == [200, 200, 429]
    assert first.headers["RateLimit-Policy"] == '"label";q=2;w=3600'
    assert first.headers["RateLimit"] == '"label";r=1;t=3600'
    assert third.headers["RateLimit"].startswith('"label";r=0;t=')
    assert 3590 <= int(third.headers["Retry-After"]) <= 3600
    assert third.data["type"] == "/problems/too-many-requests"


def test_scopes_are_counted_apart(rates: Rates) -> None:
    rates(label="1/hour", read="5/hour")
    assert ask().status_code == 200
    assert ask("get").headers["RateLimit"] == '"read";r=4;t=3600'


def test_callers_are_counted_apart(rates: Rates) -> None:
    rates(label="1/hour")
    assert ask(REMOTE_ADDR="192.0.2.1").status_code == 200
    assert ask(REMOTE_ADDR="192.0.2.2").status_code == 200
    assert ask(REMOTE_ADDR="192.0.2.1").status_code == 429


def test_a_window_ends(rates: Rates) -> None:
    rates(label="1/second")
    assert take("label", "x").allowed
    quota = take("label", "x")
    assert not quota.allowed
    # Let it end now: a test need not wait for a second.
    throttling._store.cache_clear()
    store = throttling._store(throttling.settings.CACHE_URL)
    assert 0 < store.pttl("throttle:label:x") <= 1000
    store.pexpire("throttle:label:x", 0)
    assert take("label", "x").allowed


def test_exactly_as_many_get_through_at_once(rates: Rates) -> None:
    rates(label="20/hour")
    allowed: list[bool] = []

    def hammer() -> None:
        for _ in range(10):
            allowed.append(take("label", "x").allowed)

    threads = [threading.Thread(target=hammer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(allowed) == 80
    assert sum(allowed) == 20


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_addresses(address: str, caller: str) -> None:
    request = Request(APIRequestFactory().get("/", REMOTE_ADDR=address))
    assert caller_address(request) == caller


def test_forwarded_addresses_are_not_believed() -> None:
    request = Request(
        APIRequestFactory().get("/", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR="198.51.100.7")
    )
    assert caller_address(request) == "192.0.2.1"


class TestStoreAway:
    """With the store away play goes on, and what must be counted waits."""

    @pytest.fixture(autouse=True)
    def _no_store(self, settings: Any) -> None:
        settings.CACHE_URL = "unix:///nowhere/cache.sock?db=1"

    def test_it_is_noticed(self) -> None:
        with pytest.raises(ThrottleStoreError):
            take("read", "x")

    def test_reads_go_on(self) -> None:
        response = ask("get")
        assert response.status_code == 200
        assert "RateLimit" not in response.headers

    def test_searches_wait(self) -> None:
        response = ask()
        assert response.status_code == 503
        assert response.headers["Retry-After"] == "5"
        assert response.data["type"] == "/problems/unavailable"
