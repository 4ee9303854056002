"""The whole service: it starts, comes back after a crash, and leaves nothing behind."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from castle_site.embedded import EmbeddedServers, Places
from castle_site.supervisor.programs import STEADY_MEMORY, Program, environment_of, programs
from castle_site.supervisor.supervisor import Supervisor
from tests.processes import eventually, is_alive
from tests.service import Service

PROJECT = Path(__file__).resolve().parents[2]


def _handles(service: Service) -> list[str]:
    with psycopg.connect(Places.of(service.var).database_url()) as connection:
        return [row[0] for row in connection.execute("SELECT model FROM kept").fetchall()]


def test_a_killed_supervisor_leaves_no_orphan_and_all_data(service: Service) -> None:
    service.start()
    with psycopg.connect(Places.of(service.var).database_url()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 'row' AS model")
    assert len(service.family) > 15
    assert service.stop(signal.SIGKILL) == -signal.SIGKILL
    assert eventually(lambda: not any(is_alive(pid) for pid in service.family))

    service.start()
    assert _handles(service) == ["row"]
    assert service.stop(signal.SIGINT) == 0
    assert not any(is_alive(pid) for pid in service.family)
    assert "Stopping" in service.terminal()
    assert "interrupted" not in (service.var / "log" / "postgres.log").read_text()


def _refused(service: Service, **variables: str) -> str:
    """What a supervisor says that does not start; it must not leave anything behind either."""
    before = sorted(service.var.iterdir())
    done = subprocess.run(
        [sys.executable, "-m", "castle_site.supervisor"],
        env=service.variables | variables,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert sorted(service.var.iterdir()) == before
    return done.stdout


@pytest.mark.parametrize("port", ["abc", "99999", "-1"])
def test_a_port_that_is_none_is_named(service: Service, port: str) -> None:
    assert f"PORT is '{port}'; it must be a whole number from 1 to 65535" in _refused(
        service, PORT=port
    )


def test_wrong_settings_are_named_together_before_anything_starts(service: Service) -> None:
    said = _refused(service, DATABASE_URL="bogus", REDIS_URL="x", LABEL_BACKLOG="-3")
    assert "DATABASE_URL must be a URL" in said
    assert "REDIS_URL must be a URL" in said
    assert "LABEL_BACKLOG is '-3'" in said


def test_production_starts_no_servers_of_its_own(service: Service) -> None:
    said = _refused(service, CASTLE_ENV="production")
    assert "DATABASE_URL is not set" in said
    assert "Starting" not in said


def test_a_taken_port_is_named(service: Service) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", service.port))
        taken.listen()
        done = subprocess.run(
            [sys.executable, "-m", "castle_site.supervisor"],
            env=service.variables,
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert f"Port {service.port} on 127.0.0.1 is taken" in done.stdout


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Callable[..., Supervisor]]:
    made: list[Supervisor] = []

    def make(*wanted: Program) -> Supervisor:
        servers = EmbeddedServers(Places.of(tmp_path), database=False, broker=False, cache=False)
        servers.start()
        supervisor = Supervisor(
            wanted,
            servers,
            project=PROJECT,
            var=tmp_path,
            variables=os.environ,
            say=said.append,
        )
        made.append(supervisor)
        return supervisor

    said: list[str] = []
    make.said = said  # type: ignore[attr-defined]
    yield make
    for supervisor in made:
        supervisor.stop()
        supervisor.servers.places.remove()


def test_a_program_that_ends_is_started_again(supervise: Callable[..., Supervisor]) -> None:
    sleeper = Program("sleeper", (sys.executable, "-c", "import time; time.sleep(600)"), "command")
    supervisor = supervise(sleeper)
    supervisor.tend()
    first = supervisor.children[0].process
    assert first is not None
    first.kill()
    first.wait()

    def again() -> bool:
        supervisor.tend()
        process = supervisor.children[0].process
        return process is not None and process.pid != first.pid

    assert eventually(again)


def test_a_program_that_ends_at_once_is_started_ever_later(
    supervise: Callable[..., Supervisor],
) -> None:
    supervisor = supervise(Program("broken", (sys.executable, "-c", "print('why')"), "command"))
    child = supervisor.children[0]

    def ended_twice() -> bool:
        supervisor.tend()
        return child.pause >= 2

    assert eventually(ended_twice)
    said = supervise.said  # type: ignore[attr-defined]
    assert re.search(r"broken ended with status 0; it starts again in 0.5 s", said[0])
    assert re.search(r"in 1 s \(see .*broken.log\)", said[1])
    assert (supervisor.logs / "broken.log").read_text() == "why\nwhy\n"


def test_every_program_knows_what_it_is() -> None:
    wanted = {program.name: program for program in programs({"PORT": "8123"})}
    assert list(wanted) == ["web", "worker", "par", "beat", "metrics"]
    assert "8123" in wanted["web"].command
    assert "labels,assist" in wanted["worker"].command
    environment = environment_of(wanted["web"], {"PATH": "/bin"}, Path("/var/castle"))
    assert environment["CASTLE_PROCESS"] == "web"
    assert environment["PROMETHEUS_MULTIPROC_DIR"] == "/var/castle/metrics"


@pytest.mark.parametrize("program", programs({}), ids=lambda program: program.name)
def test_freed_memory_goes_back_to_the_system(program: Program) -> None:
    environment = environment_of(program, {}, Path("/var/castle"))
    assert STEADY_MEMORY.items() <= environment.items()
    asked = {"MALLOC_ARENA_MAX": "4"}
    assert environment_of(program, asked, Path("/var/castle"))["MALLOC_ARENA_MAX"] == "4"
