"""Fixtures that every test may use."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from castle_site.celery import app
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


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The whole service, not started yet, with an empty directory of its own."""
    with service_in(tmp_path_factory.mktemp("var")) as service:
        yield service
