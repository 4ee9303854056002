"""Fixtures that every test may use."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from castle_site.celery import app
from leaderboard.selectors.challenges import challenges_forget
from leaderboard.services import demand
from tests.service import Service, service_in


@pytest.fixture(autouse=True)
def _empty_valkeys(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty this worker's cache and broker after a test that could have used them."""
    yield
    marked = request.node.get_closest_marker("django_db") is not None
    if marked or {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()
        with app.connection_for_write() as connection:
            connection.default_channel.client.flushdb()


@pytest.fixture(autouse=True)
def _other_challenges() -> Iterator[None]:
    """Have the next test make its own challenges, with other ids, for the same days."""
    yield
    challenges_forget()


@pytest.fixture(autouse=True)
def _nothing_outside_the_transaction(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refuse what would stay in the database after a test that is rolled back.

    A challenge of today that is missing is made by a thread, with a connection of its own.
    """
    mark = request.node.get_closest_marker("django_db")
    whole = mark is not None and (mark.kwargs.get("transaction") or (mark.args and mark.args[0]))
    if whole or "transactional_db" in request.fixturenames:
        return

    def refused(variant: str, date: dt.date) -> None:
        pytest.fail(f"a thread would make the {variant} of {date}: mark the test as transactional")

    monkeypatch.setattr(demand, "maker_start", refused)


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The whole service, not started yet, with an empty directory of its own."""
    with service_in(tmp_path_factory.mktemp("var")) as service:
        yield service
