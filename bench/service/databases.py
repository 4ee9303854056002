"""The databases that the service is measured on: one server, a large and a small one in it."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from castle_site.embedded import EmbeddedServers, Places
from castle_site.embedded.places import ROLE

PROJECT = Path(__file__).resolve().parents[2]
SECRETS = ("SECRET_KEY", "CHALLENGE_SECRET", "HANDLE_SECRET")
LARGE, SMALL = "castle_large_bench", "castle_small_bench"
# Durable as in production: `fsync` and `synchronous_commit` stay on. Nobody replicates.
DATABASE_SETTINGS = {
    "shared_buffers": "2GB",
    "effective_cache_size": "8GB",
    "work_mem": "32MB",
    "max_wal_size": "8GB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "checkpoint_timeout": "15min",
}


@dataclass(frozen=True)
class Size:
    """How much a database holds."""

    players: int
    days: int
    board: int
    results: int


@dataclass(frozen=True)
class Seeded:
    """What a database came to hold, how long that took and how much room it needs."""

    name: str
    size: Size
    seconds: float
    bytes: int
    said: str


def variables(places: Places, var: Path, name: str) -> dict[str, str]:
    """The environment of a process of the service that works with one of the databases."""
    return {
        **{
            key: os.environ[key] for key in ("PATH", "HOME", "NUMBA_CACHE_DIR") if key in os.environ
        },
        **{secret: f"{secret} of a bench and of nothing else" for secret in SECRETS},
        "DATABASE_URL": f"postgresql://{ROLE}@{quote(str(places.sockets), safe='')}/{name}",
        "REDIS_URL": places.broker_url(),
        "CACHE_URL": places.cache_url(),
        "CASTLE_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "bench.service.settings",
        "PYTHONPATH": str(PROJECT),
        "LOG_LEVEL": "WARNING",
    }


@contextmanager
def servers(var: Path) -> Iterator[Places]:
    """PostgreSQL and the Valkeys, with their data in a directory of the bench's own."""
    var.mkdir(parents=True, exist_ok=True)
    # The servers' account has to get in.
    var.chmod(0o755)
    # Where static files would be; no call of the bench asks for one.
    (var / "static").mkdir(exist_ok=True)
    places = Places.of(var)
    with EmbeddedServers(places, database_settings=DATABASE_SETTINGS):
        yield places


def seed(places: Places, var: Path, name: str, size: Size) -> Seeded:
    """Make a database and fill it in bulk, unless it is there already."""
    begin = time.monotonic()
    with connected(places, "postgres") as connection:
        found = connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [name]
        ).fetchone()
        if found is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    notes = var / f"{name}.txt"
    if not notes.exists():
        environment = variables(places, var, name)
        manage(environment, "migrate", "--verbosity", "0")
        said = manage(
            environment,
            *("seed_demo", "--bulk", "--players", str(size.players), "--days", str(size.days)),
            *("--results", str(size.results), "--board", str(size.board)),
        )
        notes.write_text(f"{time.monotonic() - begin:.1f}\n{said}")
    seconds, _, said = notes.read_text().partition("\n")
    with connected(places, name) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    return Seeded(name, size, float(seconds), row[0] if row else 0, said)


def manage(environment: Mapping[str, str], *arguments: str) -> str:
    """Run a command of the service; what it printed, shown as it comes."""
    return run(environment, "manage.py", *arguments)


def run(environment: Mapping[str, str], *arguments: str) -> str:
    """Run Python with the arguments in the project; what it printed, shown as it comes."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        env=dict(environment),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = []
    for line in process.stdout or ():
        print(f"  {line}", end="", flush=True, file=sys.stderr)
        lines.append(line)
    if process.wait():
        raise SystemExit(f"{' '.join(arguments[:2])} failed")
    return "".join(lines)


def connected(places: Places, name: str) -> "psycopg.Connection[tuple[object, ...]]":
    """A connection to one of the databases that commits each statement by itself."""
    return psycopg.connect(host=str(places.sockets), user=ROLE, dbname=name, autocommit=True)


def remove(var: Path) -> None:
    """Remove everything that the bench has stored."""
    Places.of(var).remove()
    shutil.rmtree(var, ignore_errors=True)
