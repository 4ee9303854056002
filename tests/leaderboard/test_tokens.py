"""POST tokens and DELETE tokens/current."""

import logging
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from leaderboard.models import AuthToken, Player
from leaderboard.services.players import player_register
from leaderboard.services.tokens import MOST_TOKENS
from tests.leaderboard.accounts import OTHER_PASSWORD, PASSWORD, call, codes, make_player
from tests.leaderboard.playing import Caller, SetClock, instant, problem_of

pytestmark = pytest.mark.django_db


def login(caller: Caller, handle: Any = "Ada", password: Any = PASSWORD, **more: Any) -> Any:
    return caller.post("tokens", {"handle": handle, "password": password, **more})


def recover(caller: Caller, code: Any, password: Any = OTHER_PASSWORD, handle: str = "Ada") -> Any:
    body = {"handle": handle, "recovery_code": code, "new_password": password}
    return caller.post("tokens", body)


def from_address(address: str) -> Caller:
    return Caller(client=Client(REMOTE_ADDR=address))


def test_it_works(player: Caller, anybody: Caller) -> None:
    response = login(anybody, name="phone", scopes=["play", "read"])
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    assert body["player"]["handle"] == "Ada"
    assert body["scopes"] == ["read", "play"]
    assert body["recovery_code"] is None
    phone = Caller(headers={"authorization": f"Bearer {body['token']}"})
    assert phone.get("me").json()["handle"] == "Ada"
    problem_of(call(phone, "DELETE", "me"), 403)
    # The other device stays logged in.
    assert player.get("me").status_code == 200


@pytest.mark.parametrize("spelling", ["Ada", "ADA", "a_d-a"])
def test_any_spelling_of_the_handle_will_do(player: Caller, anybody: Caller, spelling: str) -> None:
    assert login(anybody, spelling).status_code == 201


@pytest.mark.parametrize(
    ("handle", "password"),
    [
        ("Ada", "wrong"),
        ("Ada", PASSWORD.upper()),
        ("Nobody-here", PASSWORD),
        ("not a handle", PASSWORD),
        ("ad\u0430", PASSWORD),
        ("a" * 100_000, PASSWORD),
    ],
)
def test_whatever_is_wrong_the_answer_is_the_same(
    player: Caller, anybody: Caller, handle: str, password: str
) -> None:
    response = login(anybody, handle, password)
    assert response["WWW-Authenticate"] == "Bearer"
    assert problem_of(response, 401) == {
        "type": "/problems/login-failed",
        "title": "The login failed",
        "status": 401,
        "detail": "No player has this handle with this password or recovery code.",
        "instance": "/api/v1/tokens",
        "errors": [],
    }


def test_a_deactivated_player_cannot_log_in(player: Caller, anybody: Caller) -> None:
    Player.objects.update(is_active=False)
    problem_of(login(anybody), 401)
    problem_of(player.get("me"), 401)


@pytest.mark.parametrize("handle", ["Ada", "Grace", "guest", "not a handle"])
def test_each_attempt_hashes_once(
    anybody: Caller, monkeypatch: pytest.MonkeyPatch, handle: str
) -> None:
    make_player("Ada")
    Player.objects.create(
        handle="guest-x",
        handle_skeleton="guest",
        password="!",
        is_guest=True,
        created_at=instant("2025-03-09 12:00:00"),
    )
    hashed = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    login(anybody, "Warm-up", "wrong")
    hashed.clear()
    problem_of(login(anybody, handle, "wrong"), 401)
    assert len(hashed) == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, {"/handle": "required"}),
        ({"handle": "Ada"}, {"": "one_of"}),
        ({"handle": "Ada", "password": "x", "recovery_code": "y"}, {"": "one_of"}),
        ({"handle": "Ada", "recovery_code": "y"}, {"/new_password": "together"}),
        (
            {"handle": "Ada", "password": "x", "new_password": "y"},
            {"/new_password": "together"},
        ),
        ({"handle": "Ada", "password": "x" * 201}, {"/password": "max_length"}),
        ({"handle": 1, "password": {}}, {"/handle": "invalid", "/password": "invalid"}),
        ({"handle": "Ada", "password": "x", "scopes": []}, {"/scopes": "empty"}),
        ({"handle": "Ada", "password": "x", "scopes": "read"}, {"/scopes": "not_a_list"}),
        (
            {"handle": "Ada", "password": "x", "scopes": ["root"]},
            {"/scopes/0": "invalid_choice"},
        ),
        ({"handle": "Ada", "password": "x", "name": "n" * 65}, {"/name": "max_length"}),
    ],
)
def test_bodies_that_do_not_fit(
    anybody: Caller, body: dict[str, Any], expected: dict[str, str]
) -> None:
    assert codes(problem_of(anybody.post("tokens", body), 400)) == expected


def test_no_secret_in_logs_and_none_by_get(
    anybody: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    player, code = player_register(handle="Ada", password=PASSWORD)
    token = login(anybody).json()["token"]
    ada = Caller(headers={"authorization": f"Bearer {token}"})
    secrets = [token, PASSWORD, code, player.password, player.recovery_hash]
    for path in ("me", "session", "me/export", "players/Ada", "me/submissions"):
        response = ada.get(path)
        assert response.status_code == 200
        text = response.getvalue().decode()
        assert not [secret for secret in secrets if secret in text], path
    problem_of(login(anybody, password="wrong secret"), 401)
    problem_of(recover(anybody, "WRONG-CODES"), 401)
    problem_of(Caller(headers={"authorization": "Bearer wrongtoken"}).get("me"), 401)
    assert caplog.records
    for secret in [*secrets, "wrong secret", "WRONG-CODES", "wrongtoken"]:
        assert secret not in caplog.text


def test_a_player_has_so_many_tokens_and_no_more(anybody: Caller, at: SetClock) -> None:
    make_player("Ada")
    tokens = []
    for minute in range(MOST_TOKENS + 2):
        at(instant(f"2025-03-09 12:{minute:02}:00"))
        tokens.append(login(anybody).json()["token"])
    assert AuthToken.objects.count() == MOST_TOKENS
    statuses = [
        Caller(headers={"authorization": f"Bearer {token}"}).get("me").status_code
        for token in (tokens[0], tokens[1], tokens[2], tokens[-1])
    ]
    assert statuses == [401, 401, 200, 200]


# ------------------------------------------------------------------------- recovery codes


def test_a_recovery_code_sets_a_new_password_and_ends_all_logins(player: Caller) -> None:
    Player.objects.all().delete()
    ada, code = player_register(handle="Ada", password=PASSWORD)
    old = Caller(headers={"authorization": f"Bearer {login(Caller()).json()['token']}"})
    page = Caller()
    assert page.post("session", {"handle": "Ada", "password": PASSWORD}).status_code == 201
    response = recover(Caller(), code.lower().replace("-", " "))
    assert response.status_code == 201
    body = response.json()
    assert body["recovery_code"] not in (None, code)
    problem_of(old.get("me"), 401)
    assert page.get("session").json()["player"] is None
    problem_of(login(Caller()), 401)
    assert login(Caller(), password=OTHER_PASSWORD).status_code == 201
    fresh = Caller(headers={"authorization": f"Bearer {body['token']}"})
    assert fresh.get("me").status_code == 200
    # Each code works once; the new one is next.
    problem_of(recover(Caller(), code), 401)
    assert recover(Caller(), body["recovery_code"], PASSWORD).status_code == 201
    assert ada.pk == Player.objects.get().pk


@pytest.mark.parametrize(
    "code", ["7K3V9-02HWQ-8DJX1-MTC4R-ZBN61", "x", "\u0660" * 25, "\U0001f0a1", "7" * 200]
)
@pytest.mark.parametrize("handle", ["Ada", "Grace", "no handle"])
def test_a_wrong_recovery_code_changes_nothing(
    player: Caller, anybody: Caller, code: str, handle: str
) -> None:
    body = problem_of(recover(anybody, code, handle=handle), 401)
    assert body["type"] == "/problems/login-failed"
    assert player.get("me").status_code == 200
    assert login(anybody).status_code == 201


def test_a_weak_password_does_not_use_up_the_recovery_code(anybody: Caller) -> None:
    _, code = player_register(handle="Ada", password=PASSWORD)
    body = problem_of(recover(anybody, code, "short"), 400)
    assert codes(body) == {"/new_password": "password_too_short"}
    assert recover(anybody, code).status_code == 201


# ----------------------------------------------------------------------------- the limits


def test_an_address_may_try_so_often(player: Caller, anybody: Caller, settings: Settings) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "3/minute"}
    for _ in range(3):
        problem_of(login(anybody, password="wrong"), 401)
    response = login(anybody)
    problem_of(response, 429)
    assert 55 <= int(response["Retry-After"]) <= 60
    assert login(from_address("198.51.100.7")).status_code == 201


def test_many_addresses_cannot_try_one_account_for_ever(player: Caller, settings: Settings) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login_account": "5/hour"}
    for number in range(5):
        problem_of(login(from_address(f"198.51.100.{number}"), password="wrong"), 401)
    response = login(from_address("198.51.100.99"))
    problem_of(response, 429)
    assert 3590 <= int(response["Retry-After"]) <= 3600
    # In any spelling; other accounts are free.
    problem_of(login(from_address("198.51.100.99"), "a-d-a"), 429)
    make_player("Grace")
    assert login(from_address("198.51.100.99"), "Grace").status_code == 201


def test_attackers_do_not_lock_a_player_out(settings: Settings) -> None:
    _, code = player_register(handle="Ada", password=PASSWORD)
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login_account": "5/hour"}
    home = from_address("203.0.113.1")
    assert login(home).status_code == 201
    for number in range(9):
        login(from_address(f"198.51.100.{number}"), password="wrong")
    problem_of(login(from_address("198.51.100.99")), 429)
    # From where the player has logged in before, and with the recovery code from anywhere.
    assert login(home).status_code == 201
    assert recover(from_address("203.0.113.77"), code).status_code == 201


def test_an_account_that_does_not_exist_is_limited_alike(
    anybody: Caller, settings: Settings
) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login_account": "2/hour"}
    answers = [login(anybody, "Nobody").status_code for _ in range(3)]
    assert answers == [401, 401, 429]


def test_without_the_store_of_counts_nobody_logs_in(
    player: Caller, anybody: Caller, settings: Settings
) -> None:
    settings.CACHE_URL = "unix:///nowhere/valkey.sock?db=0"
    response = login(anybody)
    problem_of(response, 503)
    assert int(response["Retry-After"]) >= 1
    # Who has a token goes on.
    assert player.get("me").status_code == 200


def test_an_emptied_cache_forgets_addresses_and_nothing_else(
    player: Caller, anybody: Caller
) -> None:
    assert login(anybody).status_code == 201
    cache.clear()
    assert login(anybody).status_code == 201


# ------------------------------------------------------------------------------ logging out


def test_logging_out_ends_this_token_alone(player: Caller, anybody: Caller) -> None:
    other = Caller(headers={"authorization": f"Bearer {login(anybody).json()['token']}"})
    response = call(player, "DELETE", "tokens/current")
    assert (response.status_code, response.content) == (204, b"")
    problem_of(player.get("me"), 401)
    assert other.get("me").status_code == 200
    problem_of(call(player, "DELETE", "tokens/current"), 401)


def test_logging_out_needs_a_token(anybody: Caller) -> None:
    response = call(anybody, "DELETE", "tokens/current")
    problem_of(response, 401)
    assert response["WWW-Authenticate"] == "Bearer"
