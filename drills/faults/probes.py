"""Whether everything works again, as somebody outside would find out."""

import datetime as dt
import itertools
import time
from dataclasses import dataclass, field

import psycopg

from drills.http import Connection
from drills.lines import Line
from drills.load import API
from drills.service import PARTS, processes_of, url_of
from tests.service import Service

PATIENCE = 120.0
_numbers = itertools.count(10**12)


@dataclass
class Recovery:
    """Seconds from the end of a fault until play goes on, and until all else does; None: never.

    `play`: the service says that it is ready, takes a line and shows a board. `all`: besides,
    every process runs, database, broker and cache answer, and a label whose message was lost
    is found by the sweeper and made.
    """

    play: float | None = None
    all: float | None = None
    why: list[str] = field(default_factory=list)


def recovery(service: Service, line: Line) -> Recovery:
    """Wait until everything works, or PATIENCE is over."""
    start = time.monotonic()
    found = Recovery()
    orphan: int | None = None
    while time.monotonic() - start < PATIENCE:
        if found.play is None and _plays(service.port, line):
            found.play = time.monotonic() - start
        if found.play is not None:
            if orphan is None:
                orphan = _orphan(url_of(service))
            found.why = _not_yet(service, orphan)
            if not found.why:
                found.all = time.monotonic() - start
                return found
        time.sleep(0.1)
    return found


def _plays(port: int, line: Line) -> bool:
    connection = Connection(port, timeout=3)
    try:
        made = connection.call("POST", f"{API}/guests", {})
        if made.status != 201:
            return False
        headers = {"Authorization": f"Bearer {made.json()['token']}"}
        path = f"{API}/challenges/{line.variant}/{line.date}"
        sent = connection.call("POST", f"{path}/submissions", {"line": line.text}, headers)
        board = connection.call("GET", f"{path}/standings")
        return (sent.status, board.status) == (201, 200)
    finally:
        connection.close()


def _not_yet(service: Service, orphan: int | None) -> list[str]:
    """What does not work yet."""
    away = [part for part in PARTS if not processes_of(service, part)]
    connection = Connection(service.port, timeout=3)
    ready = connection.call("GET", "/readyz")
    connection.close()
    if ready.status != 200 or set(ready.json().values()) != {"ready", "ok"}:
        away.append(f"readyz: {ready.text[:200]}")
    try:
        with psycopg.connect(url_of(service), connect_timeout=3) as database:
            row = database.execute(
                "SELECT state FROM games_job WHERE kind = 'labels' AND deal_id = %s", [orphan]
            ).fetchone()
    except psycopg.Error as error:
        return [*away, f"database: {error}"]
    if row != ("done",):
        away.append(f"label that lost its message: {row}")
    return away


def _orphan(database_url: str) -> int | None:
    """A label that was asked for and whose message is nowhere; the deal's id."""
    long_ago = dt.datetime.now(dt.UTC) - dt.timedelta(hours=1)
    try:
        with psycopg.connect(database_url, connect_timeout=3) as connection:
            row = connection.execute(
                "INSERT INTO games_deal (variant, number, line, states, seconds, peak_bytes,"
                " solver_version, stopped, rules_version, created_at)"
                " VALUES ('citadel', %s, '', 0, 0, 0, '', '', 1, %s) RETURNING id",
                [next(_numbers), long_ago],
            ).fetchone()
            deal_id = None if row is None else int(row[0])
            connection.execute(
                "INSERT INTO games_job (deal_id, kind, state, attempts, asked_at, sent_at, reason)"
                " VALUES (%s, 'labels', 'queued', 0, %s, %s, '')",
                [deal_id, long_ago, long_ago],
            )
            return deal_id
    except psycopg.OperationalError:
        return None
