"""The whole service for a run: its servers ours to flush and stop, its clock ours to set."""

import datetime as dt
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import django

from castle_site.embedded import EmbeddedServers, Places
from castle_site.embedded.valkey import Valkey
from castle_site.processes import start_child, stop_child
from castle_site.supervisor.programs import environment_of, programs
from tests.concurrency.shared_clock import VARIABLE, SharedClock
from tests.processes import eventually, is_alive
from tests.service import PROJECT, Service, free_port, service_in

NOON = dt.datetime(2025, 3, 9, 12, tzinfo=dt.UTC)
# Nobody is held up who does not test how callers are.
UNLIMITED = "1000000/minute"


@dataclass
class Running:
    """A service that runs, and what a test may do to it."""

    service: Service
    servers: EmbeddedServers
    clock: SharedClock

    @property
    def port(self) -> int:
        """Where the service listens."""
        return self.service.port

    @property
    def valkeys(self) -> list[Valkey]:
        """Broker and cache."""
        return [server for server in self.servers.running if isinstance(server, Valkey)]

    def flush(self) -> None:
        """Empty broker and cache."""
        for server in self.valkeys:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(server.path))
                connection.sendall(b"FLUSHALL\r\n")
                assert connection.recv(64) == b"+OK\r\n"

    @contextmanager
    def another_web(self, **variables: str) -> Iterator[int]:
        """One more web server on the same database and Valkeys, with other settings; its port."""
        port = free_port()
        given = self.service.variables | {"PORT": str(port)} | variables
        program = programs(given)[0]
        with (self.service.var / "log" / "other-web.log").open("ab") as log:
            process = start_child(
                program.command,
                env=environment_of(program, given, self.service.var),
                cwd=PROJECT,
                output=log,
            )
        try:
            assert eventually(lambda: _answers(port), 60)
            yield port
        finally:
            stop_child(process, program.stop_with, program.patience)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running() -> Iterator[Running]:
    """Start servers and service in a directory of their own, and set Django up beside them.

    To be used once in a process, from its main thread: settings are read once.
    """
    with tempfile.TemporaryDirectory(prefix="castle-races-") as directory:
        var = Path(directory)
        var.chmod(0o755)
        places = Places.of(var)
        clock = SharedClock(var / "clock").install()
        clock.set(NOON)
        ours = {
            "CASTLE_VAR": str(var),
            "DATABASE_URL": places.database_url(),
            "REDIS_URL": places.broker_url(),
            "CACHE_URL": places.cache_url(),
        }
        # This process writes to the same database by the services' own functions.
        os.environ |= {**ours, "CASTLE_ENV": "development"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")
        os.environ.setdefault("LOG_LEVEL", "WARNING")
        # The solver need not be compiled for each run.
        os.environ.setdefault("NUMBA_CACHE_DIR", str(PROJECT / "var" / "numba"))
        with service_in(var) as service:
            service.variables |= ours | {
                "WEB_WORKERS": "2",
                "PYTHONPATH": f"{Path(__file__).with_name('clocked')}:{PROJECT}",
                VARIABLE: str(var / "clock"),
            }
            servers = EmbeddedServers(places)
            servers.start()
            try:
                _prepare()
                service.variables |= _limits()
                service.start()
                yield Running(service, servers, clock)
            finally:
                _end(service)
                servers.stop()


def _limits() -> dict[str, str]:
    from django.conf import settings

    return {f"THROTTLE_{scope.upper()}": UNLIMITED for scope in settings.THROTTLE_RATES}


def _prepare() -> None:
    """Make the tables, and challenges enough that no worker searches for any."""
    django.setup()
    from django.core.management import call_command

    from tests.concurrency.days import make_days

    call_command("migrate", interactive=False, verbosity=0)
    make_days(NOON.date(), 12)


def _end(service: Service) -> None:
    """Kill the service, so that its servers can be stopped under it."""
    from django.db import connections

    connections.close_all()
    if service.process is not None and service.process.poll() is None:
        service.process.kill()
        service.process.wait()
        assert eventually(lambda: not any(is_alive(pid) for pid in service.family))
