"""Fixtures of the client's tests: clients that do not sleep, and a day with challenges."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pytest_django.live_server_helper import LiveServer

from castle_client import Client, Retries
from leaderboard.models import Challenge
from tests.castle_client.servers import Scripted, Wire, scripted, wire
from tests.pages.days import make_today


@pytest.fixture
def service() -> Iterator[Scripted]:
    """A service that answers by a script."""
    with scripted() as script:
        yield script


@pytest.fixture
def slept() -> list[float]:
    """The seconds that a client has waited; it does not sleep."""
    return []


@pytest.fixture
def retries(slept: list[float]) -> Retries:
    """Patience that takes no time: the client's clock is what it has slept."""
    return Retries(sleep=slept.append, now=lambda: sum(slept))


@pytest.fixture
def client(live_server: LiveServer, retries: Retries) -> Client:
    """A client of the real service, as nobody."""
    return Client(live_server.url, retries=retries)


@pytest.fixture
def line(live_server: LiveServer) -> Iterator[Wire]:
    """A line to the real service that can be cut."""
    parts = urlsplit(live_server.url)
    assert parts.hostname is not None
    assert parts.port is not None
    with wire(parts.hostname, parts.port) as made:
        yield made


@pytest.fixture
def challenges(transactional_db: None) -> list[Challenge]:
    """Today's challenges: of Beleaguered Castle, Streets and Alleys, Citadel."""
    return make_today()


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where the player keeps its files."""
    return tmp_path / "state"
