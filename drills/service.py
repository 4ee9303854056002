"""The real service for a drill: in a directory of its own, with its processes by part."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from castle_site.embedded import Places
from tests.processes import descendants
from tests.service import Service, service_in

# Each part with what stands in its command line, and in no other's.
PARTS = {
    "web": "granian",
    "worker": "labels,assist",
    "par": "--queues par",
    "beat": "celery.beat:Scheduler",
    "metrics": "castle_site.metrics",
    "database": "/postgres -D ",
    "broker": "broker.sock",
    "cache": "cache.sock",
}
SCOPES = ("signup", "guest", "login", "label", "assist", "verify", "submit", "read")
# Limits are counted but never reached. Small budgets: a drill asks for more labels than a
# day does, and wants to see each of them end. Leases and sweeps follow each other faster, so
# that a run shows many faults.
SETTINGS = {f"THROTTLE_{scope.upper()}": "1000000/minute" for scope in SCOPES} | {
    "LABEL_NODES": "20000",
    "PAR_NODES": "20000",
    "ASSIST_NODES": "20000",
    "LEASE_SECONDS": "5",
    "SWEEP_SECONDS": "2",
    "WEB_WORKERS": "2",
}


@contextmanager
def drilled(var: Path, **settings: str) -> Iterator[Service]:
    """The service with the drills' settings, not started yet."""
    var.chmod(0o755)
    with service_in(var) as service:
        service.variables |= SETTINGS | settings
        try:
            yield service
        finally:
            # Not killed: what was started again during a drill ends too, and in order.
            if service.process is not None and service.process.poll() is None:
                service.stop(signal.SIGTERM)


def start(service: Service) -> float:
    """Start the service and have the coming days' challenges ready; how long it took, seconds.

    The coming days get today's deals: their search would keep the workers busy for a minute,
    and no drill opens them.
    """
    began = time.monotonic()
    service.start()
    took = time.monotonic() - began
    with psycopg.connect(url_of(service)) as connection:
        names = [
            row[0]
            for row in connection.execute(
                "SELECT column_name FROM information_schema.columns"
                " WHERE table_name = 'leaderboard_challenge' AND column_name NOT IN ('id', 'date')"
            )
        ]
        columns = sql.SQL(", ").join(map(sql.Identifier, names))
        connection.execute(
            sql.SQL(
                "INSERT INTO leaderboard_challenge (id, date, {columns})"
                " SELECT gen_random_uuid(), date + ahead, {columns}"
                " FROM leaderboard_challenge, generate_series(1, 8) AS ahead"
                " WHERE date = (now() AT TIME ZONE 'UTC')::date ON CONFLICT DO NOTHING"
            ).format(columns=columns)
        )
    return took


def url_of(service: Service) -> str:
    """DATABASE_URL of a drilled service."""
    return Places.of(service.var).database_url()


def processes_of(service: Service, part: str) -> list[int]:
    """The processes of a part, the one that the supervisor started first; none if it is away."""
    for pid in sorted(_children(service.process.pid)) if service.process else ():
        if PARTS[part] in command_of(pid):
            return [pid, *sorted(descendants(pid))]
    return []


def command_of(pid: int) -> str:
    """The command line of a process; empty if it has ended."""
    try:
        return Path("/proc", str(pid), "cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def _children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
