"""Moderators' pages of players and tokens, and the login to them."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django.fixtures import Settings

from leaderboard.models import AuthToken, ErasedHandle, Player, Result
from leaderboard.services.players import moderator_create
from tests.leaderboard.accounts import PASSWORD, make_player, make_player_caller
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import Caller, SetClock, make_caller, make_challenge

pytestmark = pytest.mark.django_db
PLAYERS = "/admin/leaderboard/player/"
TOKENS = "/admin/leaderboard/authtoken/"


def superuser() -> Client:
    """A browser with a superuser signed in."""
    client = Client()
    client.force_login(moderator_create(handle="root", password=PASSWORD))
    return client


def moderator(*permissions: str) -> Client:
    """A browser with a moderator signed in, who has these permissions."""
    player = make_player("Helper")
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(player)
    return client


def sign_in(client: Client, handle: str, password: str) -> Any:
    body = {"username": handle, "password": password}
    return client.post("/admin/login/?next=/admin/", body)


def test_a_moderator_signs_in_with_handle_and_password() -> None:
    moderator_create(handle="admin", password=PASSWORD)
    response = sign_in(Client(), "Admin", PASSWORD)
    assert (response.status_code, response["Location"]) == (302, "/admin/")


@pytest.mark.parametrize(
    ("handle", "password"),
    [
        ("admin", "wrong"),
        ("Ada", PASSWORD),
        ("nobody", PASSWORD),
        ("a\u0430\u202e", PASSWORD),
        ("admin\0", PASSWORD),
        ("a" * 10_000, PASSWORD),
    ],
)
def test_nobody_else_signs_in(handle: str, password: str) -> None:
    moderator_create(handle="admin", password=PASSWORD)
    make_player("Ada")
    client = Client()
    response = sign_in(client, handle, password)
    assert response.status_code == 200
    assert client.get("/admin/").status_code == 302


def test_the_moderators_login_is_limited_as_the_players_is(settings: Settings) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "3/minute"}
    moderator_create(handle="admin", password=PASSWORD)
    client = Client()
    for _ in range(3):
        assert sign_in(client, "admin", "wrong").status_code == 200
    assert sign_in(client, "admin", PASSWORD).status_code == 200
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert sign_in(elsewhere, "admin", PASSWORD).status_code == 302


def test_players_and_guests_see_no_page_of_moderators(player: Caller) -> None:
    assert player.player is not None
    client = Client()
    client.force_login(player.player)
    for path in ("/admin/", PLAYERS, TOKENS):
        assert client.get(path).status_code == 302


def test_the_list_of_players_and_the_search(player: Caller) -> None:
    client = superuser()
    make_player("Grace")
    assert "Grace" in client.get(PLAYERS).content.decode()
    found = client.get(PLAYERS, {"q": "ADA"}).content.decode()
    assert "Ada" in found
    assert "Grace" not in found


def test_no_secret_is_shown(player: Caller) -> None:
    client = superuser()
    row = Player.objects.get(handle="Ada")
    pages = [client.get(PLAYERS), client.get(f"{PLAYERS}{row.pk}/change/"), client.get(TOKENS)]
    assert [page.status_code for page in pages] == [200, 200, 200]
    token = AuthToken.objects.get()
    text = "".join(page.content.decode() for page in pages)
    secrets = (row.password, row.recovery_hash, token.digest, token.token_key)
    # The list posts the chosen tokens' ids, which are hashes, back as they are.
    shown = [secret for secret in secrets if secret in text]
    assert shown == [token.digest]


def test_a_player_is_deactivated_and_made_a_moderator(player: Caller) -> None:
    client = superuser()
    row = Player.objects.get(handle="Ada")
    response = client.post(f"{PLAYERS}{row.pk}/change/", {"is_staff": "on"})
    assert response.status_code == 302
    row.refresh_from_db()
    assert (row.is_active, row.is_staff, row.handle) == (False, True, "Ada")
    assert player.get("me").status_code == 401


def test_a_moderator_makes_no_moderators_and_touches_none(player: Caller) -> None:
    client = moderator("change_player", "view_player", "delete_player")
    row = Player.objects.get(handle="Ada")
    body = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assert client.post(f"{PLAYERS}{row.pk}/change/", body).status_code == 302
    row.refresh_from_db()
    assert (row.is_staff, row.is_superuser) == (False, False)
    root = moderator_create(handle="root", password=PASSWORD)
    for action in ("change", "delete"):
        response = client.post(f"{PLAYERS}{root.pk}/{action}/", {"post": "yes"})
        assert response.status_code == 403
    body = {"action": "delete_selected", "_selected_action": str(root.pk), "post": "yes"}
    client.post(PLAYERS, body)
    root.refresh_from_db()
    assert root.is_active


def test_nobody_adds_players_by_hand() -> None:
    assert superuser().get(f"{PLAYERS}add/").status_code == 403


def test_deleting_erases(at: SetClock) -> None:
    challenge = make_challenge()
    callers = [make_player_caller(handle) for handle in ("Ada", "Grace", "Hedy")]
    for caller in callers:
        caller.submit(CASTLE.line, challenge)
    at(challenge.settles_at)
    client = superuser()
    ada, grace, _ = (caller.player for caller in callers)
    assert ada is not None
    assert grace is not None
    response = client.post(f"{PLAYERS}{ada.pk}/delete/", {"post": "yes"})
    assert response.status_code == 302
    body = {"action": "delete_selected", "_selected_action": str(grace.pk), "post": "yes"}
    assert client.post(PLAYERS, body).status_code == 302
    assert set(Player.objects.values_list("handle", flat=True)) == {"Hedy", "root"}
    assert ErasedHandle.objects.count() == 2
    assert Result.objects.filter(player=None).count() == 2


def test_tokens_are_ended(guest: Caller) -> None:
    client = superuser()
    other = make_caller()
    digest = AuthToken.objects.get(user=guest.player).pk
    body = {"action": "end_tokens", "_selected_action": digest}
    assert client.post(TOKENS, body).status_code == 302
    assert guest.get("me").status_code == 401
    assert other.get("me").status_code == 200
    for path in ("add/", f"{AuthToken.objects.get().pk}/change/"):
        assert client.get(TOKENS + path).status_code == 403


def test_ending_tokens_needs_the_permission(guest: Caller) -> None:
    client = moderator("view_authtoken")
    body = {"action": "end_tokens", "_selected_action": AuthToken.objects.get().pk}
    client.post(TOKENS, body)
    assert guest.get("me").status_code == 200


def test_erased_handles_are_shown_as_hashes(player: Caller) -> None:
    assert player.client.delete("/api/v1/me", headers=player.headers).status_code == 204
    text = superuser().get("/admin/leaderboard/erasedhandle/").content.decode()
    assert bytes(ErasedHandle.objects.get().digest).hex() in text
