"""`python -m drills.fuzz`: hostile requests on every route of the real service.

    python -m drills.fuzz --requests 100000 --seed 1

Starts the service in a directory of its own, sends requests by chance (`fuzz_requests`), the
last tenth of them under the limits that callers have by default, while slow clients come and go
(`fuzz_slow`), and prints counts by status and by kind. The exit status is 1 if anything was
wrong: an answer that must not be (`fuzz_wire.judge`), a traceback in a log, a process that has
ended or whose memory grew by 1 MiB or more in 10 minutes after the warm-up (`memory`).
"""

import argparse
import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import django

from drills import fuzz_slow
from drills.fuzz_requests import PASSWORD, Known, Request, Requests
from drills.fuzz_wire import Reply, Wire, is_web_servers, judge
from drills.lines import lines_of_today
from drills.memory import Watch
from drills.service import SCOPES, drilled, start, url_of
from tests.routes import plain, routes
from tests.service import Service

MOST_NAMED = 30
# The share of requests that is sent under the limits which callers have by default.
LIMITED_SHARE = 0.1
# The share of the others in which caches fill and code is read.
WARM_UP = 0.4
STATIC = ("static/castle_site/site.css", "static/<file>", "healthz", "readyz", "<nowhere>")


@dataclass
class Findings:
    """What has come back, by status and by kind, and what was wrong."""

    statuses: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    touched: set[tuple[str, str]] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    web_servers: int = 0
    slowest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, request: Request, reply: Reply) -> None:
        """Count an answer and judge it."""
        wrong = judge(request, reply)
        with self.lock:
            self.statuses[reply.status] += 1
            self.slowest = max(self.slowest, reply.seconds)
            self.web_servers += is_web_servers(reply)
            self.touched.add((request.route, request.method))
            for kind in request.kinds:
                place = kind.split(":")[0]
                self.by_kind.setdefault(place, Counter())[f"{reply.status // 100}xx"] += 1
                self.kinds[kind] += 1
            if wrong is not None:
                self.faults.append(
                    f"{wrong}: {request.method} {request.target[:150]!r} {request.kinds}"
                )


def every_route() -> list[str]:
    """All routes of the URL conf, with files and probes."""
    return [plain(route) for route, _ in routes()] + list(STATIC)


def first_knowledge(port: int, lines: Sequence[str]) -> Known:
    """Guests, a registered player, a session, and values that exist, to begin with."""
    known = Known(lines=lines)
    wire = Wire(port)
    for name, found in {
        "variant": ["citadel", "beleaguered-castle", "streets-and-alleys"],
        "number": ["1", "5", "99999999999999999999"],
        "period": ["all", time.strftime("%Y"), time.strftime("%Y-%m")],
        "date": [_day(ahead) for ahead in (-1, 0, 0, 0, 1)],
        "from": ["2025-03-09"],
        "to": [time.strftime("%Y-%m-%d")],
        "limit": ["1", "5", "200"],
        "section": ["ranked"],
    }.items():
        for value in found:
            known.learn(name, value)
    for path, body in (
        *(("guests", {}) for _ in range(8)),
        ("players", {"handle": "fuzz-0", "password": PASSWORD}),
        ("guests", {"session": True}),
    ):
        reply = wire.send(_post(f"/api/v1/{path}", body))
        if reply.status == 201:
            known.read(path, json.loads(reply.body))
        if cookie := reply.headers.get("set-cookie"):
            known.cookies.append(cookie.split(";")[0])
    wire.close()
    return known


def _day(ahead: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86_400 * ahead))


def _post(path: str, body: object) -> Request:
    headers = (("Host", b"localhost"), ("Content-Type", b"application/json"))
    return Request("POST", path.encode(), headers, json.dumps(body).encode(), False, path, ())


def fuzz(
    port: int,
    *,
    count: int,
    seed: str,
    known: Known,
    findings: Findings,
    clients: int,
    pause: float = 0.0,
) -> None:
    """Send so many requests from several clients at once, `pause` seconds between any two."""
    found = every_route()
    began = time.monotonic()
    numbers = itertools.count()

    def client(number: int) -> None:
        wire = Wire(port)
        requests = Requests(f"{seed}-{number}", found, known)
        while (turn := next(numbers)) < count:
            time.sleep(max(0.0, began + turn * pause - time.monotonic()))
            request = requests.next()
            reply = wire.send(request)
            findings.note(request, reply)
            if reply.status in (200, 201, 202) and request.method != "HEAD":
                _learn(known, request, reply)
            # Accounts get deleted, signed out and limited.
            if next(refills) % 400 == 0:
                again = wire.send(_post("/api/v1/guests", {}))
                if again.status == 201:
                    known.read("guests", json.loads(again.body))
        wire.close()

    refills = itertools.count(1)
    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _learn(known: Known, request: Request, reply: Reply) -> None:
    if reply.headers.get("content-type") == "application/json":
        known.read(request.route, json.loads(reply.body))


def log_faults(var: Path) -> list[str]:
    """Lines of any log that tell of an error which nobody has caught."""
    found = []
    for path in sorted((var / "log").glob("*.log")):
        for line in path.read_text(errors="replace").splitlines():
            if "Traceback" in line or '"exception"' in line or "panicked" in line:
                found.append(f"{path.name}: {line[:300]}")
    return found


def report(findings: Findings, slow: fuzz_slow.Slow, memory: list[str]) -> list[str]:
    """What has come back, in lines to print."""
    statuses = sorted(findings.statuses.items())
    told = [
        f"{findings.statuses.total()} requests, {len(findings.touched)} pairs of route and method",
        "by status: " + ", ".join(f"{status or 'closed'}: {n}" for status, n in statuses),
        f"  of these {findings.web_servers} by the web server itself: no HTTP request",
        "by the place of what was wrong:",
    ]
    for place, counts in sorted(findings.by_kind.items()):
        names = sum(1 for kind in findings.kinds if kind.split(":")[0] == place)
        classes = ", ".join(f"{status}: {n}" for status, n in sorted(counts.items()))
        told.append(f"  {place} ({names} kinds): {classes}")
    told += [f"slowest answer: {findings.slowest:.2f} s", "slow clients and endless bodies:"]
    told += [f"  {kind}: {end}, {n} times" for (kind, end), n in sorted(slow.ends.items())]
    return told + memory


def under_load(
    service: Service, known: Known, findings: Findings, asked: argparse.Namespace
) -> tuple[fuzz_slow.Slow, Watch, float]:
    """Send all requests: most without limits, the last under those that callers have.

    With the memory of the first, and the seconds of their warm-up.
    """
    limited = round(asked.requests * LIMITED_SHARE)
    slow, memory, watched = fuzz_slow.Slow(service.port), Watch(service), 0.0
    for seed, count in ((asked.seed, asked.requests - limited), (f"{asked.seed}-limited", limited)):
        if seed != asked.seed:
            watched = memory.stop()
            service.stop(signal.SIGINT)
            for scope in SCOPES:
                del service.variables[f"THROTTLE_{scope.upper()}"]
            service.start()
        else:
            memory.start()
        done = threading.Event()
        others = fuzz_slow.keep(slow, each=asked.slow, until=done)
        began = time.monotonic()
        fuzz(
            service.port,
            count=count,
            seed=seed,
            known=known,
            findings=findings,
            clients=asked.clients,
            pause=asked.minutes * 60 / asked.requests,
        )
        print(f"{count} requests of seed {seed} in {time.monotonic() - began:.0f} s", flush=True)
        done.set()
        for thread in others:
            thread.join()
    return slow, memory, watched * WARM_UP


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it all; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m drills.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=12, help="how long it takes at least")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--slow", type=int, default=4, help="slow clients of each kind at a time")
    parser.add_argument("--keep", type=Path, help="where to keep the service's logs")
    parser.add_argument("--set", action="append", default=[], help="NAME=VALUE for the service")
    asked = parser.parse_args(arguments)
    findings = Findings()
    with tempfile.TemporaryDirectory(prefix="castle-fuzz-") as var, drilled(Path(var)) as service:
        service.variables |= dict(each.split("=", 1) for each in asked.set)
        start(service)
        lines = [line.text for line in lines_of_today(url_of(service))]
        known = first_knowledge(service.port, lines)
        slow, memory, warm = under_load(service, known, findings, asked)
        logs = log_faults(service.var)
        service.stop(signal.SIGINT)
        if asked.keep is not None:
            shutil.copytree(service.var / "log", asked.keep, dirs_exist_ok=True)
            memory.write(asked.keep / "memory.csv")
    table = [f"memory, the first {warm / 60:.1f} minutes warm-up:", *memory.table(warm)]
    print("\n".join(report(findings, slow, table)))
    faults = [*findings.faults, *slow.faults, *memory.faults(warm), *logs]
    print(f"wrong: {len(faults)}")
    for fault in faults[:MOST_NAMED]:
        print(f"  {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    os.environ.setdefault("CASTLE_ENV", "test")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")
    django.setup()
    sys.exit(main())
