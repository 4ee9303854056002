"""GET, POST and DELETE session."""

import datetime as dt

import pytest
from django.contrib.sessions.models import Session

from leaderboard.services.players import player_register
from tests.leaderboard.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    account,
    browser,
    call,
    make_player,
    signed_in,
    take_csrf,
)
from tests.leaderboard.playing import NOON, Caller, SetClock, problem_of

pytestmark = pytest.mark.django_db


def test_it_works() -> None:
    make_player("Ada")
    page = browser()
    assert page.get("session").json() == {"player": None, "recovery_code": None}
    response = page.post("session", {"handle": "ada", "password": PASSWORD})
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    assert response.json()["player"]["handle"] == "Ada"
    assert page.get("session").json()["player"]["handle"] == "Ada"
    assert account(page) == response.json()["player"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    make_player("Ada")
    page = signed_in(browser())
    cookie = page.client.cookies["sessionid"]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 90 * 24 * 3600


def test_a_login_changes_the_sessions_key_and_the_csrf_token() -> None:
    make_player("Ada")
    page = browser()
    assert page.post("guests", {"session": True}).status_code == 201
    take_csrf(page)
    key, token = (page.client.cookies[name].value for name in ("sessionid", "csrftoken"))
    signed_in(page)
    assert page.client.cookies["sessionid"].value != key
    assert page.client.cookies["csrftoken"].value != token


def test_what_changes_something_needs_the_csrf_token() -> None:
    make_player("Ada")
    page = browser()
    without = {k: v for k, v in page.headers.items() if k != "x-csrftoken"}
    page.headers = without
    body = problem_of(page.post("session", {"handle": "Ada", "password": PASSWORD}), 403)
    assert "CSRF" in body["detail"]
    take_csrf(page)
    signed_in(page)
    page.headers = {}
    for method, path in (
        ("DELETE", "session"),
        ("DELETE", "me"),
        ("PATCH", "me"),
        ("POST", "me/password"),
        ("POST", "players"),
    ):
        problem_of(call(page, method, path, {}), 403)
    assert page.get("me").status_code == 200


def test_a_wrong_password_signs_nobody_in() -> None:
    make_player("Ada")
    page = browser()
    problem_of(page.post("session", {"handle": "Ada", "password": "wrong"}), 401)
    assert page.get("session").json()["player"] is None


def test_the_recovery_code_signs_in() -> None:
    _, code = player_register(handle="Ada", password=PASSWORD)
    page = browser()
    response = page.post(
        "session",
        {"handle": "Ada", "recovery_code": code, "new_password": OTHER_PASSWORD},
    )
    assert response.status_code == 201
    assert len(response.json()["recovery_code"]) == 29
    assert page.get("me").json()["handle"] == "Ada"
    signed_in(browser(), password=OTHER_PASSWORD)


def test_signing_out() -> None:
    make_player("Ada")
    page, other = signed_in(browser()), signed_in(browser())
    response = call(page, "DELETE", "session")
    assert response.status_code == 204
    assert page.get("session").json()["player"] is None
    problem_of(page.get("me"), 401)
    assert other.get("me").status_code == 200


def test_signing_out_without_a_session_does_nothing(anybody: Caller) -> None:
    assert call(anybody, "DELETE", "session").status_code == 204


def test_a_session_is_prolonged_by_use_once_a_day(at: SetClock) -> None:
    make_player("Ada")
    page = signed_in(browser())
    first = Session.objects.get().session_data
    assert page.get("me").status_code == 200
    assert Session.objects.get().session_data == first
    assert "sessionid" not in page.get("me").cookies
    at(NOON + dt.timedelta(days=1))
    response = page.get("me")
    assert response.status_code == 200
    assert response.cookies["sessionid"]["max-age"] == 90 * 24 * 3600
    assert Session.objects.get().session_data != first
    assert "sessionid" not in page.get("me").cookies


def test_no_shared_cache_keeps_a_sessions_cookie(at: SetClock) -> None:
    make_player("Ada")
    page = signed_in(browser())
    at(NOON + dt.timedelta(days=1))
    response = page.get("deals/citadel/5/layout")
    assert "sessionid" in response.cookies
    assert "private" in response["Cache-Control"]
    assert "public" not in response["Cache-Control"]
    assert "public" in page.get("deals/citadel/5/layout")["Cache-Control"]


def test_with_both_the_token_counts() -> None:
    make_player("Ada")
    page = signed_in(browser())
    make_player("Grace")
    login = Caller().post("tokens", {"handle": "Grace", "password": PASSWORD})
    page.headers["authorization"] = f"Bearer {login.json()['token']}"
    assert page.get("me").json()["handle"] == "Grace"
