"""POST players and GET players/{handle}."""

from typing import Any

import pytest

from games import clock
from leaderboard.models import AuthToken, Player
from leaderboard.services.erasing import player_erase
from leaderboard.services.tokens import Scope
from tests.leaderboard.accounts import (
    PASSWORD,
    account,
    browser,
    call,
    codes,
    make_player,
    signed_in,
    take_csrf,
)
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import (
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    problem_of,
)

pytestmark = pytest.mark.django_db


def register(caller: Caller, handle: Any = "Ada", password: Any = PASSWORD, **more: Any) -> Any:
    return caller.post("players", {"handle": handle, "password": password, **more})


def test_it_works(anybody: Caller) -> None:
    response = register(anybody)
    assert response.status_code == 201
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    assert body["player"]["handle"] == "Ada"
    assert body["player"]["guest"] is False
    assert body["player"]["preferences"] == {}
    assert body["scopes"] == ["read", "play", "account"]
    assert len(body["token"]) == 64
    assert len(body["recovery_code"]) == 29
    own = Caller(headers={"authorization": f"Bearer {body['token']}"})
    assert account(own) == body["player"]


def test_a_token_of_a_registered_player_lasts_90_days(anybody: Caller, at: SetClock) -> None:
    at(instant("2025-03-09 12:00:00"))
    assert register(anybody).json()["expires_at"] == "2025-06-07T12:00:00Z"


def test_only_hashes_are_stored(anybody: Caller) -> None:
    body = register(anybody).json()
    row = str(Player.objects.values().get()) + str(AuthToken.objects.values().get())
    for secret in (PASSWORD, body["token"], body["recovery_code"]):
        assert secret not in row
    assert body["recovery_code"].replace("-", "") not in row


@pytest.mark.parametrize("twin", ["Ada", "ada", "ADA", "a-d-a", "_ada_"])
def test_the_handle_of_another_is_taken(anybody: Caller, twin: str) -> None:
    register(anybody)
    body = problem_of(register(anybody, twin), 409)
    assert body["type"] == "/problems/handle-taken"
    assert codes(body) == {"/handle": "taken"}
    assert Player.objects.count() == 1


def test_look_alikes_are_taken(anybody: Caller) -> None:
    register(anybody, "Illinois")
    problem_of(register(anybody, "1ll1n0i5"), 409)


@pytest.mark.parametrize(
    ("handle", "code"),
    [
        ("", "blank"),
        ("ab", "too_short"),
        ("a" * 21, "too_long"),
        ("a" * 200_000, "too_long"),
        ("ada lovelace", "bad_character"),
        (" ada", "bad_character"),
        ("ad\u0430", "bad_character"),
        ("\u202eada", "bad_character"),
        ("\uff41\uff44\uff41", "bad_character"),
        ("___", "no_letter"),
        ("admin", "reserved"),
        ("Gue5t_1", "reserved"),
        (None, "null"),
        (123, "invalid"),
        (["ada"], "invalid"),
        ({"a": 1}, "invalid"),
        (True, "invalid"),
    ],
)
def test_a_handle_that_is_none_is_refused(anybody: Caller, handle: Any, code: str) -> None:
    body = problem_of(register(anybody, handle), 400)
    assert body["type"] == "/problems/validation"
    assert codes(body) == {"/handle": code}
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "blank"),
        ("short", "password_too_short"),
        ("password123", "password_too_common"),
        ("8301749265", "password_entirely_numeric"),
        ("Adalovelace", "password_too_similar"),
        ("x" * 201, "max_length"),
        ("x" * 200_000, "max_length"),
        (None, "null"),
        (1234567890123, "invalid"),
    ],
)
def test_a_weak_password_is_refused(anybody: Caller, password: Any, code: str) -> None:
    body = problem_of(register(anybody, "AdaLovelace", password), 400)
    assert codes(body) == {"/password": code}


def test_all_that_is_wrong_is_said_at_once(anybody: Caller) -> None:
    body = problem_of(register(anybody, "a b", "short"), 400)
    assert codes(body) == {"/handle": "bad_character", "/password": "password_too_short"}
    assert next(e["offset"] for e in body["errors"] if e["pointer"] == "/handle") == 1
    assert codes(problem_of(anybody.post("players", {}), 400)) == {
        "/handle": "required",
        "/password": "required",
    }


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"handle": "ada\\u0000", "password": "seven red kings in a row"}',
        b'{"handle": "ada\\ud800", "password": "seven red kings in a row"}',
        b'{"handle": "ada", "password": "\\udfff and some more of that"}',
        b'{"handle": "ada", "handle": "bob", "password": "seven red kings in a row"}',
        b'{"handle": "\xff\xfe", "password": "seven red kings in a row"}',
        b'{"handle": NaN}',
        b"[" * 20_000,
    ],
)
def test_hostile_bodies_are_400(anybody: Caller, body: bytes) -> None:
    problem_of(anybody.post("players", body), 400)
    assert not Player.objects.exists()


def test_a_password_may_be_any_text(anybody: Caller) -> None:
    password = "  c\u0327a va \U0001f0a1 \u202e bien  "
    assert register(anybody, "Ada", password).status_code == 201
    # Another keyboard composes its letters.
    composed = "  \u00e7a va \U0001f0a1 \u202e bien  "
    login = anybody.post("tokens", {"handle": "Ada", "password": composed})
    assert login.status_code == 201
    stripped = anybody.post("tokens", {"handle": "Ada", "password": password.strip()})
    problem_of(stripped, 401)


def test_a_guest_becomes_the_player_and_keeps_everything(at: SetClock) -> None:
    guest = make_caller()
    challenge = make_challenge()
    accepted = guest.submit(CASTLE.line, challenge)
    assert accepted.status_code == 201
    before = guest.player
    assert before is not None
    guests_handle = before.handle
    response = register(guest)
    assert response.status_code == 201
    body = response.json()
    assert body["player"]["handle"] == "Ada"
    assert body["player"]["guest"] is False
    assert body["token"] is None
    assert len(body["recovery_code"]) == 29
    # The same player: its token goes on, its submission and its rank are there.
    assert guest.get("me").json()["handle"] == "Ada"
    own = guest.get("me/submissions").json()["results"]
    assert [row["id"] for row in own] == [accepted.json()["id"]]
    board = guest.get(f"challenges/{challenge.variant}/{challenge.date}/standings").json()
    assert [(row["rank"], row["player"]) for row in board["results"]] == [
        (1, {"handle": "Ada", "guest": False})
    ]
    assert guest.get(f"players/{guests_handle}").status_code == 404
    login = Caller().post("tokens", {"handle": "Ada", "password": PASSWORD})
    assert login.status_code == 201


def test_an_upgraded_guests_tokens_end_as_others_do(guest: Caller) -> None:
    far = AuthToken.objects.get().expiry
    assert far is not None
    assert (far - clock.now()).days in (399, 400)
    register(guest)
    expiry = AuthToken.objects.get().expiry
    assert expiry is not None
    assert (expiry - clock.now()).days in (89, 90)


def test_a_guest_cannot_take_a_taken_handle(guest: Caller) -> None:
    make_player("Ada")
    problem_of(register(guest, "ada"), 409)
    assert guest.get("me").json()["guest"] is True


def test_a_registered_player_does_not_register(player: Caller) -> None:
    body = problem_of(register(player, "Grace"), 409)
    assert body["type"] == "/problems/already-registered"


def test_a_guests_token_needs_the_scope_account() -> None:
    guest = make_caller(Scope.READ, Scope.PLAY)
    assert "`account`" in problem_of(register(guest), 403)["detail"]


def test_a_wrong_token_does_not_make_another_player(anybody: Caller) -> None:
    anybody.headers["authorization"] = "Bearer " + "0" * 64
    problem_of(register(anybody), 401)
    assert not Player.objects.exists()


def test_the_page_registers_with_a_session() -> None:
    page = browser()
    response = register(page, session=True)
    assert response.status_code == 201
    assert response.json()["token"] is None
    assert page.client.cookies["sessionid"]["httponly"] is True
    assert page.client.cookies["sessionid"]["samesite"] == "Lax"
    assert page.get("me").json()["handle"] == "Ada"
    assert not AuthToken.objects.exists()


def test_the_page_upgrades_its_guest_and_stays_signed_in() -> None:
    page = browser()
    assert page.post("guests", {"session": True}).status_code == 201
    take_csrf(page)
    assert register(page).status_code == 201
    assert page.get("me").json()["handle"] == "Ada"
    assert Player.objects.count() == 1


def test_another_site_cannot_register_a_browser() -> None:
    page = browser()
    del page.headers["x-csrftoken"]
    problem_of(register(page, session=True), 403)
    signed = signed_in(browser(), make_player("Grace").handle)
    del signed.headers["x-csrftoken"]
    problem_of(register(signed), 403)


def test_a_deleted_players_handle_stays_taken(anybody: Caller, player: Caller) -> None:
    assert player.player is not None
    player_erase(player=player.player)
    assert not Player.objects.exists()
    body = problem_of(register(anybody, "a_d_a"), 409)
    assert body["type"] == "/problems/handle-taken"
    assert not Player.objects.exists()


def test_a_deleted_players_handle_stays_taken_for_guests_too(guest: Caller, player: Caller) -> None:
    assert player.player is not None
    player_erase(player=player.player)
    problem_of(register(guest, "ADA"), 409)
    assert guest.get("me").json()["guest"] is True


# ------------------------------------------------------------------------------- profiles


def test_a_profile_is_public(player: Caller, anybody: Caller) -> None:
    response = anybody.get("players/ada")
    assert response.status_code == 200
    body = response.json()
    assert (body["handle"], body["guest"]) == ("Ada", False)
    assert set(body) == {"handle", "guest", "created_at", "statistics"}
    assert response["Cache-Control"] == "no-cache"


def test_a_profile_known_already_is_304(player: Caller, anybody: Caller) -> None:
    tag = anybody.get("players/Ada")["ETag"]
    again = anybody.get("players/Ada", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "handle", ["Bob", "a-d-a", "%00", "ad%00", "a" * 5000, "%D0%B0da", "%ED%A0%80ada", "%F0ada"]
)
def test_no_profile_of_others(player: Caller, anybody: Caller, handle: str) -> None:
    problem_of(call(anybody, "GET", f"players/{handle}"), 404)


def test_no_profile_of_look_alikes(anybody: Caller) -> None:
    make_player("Illinois")
    problem_of(anybody.get("players/1llinois"), 404)
    assert anybody.get("players/ILLINOIS").status_code == 200


def test_a_hidden_player_has_no_profile(player: Caller, anybody: Caller) -> None:
    Player.objects.update(hidden_at=clock.now())
    problem_of(anybody.get("players/Ada"), 404)
    assert player.get("me").json()["hidden"] is True
