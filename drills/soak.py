"""Mixed load for a long time, with the memory of every process: `python -m drills.soak --help`.

Exit status 1 if any process grows, or any request goes wrong.
"""

import argparse
import http.client
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from drills.ledger import Ledger
from drills.lines import lines_of_today
from drills.load import Load
from drills.memory import Process, Watch
from drills.service import drilled, start, url_of
from tests.service import Service

# Searches of the size of real ones, and so many that the workers are never idle for long.
SETTINGS = {"LABEL_NODES": "200000", "PAR_NODES": "200000", "WORKER_CONCURRENCY": "2"}


def soak(service: Service, *, minutes: float, clients: int, pause: float) -> dict[str, Any]:
    """Load a service and watch it; what was seen, as JSON."""
    start(service)
    load = Load(service.port, lines_of_today(url_of(service)), clients=clients, pause=pause)
    watch = Watch(service)
    watch.start()
    load.start()
    end = time.monotonic() + 60 * minutes
    try:
        while time.monotonic() < end:
            time.sleep(max(0.0, min(10.0, end - time.monotonic())))
            _scrape(int(service.variables["METRICS_PORT"]))
    finally:
        load.stop()
        seconds = watch.stop()
    # The first third is warm-up: caches fill, pools open, code is loaded.
    warm = seconds / 3
    return {
        "minutes": round(seconds / 60, 2),
        "clients": clients,
        "warm_up_minutes": round(warm / 60, 2),
        "requests": sum(load.ledger.answers.values()),
        "errors": _errors(load.ledger),
        "kinds": _kinds(load.ledger),
        "processes": [_process(one, warm) for one in watch.steady(warm)],
        "short_lived": len(watch.processes) - len(watch.steady(warm)),
        "memory": watch.table(warm),
        "memory_faults": watch.faults(warm),
    }


def _scrape(port: int) -> None:
    """Read the metrics, as a collector does all the time."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/metrics")
        connection.getresponse().read()
    finally:
        connection.close()


def _errors(ledger: Ledger) -> list[str]:
    """Everything that was not answered as it should be; without a fault that is never right."""
    found = [
        f"{kind}: {count} times {status or 'no answer'}"
        for (kind, status), count in sorted(ledger.answers.items())
        if status not in (200, 201, 202)
    ]
    if not ledger.seconds:
        found.append("nothing was answered")
    return found + ledger.faults


def _kinds(ledger: Ledger) -> dict[str, dict[str, float]]:
    """Count, median and 95th percentile in milliseconds, by kind of request and of all."""
    rows = {}
    everything = [value for values in ledger.seconds.values() for value in values]
    for kind, values in [*sorted(ledger.seconds.items()), ("all", everything)]:
        if len(values) < 2:
            continue
        cuts = statistics.quantiles(values, n=20)
        rows[kind] = {
            "count": len(values),
            "p50_ms": round(cuts[9] * 1000, 1),
            "p95_ms": round(cuts[18] * 1000, 1),
        }
    return rows


def _process(process: Process, warm: float) -> dict[str, Any]:
    growth = process.growth(warm)
    after = process.own_since(warm)
    return {
        "pid": process.pid,
        "name": process.name,
        "resident_kib": process.resident[-1],
        "own_first_kib": process.own[0],
        "own_warm_kib": after[0],
        "own_last_kib": after[-1],
        "own_most_kib": max(after),
        "growth_kib_per_10_min": None if growth is None else round(growth, 1),
        "own_kib": process.own,
    }


def table(report: dict[str, Any]) -> str:
    """The report for people."""
    lines = [
        f"{report['requests']} requests of {report['clients']} callers in {report['minutes']} min,"
        f" the first {report['warm_up_minutes']} of them warm-up",
        "",
        f"{'request':<14} {'count':>8} {'p50':>9} {'p95':>9}",
    ]
    lines += [
        f"{kind:<14} {row['count']:>8} {row['p50_ms']:>6} ms {row['p95_ms']:>6} ms"
        for kind, row in report["kinds"].items()
    ]
    lines += ["", *report["memory"], "", f"errors: {len(report['errors'])}", *report["errors"]]
    lines += [f"faults of memory: {len(report['memory_faults'])}", *report["memory_faults"]]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Soak, report; 1 if a process grows or a request went wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m drills.soak",
        description="Mixed load on the real service, with the memory of every process.",
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between two requests")
    parser.add_argument("--json", type=Path, help="write the report there as well")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="castle-soak-") as directory:
        var = Path(directory)
        with drilled(var, **SETTINGS) as service:
            report = soak(
                service, minutes=options.minutes, clients=options.clients, pause=options.pause
            )
    print(table(report))
    if options.json is not None:
        options.json.write_text(json.dumps(report, indent=2))
    return 1 if report["memory_faults"] or report["errors"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
