"""Broker and cache that would lose tasks are named before anything starts."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from castle_site.embedded import EmbeddedServers, Places
from castle_site.operations.valkeys import valkey_problems

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    """Two servers of their own, so that they can be set up wrongly."""
    var = tmp_path_factory.mktemp("var")
    places = Places.of(var)
    with EmbeddedServers(places, database=False):
        yield places
    places.remove()


def _set(places: Places, policy: str) -> None:
    with redis.Redis(unix_socket_path=str(places.broker_socket)) as broker:
        broker.config_set("maxmemory-policy", policy)


def test_two_servers_of_which_the_broker_forgets_nothing_are_right(places: Places) -> None:
    assert valkey_problems(places.broker_url(), places.cache_url()) == []


def test_a_broker_that_makes_room_is_named(places: Places) -> None:
    _set(places, "allkeys-lru")
    (said,) = valkey_problems(places.broker_url(), places.cache_url())
    assert "maxmemory-policy allkeys-lru: it must be noeviction" in said


def test_one_server_for_both_is_named(places: Places) -> None:
    cache = f"unix://{places.broker_socket}?db=1"
    (said,) = valkey_problems(places.broker_url(), cache)
    assert "same server" in said


def test_servers_that_are_away_are_no_fault_of_the_set_up(places: Places) -> None:
    assert valkey_problems("redis://127.0.0.1:1/0", "unix:///nowhere.sock?db=1") == []


def test_the_service_does_not_start_with_a_wrong_broker(places: Places) -> None:
    _set(places, "volatile-ttl")
    done = subprocess.run(
        [sys.executable, "-m", "castle_site.prepare"],
        env={
            "CASTLE_ENV": "test",
            "REDIS_URL": places.broker_url(),
            "CACHE_URL": places.cache_url(),
        },
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "the broker (REDIS_URL) has maxmemory-policy volatile-ttl" in done.stdout
    assert "database" not in done.stdout
