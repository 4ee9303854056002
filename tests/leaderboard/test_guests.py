"""POST guests."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from leaderboard.models import AuthToken, Player
from tests.leaderboard.accounts import account, browser, call, codes
from tests.leaderboard.playing import Caller, SetClock, instant, problem_of

pytestmark = pytest.mark.django_db


def test_it_works(anybody: Caller) -> None:
    response = anybody.post("guests")
    assert response.status_code == 201
    body = response.json()
    assert body["player"]["guest"] is True
    assert body["player"]["handle"].startswith("guest-")
    assert body["recovery_code"] is None
    assert body["scopes"] == ["read", "play", "account"]
    own = Caller(headers={"authorization": f"Bearer {body['token']}"})
    assert account(own) == body["player"]


def test_the_body_may_be_left_out(anybody: Caller) -> None:
    assert call(anybody, "POST", "guests").status_code == 201
    without_type = anybody.client.generic("POST", "/api/v1/guests", content_type="")
    assert without_type.status_code == 201


def test_each_guest_is_another(anybody: Caller) -> None:
    made = [anybody.post("guests").json() for _ in range(20)]
    assert len({body["player"]["handle"] for body in made}) == 20
    assert len({body["token"] for body in made}) == 20


def test_a_guests_token_lasts_400_days(anybody: Caller, at: SetClock) -> None:
    at(instant("2025-03-09 12:00:00"))
    assert anybody.post("guests").json()["expires_at"] == "2026-04-13T12:00:00Z"


def test_a_guest_has_no_login(anybody: Caller) -> None:
    handle = anybody.post("guests").json()["player"]["handle"]
    for secret in ({"password": "!"}, {"recovery_code": "", "new_password": "x" * 20}):
        response = anybody.post("tokens", {"handle": handle, **secret})
        assert response.status_code in (400, 401)
    problem_of(anybody.post("tokens", {"handle": handle, "password": "anything"}), 401)


def test_the_page_has_guests_by_session() -> None:
    page = browser()
    response = page.post("guests", {"session": True})
    assert response.status_code == 201
    assert response.json()["token"] is None
    assert account(page) == response.json()["player"]
    # 400 days, the longest that browsers keep a cookie.
    assert page.client.cookies["sessionid"]["max-age"] == 400 * 24 * 3600
    assert not AuthToken.objects.exists()


def test_another_site_cannot_make_a_guests_session() -> None:
    page = browser()
    del page.headers["x-csrftoken"]
    problem_of(page.post("guests", {"session": True}), 403)
    assert not Player.objects.exists()


def test_a_strange_body_is_refused(anybody: Caller) -> None:
    assert codes(problem_of(anybody.post("guests", {"session": []}), 400)) == {
        "/session": "invalid"
    }
    problem_of(anybody.post("guests", b"[1]"), 400)
    problem_of(call(anybody, "GET", "guests"), 405)


def test_guests_are_limited_by_address(anybody: Caller, settings: Settings) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"guest": "3/hour"}
    answers = [anybody.post("guests") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert 3590 <= int(answers[-1]["Retry-After"]) <= 3600
    assert answers[0]["RateLimit-Policy"] == '"guest";q=3;w=3600'
    assert Player.objects.count() == 3
    elsewhere = Caller(client=Client(REMOTE_ADDR="198.51.100.7")).post("guests")
    assert elsewhere.status_code == 201
