"""The embedded servers keep what was committed, whatever ends them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from castle_site.embedded import EmbeddedServers, Places, ServerError
from castle_site.embedded.places import MAX_SOCKET_PATH, POSTGRES_SOCKET, is_reachable
from castle_site.embedded.postgres import Postgres
from castle_site.processes import stop_child
from tests.processes import descendants, eventually, is_alive

STARTER = """
import pathlib, sys, time
from castle_site.embedded import EmbeddedServers, Places
EmbeddedServers(Places.of(pathlib.Path(sys.argv[1]))).start()
print("started", flush=True)
time.sleep(600)
"""


@pytest.fixture
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    places = Places.of(tmp_path_factory.mktemp("var"))
    yield places
    places.remove()


def _execute(places: Places, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(places.database_url(), autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def test_servers_start_answer_and_stop(places: Places) -> None:
    with EmbeddedServers(places) as servers:
        pids = [server.process.pid for server in servers.running if server.process]
        assert len(pids) == 3
        assert _execute(places, "SHOW server_encoding") == [("UTF8",)]
        with redis.Redis(unix_socket_path=str(places.broker_socket)) as broker:
            assert broker.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        with redis.Redis.from_url(places.cache_url(3)) as cache:
            assert cache.config_get("maxmemory-policy") == {"maxmemory-policy": "allkeys-lru"}
        mode = places.sockets.stat().st_mode & 0o777
        assert mode == 0o700
    assert not any(is_alive(pid) for pid in pids)


def test_nobody_listens_on_the_network(places: Places) -> None:
    with EmbeddedServers(places) as servers:
        assert _execute(places, "SHOW listen_addresses") == [("",)]
        assert len(servers.running) == 3
        with redis.Redis.from_url(places.cache_url()) as cache:
            assert cache.config_get("port") == {"port": "0"}


def test_data_and_queue_outlive_a_kill_of_who_started_the_servers(places: Places) -> None:
    var = places.logs.parent
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(var)], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    assert starter.stdout.readline() == "started\n"
    _execute(places, "CREATE TABLE kept (number int)")
    _execute(places, "INSERT INTO kept VALUES (7)")
    with redis.Redis(unix_socket_path=str(places.broker_socket)) as broker:
        broker.lpush("labels", "a message")
    servers = descendants(starter.pid)
    assert len(servers) > 3
    starter.kill()
    starter.wait()
    starter.stdout.close()
    assert eventually(lambda: not any(is_alive(pid) for pid in servers))
    with EmbeddedServers(places):
        assert _execute(places, "SELECT number FROM kept") == [(7,)]
        with redis.Redis(unix_socket_path=str(places.broker_socket)) as broker:
            assert broker.lrange("labels", 0, -1) == [b"a message"]
    assert "interrupted" not in (places.logs / "postgres.log").read_text()


def test_committed_rows_outlive_a_kill_of_the_database(places: Places) -> None:
    with EmbeddedServers(places, broker=False, cache=False) as servers:
        _execute(places, "CREATE TABLE kept (number int)")
        _execute(places, "INSERT INTO kept VALUES (8)")
        process = servers.running[0].process
        assert process is not None
        process.kill()
        process.wait()
        started: list[str] = []
        assert eventually(lambda: bool(started.extend(servers.tend()) or started))
        assert started == ["postgres"]
        assert _execute(places, "SELECT number FROM kept") == [(8,)]


def test_a_lock_with_the_number_of_another_process_does_not_stop_a_start(places: Places) -> None:
    with EmbeddedServers(places, broker=False, cache=False) as servers:
        process = servers.running[0].process
        assert process is not None
        lock = (places.postgres_data / "postmaster.pid").read_text().splitlines()
        stop_child(process, signal.SIGQUIT, 30)
    # What a container leaves: a server's lock whose number now is somebody else's.
    lock[0] = str(os.getppid())
    (places.postgres_data / "postmaster.pid").write_text("\n".join(lock) + "\n")
    with EmbeddedServers(places, broker=False, cache=False):
        assert _execute(places, "SELECT 1") == [(1,)]


def test_a_second_server_on_the_same_data_is_refused(places: Places) -> None:
    with (
        EmbeddedServers(places, broker=False, cache=False),
        pytest.raises(ServerError, match="running twice"),
    ):
        Postgres(places, patience=0.2).start()


def test_a_long_path_gets_a_socket_that_fits(tmp_path: Path) -> None:
    places = Places.of(tmp_path / ("long" * 30))
    assert len(str(places.sockets / POSTGRES_SOCKET)) <= MAX_SOCKET_PATH
    assert Places.of(tmp_path / ("long" * 30)) == places
    assert Places.of(tmp_path / ("other" * 30)).sockets != places.sockets


def test_a_closed_directory_on_the_way_is_noticed(tmp_path: Path) -> None:
    closed = tmp_path / "home"
    closed.mkdir(mode=0o700)
    inner = closed / "project"
    inner.mkdir()
    assert not is_reachable(inner)


def test_a_socket_directory_of_somebody_else_is_refused(places: Places) -> None:
    places.sockets.parent.mkdir(parents=True, exist_ok=True)
    places.sockets.symlink_to(places.sockets.parent)
    with pytest.raises(PermissionError, match="somebody else"):
        places.make_directory(places.sockets)
    places.sockets.unlink()
