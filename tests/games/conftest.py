"""Fixtures for the tests of deals."""

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery import Celery
from django.conf import settings
from rest_framework.test import APIClient

from games import assistance, clock
from games.errors import AssistanceRefusedError
from games.rules import CITADEL, Variant, deal
from games.solver import Budget, Result, find_par, solve

NOON = dt.datetime(2025, 3, 9, 12, tzinfo=dt.UTC)
# Two Citadel deals: one that can be won in 62 moves and not in fewer, one that cannot be won.
SOLVABLE, UNSOLVABLE = 3, 14
PAR = 62


class HandClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.instant = NOON

    def now(self) -> dt.datetime:
        """The instant it shows."""
        return self.instant

    def forward(self, **units: float) -> None:
        """Go on by so many seconds, minutes, hours."""
        self.instant += dt.timedelta(**units)


@pytest.fixture
def hand_clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """The service's clock, which stands still."""
    made = HandClock()
    monkeypatch.setattr(clock, "now", made.now)
    return made


@pytest.fixture
def api() -> APIClient:
    """A caller whom nobody knows."""
    return APIClient()


@pytest.fixture
def help_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal is played for: lines and hints may be shown."""
    monkeypatch.setattr(assistance, "_guards", [lambda variant, number: None])


@pytest.fixture
def help_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal is that of an open challenge."""

    def refuse(variant: Variant, number: int) -> None:
        raise AssistanceRefusedError

    monkeypatch.setattr(assistance, "_guards", [refuse])


@pytest.fixture(scope="session")
def first_result() -> Result:
    """What the verdict search says of the solvable deal."""
    return solve(deal(CITADEL, SOLVABLE), Budget(nodes=100_000))


@pytest.fixture(scope="session")
def best_result(first_result: Result) -> Result:
    """What the par search says of it."""
    board = deal(CITADEL, SOLVABLE)
    return find_par(board, Budget(nodes=1_000_000), known_line=first_result.line)


Rates = Callable[..., None]


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> Rates:
    """Set the rates of scopes: `rates(label="2/hour")`."""

    def set_rates(**given: str) -> None:
        monkeypatch.setattr(settings, "THROTTLE_RATES", {**settings.THROTTLE_RATES, **given})

    return set_rates


@pytest.fixture
def lonely_task() -> Iterator[Any]:
    """A task whose broker is not there."""
    lonely = Celery(
        "lonely",
        broker="redis+socket:///nowhere/broker.sock?virtual_host=0",
        set_as_current=False,
    )
    lonely.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS

    @lonely.task(name="lonely")
    def task(value: int) -> None:
        """Do nothing."""

    yield task
    lonely.close()
