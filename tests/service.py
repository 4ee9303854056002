"""The whole service, run for a test: the supervisor with a directory of its own."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from castle_site.embedded import Places
from castle_site.supervisor.__main__ import _is_up
from tests import clock
from tests.processes import descendants, eventually, is_alive

PROJECT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    """A port of the loopback address that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """One run of the supervisor with a directory of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port()
        kept = ("PATH", "HOME", "NUMBA_CACHE_DIR")
        self.variables = {name: os.environ[name] for name in kept if name in os.environ} | {
            "CASTLE_VAR": str(var),
            "PORT": str(self.port),
            "METRICS_PORT": str(free_port()),
            "WEB_WORKERS": "1",
            "WORKER_CONCURRENCY": "1",
            **clock.variables(),
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.family: set[int] = set()

    def start(self) -> int:
        """Start it and wait until it answers; the supervisor's process id."""
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
        assert process.poll() is None, self.terminal()
        self.family = descendants(process.pid)
        return process.pid

    def stop(self, with_signal: int) -> int:
        """Send the supervisor a signal and wait for its end; its exit status."""
        assert self.process is not None
        self.family = descendants(self.process.pid)
        self.process.send_signal(with_signal)
        return self.process.wait(60)

    def terminal(self) -> str:
        """All that the supervisor printed."""
        return (self.var / "terminal").read_text()


@contextmanager
def service_in(var: Path) -> Iterator[Service]:
    """A service that keeps its data in `var`; nothing of it runs afterwards."""
    secrets = "".join(
        f"{name}={name * 5}\n" for name in ("SECRET_KEY", "CHALLENGE_SECRET", "HANDLE_SECRET")
    )
    (var / "secrets.env").write_text(secrets)
    service = Service(var)
    try:
        yield service
    finally:
        if service.process is not None and service.process.poll() is None:
            service.process.kill()
            service.process.wait()
        assert eventually(lambda: not any(is_alive(pid) for pid in service.family))
        Places.of(var).remove()
