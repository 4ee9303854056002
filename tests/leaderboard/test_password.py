"""POST me/password."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from leaderboard.models import Player
from leaderboard.services.tokens import Scope
from tests.leaderboard.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    browser,
    codes,
    make_player,
    signed_in,
    take_csrf,
)
from tests.leaderboard.playing import Caller, make_caller, problem_of

pytestmark = pytest.mark.django_db


def change(caller: Caller, old: Any = PASSWORD, new: Any = OTHER_PASSWORD) -> Any:
    return caller.post("me/password", {"password": old, "new_password": new})


def login(password: str) -> Any:
    return Caller().post("tokens", {"handle": "Ada", "password": password})


def test_it_works(player: Caller) -> None:
    response = change(player)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert len(response.json()["recovery_code"]) == 29
    problem_of(login(PASSWORD), 401)
    assert login(OTHER_PASSWORD).status_code == 201


def test_other_devices_are_logged_out(player: Caller) -> None:
    phone = Caller(headers={"authorization": f"Bearer {login(PASSWORD).json()['token']}"})
    page = signed_in(browser())
    assert change(player).status_code == 200
    assert player.get("me").status_code == 200
    problem_of(phone.get("me"), 401)
    problem_of(page.get("me"), 401)


def test_the_page_stays_signed_in(player: Caller) -> None:
    page, other = signed_in(browser()), signed_in(browser())
    assert change(page).status_code == 200
    assert page.get("me").status_code == 200
    problem_of(other.get("me"), 401)
    problem_of(player.get("me"), 401)
    take_csrf(page)
    assert change(page, OTHER_PASSWORD, PASSWORD).status_code == 200


def test_the_new_recovery_code_replaces_the_old_one(player: Caller) -> None:
    old = change(player).json()["recovery_code"]
    new = change(player, OTHER_PASSWORD, PASSWORD).json()["recovery_code"]
    body = {"handle": "Ada", "new_password": OTHER_PASSWORD}
    problem_of(Caller().post("tokens", {**body, "recovery_code": old}), 401)
    assert Caller().post("tokens", {**body, "recovery_code": new}).status_code == 201


def test_a_wrong_password_changes_nothing(player: Caller) -> None:
    body = problem_of(change(player, "wrong"), 401)
    assert body["type"] == "/problems/login-failed"
    assert login(PASSWORD).status_code == 201


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ("short", "password_too_short"),
        ("x" * 201, "max_length"),
        ("", "blank"),
        (None, "null"),
        (["x"], "invalid"),
        ("password123", "password_too_common"),
    ],
)
def test_a_weak_new_password_is_refused(player: Caller, new: Any, code: str) -> None:
    assert codes(problem_of(change(player, new=new), 400)) == {"/new_password": code}
    assert login(PASSWORD).status_code == 201


def test_guests_have_no_password(guest: Caller) -> None:
    problem_of(change(guest, "!"), 401)
    player = Player.objects.get()
    assert player.is_guest
    assert not player.has_usable_password()


def test_it_needs_the_scope_account(anybody: Caller) -> None:
    problem_of(change(anybody), 401)
    problem_of(change(make_caller(Scope.READ, Scope.PLAY, player=make_player())), 403)
    assert login(PASSWORD).status_code == 201


def test_a_stolen_token_cannot_try_passwords_for_ever(player: Caller, settings: Settings) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login_account": "3/hour"}
    answers = [change(player, "wrong").status_code for _ in range(4)]
    assert answers == [401, 401, 401, 429]
