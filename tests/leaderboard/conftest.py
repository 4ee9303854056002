"""Fixtures for the tests of players and competition."""

import datetime as dt
from collections.abc import Callable

import pytest

from games import clock
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.playing import NOON, Caller, SetClock, make_caller


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Set the service's clock; it stands still, at noon of the tests' day to begin with."""

    def set_clock(instant: dt.datetime) -> None:
        now: Callable[[], dt.datetime] = lambda: instant  # noqa: E731
        monkeypatch.setattr(clock, "now", now)

    set_clock(NOON)
    return set_clock


@pytest.fixture
def guest(db: None) -> Caller:
    """A guest with a token of all scopes."""
    return make_caller()


@pytest.fixture
def player(db: None) -> Caller:
    """The registered player Ada with a token of all scopes."""
    return make_player_caller("Ada")


@pytest.fixture
def anybody() -> Caller:
    """Somebody without credentials."""
    return Caller()
