"""Tasks around accounts, and the command that makes moderators."""

import datetime as dt
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command

from leaderboard.models import AuthToken, Player
from leaderboard.services.erasing import guests_erase, player_erase
from leaderboard.tasks import guests_erase as guests_erase_task
from leaderboard.tasks import logins_forget
from tests.leaderboard.accounts import PASSWORD, browser, make_player, signed_in
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import NOON, SetClock, make_caller, make_challenge

pytestmark = pytest.mark.django_db
DAYS = dt.timedelta(days=1)


def test_guests_who_never_played_go_after_30_days(at: SetClock) -> None:
    make_caller()
    make_player("Ada")
    at(NOON + 30 * DAYS)
    assert guests_erase() == 0
    at(NOON + 30 * DAYS + dt.timedelta(seconds=1))
    guests_erase_task()
    assert [player.handle for player in Player.objects.all()] == ["Ada"]


def test_an_accepted_submission_keeps_a_guest(at: SetClock) -> None:
    plays, rejected = make_caller(), make_caller()
    at(NOON + 20 * DAYS)
    challenge = make_challenge(CASTLE, (NOON + 20 * DAYS).date())
    assert plays.submit(CASTLE.line, challenge).json()["status"] == "accepted"
    assert rejected.submit("11", challenge).json()["status"] == "rejected"
    at(NOON + 31 * DAYS)
    assert guests_erase() == 1
    assert Player.objects.get() == plays.player
    at(NOON + 51 * DAYS)
    assert guests_erase() == 1
    # The settled board keeps its row.
    row = make_caller().get(f"challenges/{challenge.variant}/{challenge.date}/standings")
    assert [(r["rank"], r["player"]) for r in row.json()["results"]] == [(1, None)]


def test_a_guest_who_registers_meanwhile_stays(at: SetClock) -> None:
    guest = make_caller()
    assert guest.player is not None
    stale = Player.objects.get()
    guest.post("players", {"handle": "Ada", "password": PASSWORD})
    assert player_erase(player=stale, unless_active_since=NOON + 31 * DAYS) is False
    assert Player.objects.get().handle == "Ada"


def test_many_guests_go_in_batches(at: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.services.erasing.GUEST_BATCH", 3)
    for _ in range(8):
        make_caller()
    at(NOON + 31 * DAYS)
    assert guests_erase() == 8
    assert guests_erase() == 0


def test_what_has_ended_of_logins_is_forgotten(at: SetClock) -> None:
    make_caller(player=make_player("Ada"))
    signed_in(browser())
    store = import_module(settings.SESSION_ENGINE).SessionStore
    Session.objects.create(
        session_key="ended", session_data="", expire_date=dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    )
    assert store("ended").exists("ended")
    at(NOON + 91 * DAYS)
    logins_forget()
    assert not AuthToken.objects.exists()
    assert not store("ended").exists("ended")


# ------------------------------------------------------------------------- createsuperuser


def create(handle: str, password: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if password is None:
        monkeypatch.delenv("DJANGO_SUPERUSER_PASSWORD", raising=False)
    else:
        monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", password)
    call_command("createsuperuser", handle=handle, interactive=False, verbosity=0)


def test_createsuperuser_makes_a_moderator(monkeypatch: pytest.MonkeyPatch) -> None:
    create("admin", PASSWORD, monkeypatch)
    player = Player.objects.get_by_natural_key("Admin")
    assert (player.handle, player.is_staff, player.is_superuser) == ("admin", True, True)
    login = make_caller().post("tokens", {"handle": "admin", "password": PASSWORD})
    assert login.status_code == 201


def test_createsuperuser_without_a_password_makes_no_login(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    create("root", None, monkeypatch)
    assert not Player.objects.get().has_usable_password()


@pytest.mark.parametrize(
    ("handle", "password", "message"),
    [
        ("a b", PASSWORD, "offset 1"),
        ("guest-1", PASSWORD, "reserved"),
        ("ADA", PASSWORD, "Somebody has"),
        ("Grace", "short", "too short"),
    ],
)
def test_createsuperuser_says_what_is_wrong(
    handle: str, password: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_player("Ada")
    with pytest.raises(CommandError, match=message):
        create(handle, password, monkeypatch)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("text", [None, "", "no handle", "a" * 1000, "ada\0"])
def test_texts_that_are_no_handle_are_nobody(text: str | None) -> None:
    with pytest.raises(Player.DoesNotExist):
        Player.objects.get_by_natural_key(text)
