"""GET, PATCH and DELETE me. What deletion leaves behind is in test_erasing."""

from typing import Any

import pytest

from games import clock
from leaderboard.models import AuthToken, Player
from leaderboard.services.tokens import Scope
from tests.leaderboard.accounts import account, browser, call, codes, make_player, signed_in
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


def change(caller: Caller, preferences: Any) -> Any:
    return call(caller, "PATCH", "me", {"preferences": preferences})


def test_it_works(player: Caller) -> None:
    response = player.get("me")
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    nothing = body.pop("statistics")["overall"]
    assert (nothing["played"], nothing["streak"]) == (0, {"current": 0, "best": 0})
    created_at = body.pop("created_at")
    assert created_at.endswith("Z")
    assert body == {
        "handle": "Ada",
        "guest": False,
        "hidden": False,
        "preferences": {},
        "last_accepted_at": None,
    }


def test_nobody_has_no_account(anybody: Caller) -> None:
    for method in ("GET", "PATCH", "DELETE"):
        response = call(anybody, method, "me", {})
        problem_of(response, 401)
        assert response["WWW-Authenticate"] == "Bearer"


def test_play_shows(at: SetClock) -> None:
    at(instant("2025-03-09 12:00:00"))
    guest = make_caller()
    guest.submit(CASTLE.line, make_challenge())
    assert guest.get("me").json()["last_accepted_at"] == "2025-03-09T12:00:00Z"


def test_the_hidden_are_told(player: Caller) -> None:
    Player.objects.update(hidden_at=clock.now(), hidden_reason="for reasons of ours")
    response = player.get("me")
    assert response.json()["hidden"] is True
    assert "reasons" not in response.content.decode()


def test_scopes() -> None:
    player = make_player()
    reader, playing = (make_caller(scope, player=player) for scope in (Scope.READ, Scope.PLAY))
    assert reader.get("me").status_code == 200
    assert "`read`" in problem_of(playing.get("me"), 403)["detail"]
    assert "`account`" in problem_of(change(reader, {}), 403)["detail"]
    problem_of(call(reader, "DELETE", "me"), 403)
    assert change(make_caller(Scope.ACCOUNT, player=player), {"a": 1}).status_code == 200


# ---------------------------------------------------------------------------- preferences


def test_preferences_are_changed_by_name(player: Caller) -> None:
    assert change(player, {"deck": "french", "sound": True, "speed": 1.5}).status_code == 200
    response = change(player, {"sound": None, "speed": 2, "page.size": 50})
    assert response.json()["preferences"] == {"deck": "french", "speed": 2, "page.size": 50}
    assert account(player) == response.json()


def test_other_fields_do_not_change(player: Caller) -> None:
    body = {"handle": "Grace", "guest": True, "is_staff": True, "hidden": True}
    response = call(player, "PATCH", "me", body)
    assert response.status_code == 200
    assert (response.json()["handle"], response.json()["guest"]) == ("Ada", False)
    assert not Player.objects.filter(is_staff=True).exists()


@pytest.mark.parametrize(
    ("preferences", "pointer"),
    [
        ([], "/preferences"),
        ("x", "/preferences"),
        (None, "/preferences"),
        ({"": 1}, "/preferences/"),
        ({"A": 1}, "/preferences/A"),
        ({"1a": 1}, "/preferences/1a"),
        ({"a b": 1}, "/preferences/a b"),
        ({"a\u0430": 1}, "/preferences/a\u0430"),
        ({"a": {}}, "/preferences/a"),
        ({"a": [1]}, "/preferences/a"),
        ({"a": "x" * 201}, "/preferences/a"),
        ({"a": 2**53 + 1}, "/preferences/a"),
        ({"a": -1e300}, "/preferences/a"),
    ],
)
def test_preferences_that_do_not_fit(player: Caller, preferences: Any, pointer: str) -> None:
    body = problem_of(change(player, preferences), 400)
    assert list(codes(body)) == [pointer]
    assert player.get("me").json()["preferences"] == {}


@pytest.mark.parametrize("value", ["\\u0000", "\\ud800"])
def test_preferences_that_cannot_be_stored(player: Caller, value: str) -> None:
    response = player.client.patch(
        "/api/v1/me",
        f'{{"preferences": {{"a": "{value}"}}}}',
        content_type="application/json",
        headers=player.headers,
    )
    problem_of(response, 400)


def test_there_is_room_for_50_preferences(player: Caller) -> None:
    fifty = {f"p{number}": number for number in range(50)}
    assert change(player, fifty).json()["preferences"] == fifty
    body = problem_of(change(player, {"one.more": 1}), 400)
    assert codes(body) == {"/preferences": "too_many"}
    assert change(player, {"one.more": 1, "p0": None}).status_code == 200


# ------------------------------------------------------------------------------- deletion


def test_deletion_is_at_once_and_for_good(player: Caller, anybody: Caller) -> None:
    response = call(player, "DELETE", "me")
    assert (response.status_code, response.content) == (204, b"")
    problem_of(player.get("me"), 401)
    problem_of(anybody.get("players/Ada"), 404)
    assert not Player.objects.exists()
    assert not AuthToken.objects.exists()


def test_deletion_ends_the_session(anybody: Caller) -> None:
    make_player("Ada")
    page, other = signed_in(browser()), signed_in(browser())
    assert call(page, "DELETE", "me").status_code == 204
    for caller in (page, other):
        assert caller.get("session").json()["player"] is None


def test_guests_delete_themselves_too(guest: Caller) -> None:
    assert call(guest, "DELETE", "me").status_code == 204
    assert not Player.objects.exists()
