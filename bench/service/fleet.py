"""Web servers and clients of a bench: who answers, and who asks."""

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.service.databases import PROJECT
from castle_site.processes import DIE_WITH_PARENT, start_child, stop_child
from castle_site.supervisor.programs import programs
from tests.service import free_port

CLIENT = Path(__file__).with_name("client.py")
PATIENCE = 120


@dataclass(frozen=True)
class Web:
    """A running web server, and the folder with what it is asked."""

    name: str
    port: int
    requests: Path


@contextmanager
def web(
    name: str, environment: Mapping[str, str], requests: Path, *, now: str, bare: bool = False
) -> Iterator[Web]:
    """The web server as the supervisor runs it, with one of the databases."""
    port = free_port()
    site = programs({"PORT": str(port)})[0]
    command = [*site.command[:-1], "bench.service.asgi:application"]
    var = Path(environment["CASTLE_VAR"])
    metrics = var / f"metrics-{name}"
    metrics.mkdir(parents=True, exist_ok=True)
    process_environment = {
        **environment,
        "CASTLE_PROCESS": "web",
        "PROMETHEUS_MULTIPROC_DIR": str(metrics),
        "BENCH_NOW": now,
        "BENCH_BARE": "1" if bare else "",
        # The log of requests is part of what the service does.
        "LOG_LEVEL": "INFO",
        DIE_WITH_PARENT: "1",
    }
    with (var / "log" / f"web-{name}.log").open("wb") as log:
        child = start_child(command, env=process_environment, cwd=PROJECT, output=log)
        try:
            _wait(port)
            yield Web(name, port, requests)
        finally:
            stop_child(child, 15, 10)


def _wait(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/floor/read/nobody")
            connection.getresponse()
            return
        except (OSError, http.client.HTTPException):
            time.sleep(0.2)
        finally:
            connection.close()
    raise SystemExit("a web server does not answer: see its log")


@dataclass
class Round:
    """What some clients saw: seconds of each request, how many failed, how long it went."""

    latencies: list[float]
    failed: int
    seconds: float

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.latencies) / self.seconds if self.seconds else 0.0


class Fleet:
    """Clients, each in a process of its own, started once."""

    def __init__(self, count: int) -> None:
        self.used: dict[Path, int] = {}
        self._clients: list[subprocess.Popen[str]] = []
        with ExitStack() as stack:
            for _ in range(count):
                client = subprocess.Popen(
                    [sys.executable, "-I", str(CLIENT)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                stack.callback(client.kill)
                self._clients.append(client)
            self._stack = stack.pop_all()

    def run(
        self,
        server: Web,
        call: str,
        *,
        clients: int,
        seconds: float,
        statuses: Sequence[int],
        once: bool,
    ) -> Round:
        """Have so many clients ask for so long; with `once` no request is sent twice, ever."""
        path = server.requests / f"{call}.requests"
        used = self.used.get(path, 0)
        for index, client in enumerate(self._clients[:clients]):
            job = {
                "port": server.port,
                "requests": str(path),
                "seconds": seconds,
                "statuses": list(statuses),
                "offset": used + index,
                "step": clients,
                "once": once,
            }
            if client.stdin is not None:
                client.stdin.write(json.dumps(job) + "\n")
                client.stdin.flush()
        latencies: list[float] = []
        failed, longest = 0, 0.0
        for client in self._clients[:clients]:
            line = client.stdout.readline() if client.stdout is not None else ""
            if not line:
                raise SystemExit("a client has ended")
            answer = json.loads(line)
            latencies += answer["latencies"]
            failed += answer["failed"]
            longest = max(longest, answer["seconds"])
            if once:
                self.used[path] = max(self.used.get(path, 0), answer["place"])
        return Round(latencies, failed, longest)

    def __enter__(self) -> "Fleet":
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()
        for client in self._clients:
            client.wait()
