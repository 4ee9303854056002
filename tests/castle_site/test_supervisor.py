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
from castle_site.supervisor.__main__ import _is_up
from castle_site.supervisor.programs import Program, environment_of, programs
from castle_site.supervisor.supervisor import Supervisor
from tests.castle_site.processes import descendants, eventually, is_alive

PROJECT = Path(__file__).resolve().parents[2]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """One run of the supervisor with a directory of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = _free_port()
        kept = ("PATH", "HOME", "NUMBA_CACHE_DIR")
        self.variables = {name: os.environ[name] for name in kept if name in os.environ} | {
            "CASTLE_VAR": str(var),
            "PORT": str(self.port),
            "METRICS_PORT": str(_free_port()),
            "WEB_WORKERS": "1",
            "WORKER_CONCURRENCY": "1",
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.family: set[int] = set()

    def start(self) -> int:
        with (self.var / "terminal").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "castle_site.supervisor"],
                env=self.variables,
                cwd=PROJECT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        process = self.process
        assert eventually(
            lambda: _is_up("127.0.0.1", self.port) or process.poll() is not None, 120
        ), self.terminal()
        self.family = descendants(process.pid)
        return process.pid

    def stop(self, with_signal: int) -> int:
        assert self.process is not None
        self.family = descendants(self.process.pid)
        self.process.send_signal(with_signal)
        return self.process.wait(60)

    def terminal(self) -> str:
        return (self.var / "terminal").read_text()


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    var = tmp_path_factory.mktemp("var")
    secrets = "".join(
        f"{name}={name * 5}\n" for name in ("SECRET_KEY", "CHALLENGE_SECRET", "HANDLE_SECRET")
    )
    (var / "secrets.env").write_text(secrets)
    service = Service(var)
    yield service
    if service.process is not None and service.process.poll() is None:
        service.process.kill()
        service.process.wait()
    assert eventually(lambda: not any(is_alive(pid) for pid in service.family))
    Places.of(var).remove()


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
