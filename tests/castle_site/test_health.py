"""Probes: the process lives, the service can serve."""

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client, override_settings
from redis import ConnectionError as RedisConnectionError

from castle_site import health

# Nobody listens on the discard port.
AWAY = "redis://127.0.0.1:9/0"


def test_healthz_needs_nothing(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_readyz_names_every_part(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ready",
        "database": "ok",
        "broker": "ok",
        "cache": "ok",
    }


@pytest.mark.django_db
def test_without_its_cache_the_service_is_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(key: str) -> None:
        raise RedisConnectionError("away")

    monkeypatch.setattr(cache, "get", away)
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["cache"] == "away"


@pytest.mark.django_db
def test_without_its_broker_the_service_is_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(
            health.app, "connection_for_write", lambda: health.app.connection_for_read(AWAY)
        )
        response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["broker"] == "away"


def test_without_its_database_the_service_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("away")

    monkeypatch.setattr(health, "_database", away)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["database"] == "away"
    assert response["Retry-After"] == "5"


def test_probes_change_nothing(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_probes_come_by_any_name(client: Client) -> None:
    with override_settings(ALLOWED_HOSTS=["castle.example"], SECURE_SSL_REDIRECT=True):
        assert client.get("/healthz", headers={"Host": "10.0.0.7"}).status_code == 200
        assert client.get("/", headers={"Host": "10.0.0.7"}).status_code == 400
