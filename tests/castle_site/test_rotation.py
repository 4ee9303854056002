"""Secrets are replaced while the service has players, sessions and challenges."""

import datetime as dt
from typing import Any

import pytest

from games import clock
from leaderboard.choosing import ChoiceCancelledError
from leaderboard.models import Challenge
from leaderboard.services import challenges as services
from tests.leaderboard.accounts import browser, call, make_player, make_player_caller, signed_in
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import DAY, NOON, Caller, make_challenge, problem_of

pytestmark = pytest.mark.django_db
NEW, NEWER = "a second key that signs sessions" * 2, "a third key that signs sessions" * 2


def name_of(caller: Caller) -> str | None:
    """Whom the service takes a caller for."""
    player = caller.get("session").json()["player"]
    return None if player is None else str(player["handle"])


def test_sessions_go_on_under_a_new_key(settings: Any) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    make_player("Ada")
    ada = signed_in(browser())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [settings.SECRET_KEY]
    assert name_of(ada) == "Ada"
    # Used once it is signed by the new key, and the old one may go.
    settings.SECRET_KEY_FALLBACKS = []
    assert name_of(ada) == "Ada"
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEWER, [NEW]
    assert name_of(ada) == "Ada"


def test_a_key_that_is_replaced_at_once_signs_everybody_out_of_the_page_alone(
    settings: Any,
) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    device = make_player_caller("Ada")
    ada = signed_in(browser())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, []
    assert name_of(ada) is None
    assert device.get("me").json()["handle"] == "Ada"


def test_challenges_that_are_made_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    asked: list[tuple[dt.date, bytes]] = []

    def choose(variant: str, date: dt.date, *, secret: bytes, **_: object) -> None:
        asked.append((date, secret))
        raise ChoiceCancelledError

    monkeypatch.setattr(services, "choose", choose)
    monkeypatch.setattr(clock, "now", lambda: NOON)
    anybody = Caller()
    tomorrow, after = DAY + dt.timedelta(days=1), DAY + dt.timedelta(days=2)
    make_challenge(CASTLE)
    made = make_challenge(CASTLE, tomorrow)
    published = anybody.get("commitments").json()
    settings.CHALLENGE_SECRET = "another key for the choice of deals" * 2
    again = services.challenge_make(variant=CASTLE.variant, date=tomorrow)
    assert again is not None
    assert (again.pk, again.key, again.number) == (made.pk, made.key, made.number)
    assert anybody.get("commitments").json() == published
    assert asked == []
    # Only what is not made yet is chosen by the new secret.
    assert services.challenge_make(variant=CASTLE.variant, date=after) is None
    assert asked == [(after, settings.CHALLENGE_SECRET.encode())]
    assert Challenge.objects.count() == 2


def test_erased_handles_stay_erased(settings: Any) -> None:
    assert call(make_player_caller("Ada"), "delete", "me").status_code == 204
    settings.SECRET_KEY = NEW
    settings.CHALLENGE_SECRET = "another key for the choice of deals" * 2
    body = {"handle": "Ada", "password": "seven red kings in a row"}
    assert problem_of(Caller().post("players", body), 409)["type"] == "/problems/handle-taken"
    # This is why HANDLE_SECRET is the one that never changes.
    settings.HANDLE_SECRET = "another key for erased handles" * 2
    assert Caller().post("players", body).status_code == 201
