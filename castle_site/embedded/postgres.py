"""One PostgreSQL: makes its cluster at the first start, starts and stops it."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg import sql

from castle_site.embedded.binaries import postgres_programs
from castle_site.embedded.errors import ServerError
from castle_site.embedded.places import DATABASE, ROLE, Places
from castle_site.processes import start_child, stop_child

# No ICU and no locale of the machine: text sorts by code point, everywhere alike.
INITDB = (
    "--no-sync",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--encoding=UTF8",
    "--auth=trust",
    f"--username={ROLE}",
)
SETTINGS = {
    # The socket's directory is closed to others: that is what lets `trust` be safe.
    "listen_addresses": "",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    "max_connections": "200",
    "shared_preload_libraries": "",
}
FAST_SHUTDOWN = signal.SIGINT


@dataclass
class Postgres:
    """A PostgreSQL server on a socket; `settings` are added to its configuration."""

    places: Places
    settings: Mapping[str, str] = field(default_factory=dict)
    patience: float = 60
    process: "subprocess.Popen[bytes] | None" = None
    name: str = "postgres"

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self.places.logs / "postgres.log"

    def start(self) -> None:
        """Start the server, wait until it answers, make the database if it is not there.

        Raises ServerError if it runs already or does not come up in `patience` seconds.
        """
        programs = postgres_programs(self.places)
        self._make_cluster(programs)
        self._wait_for_predecessor()
        self._remove_stale_lock()
        command: list[str | Path] = [programs / "postgres", "-D", self.places.postgres_data]
        command += ["-k", self.places.sockets]
        for name, value in {**SETTINGS, **self.settings}.items():
            command += ["-c", f"{name}={value}"]
        with self.log.open("ab") as log:
            self.process = start_child(
                command,
                account=self.places.account,
                death_signal=FAST_SHUTDOWN,
                env=_environment(),
                cwd=Path("/"),
                output=log,
            )
        self._wait_for_answer()

    def stop(self) -> None:
        """Stop the server: sessions are cut, everything committed is on disk."""
        if self.process is not None:
            stop_child(self.process, FAST_SHUTDOWN, self.patience)
            self.process = None

    def _make_cluster(self, programs: Path) -> None:
        cluster = self.places.postgres_data
        if cluster.is_dir():
            return
        # Made under another name first: a set-up that was killed leaves no half of a cluster.
        part = cluster.with_name("postgres.part")
        if part.exists():
            shutil.rmtree(part)
        self.places.make_directory(part)
        with self.log.open("ab") as log:
            child = start_child(
                [programs / "initdb", "-D", part, *INITDB],
                account=self.places.account,
                env=_environment(),
                cwd=Path("/"),
                output=log,
            )
            if child.wait() != 0:
                raise ServerError(f"PostgreSQL could not make its data directory: see {self.log}")
        part.rename(cluster)

    def _lock(self) -> list[str]:
        try:
            return (self.places.postgres_data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []

    def _running(self) -> bool:
        """Whether the process that the lock file names is a server of this cluster."""
        lock = self._lock()
        if not lock or not lock[0].isdigit():
            return False
        try:
            command = Path("/proc", lock[0], "cmdline").read_bytes()
        except OSError:
            return False
        return os.fsencode(self.places.postgres_data) in command.split(b"\0")

    def _wait_for_predecessor(self) -> None:
        """Give a server whose supervisor was killed the time to shut down."""
        deadline = time.monotonic() + self.patience
        while self._running():
            if time.monotonic() > deadline:
                raise ServerError(
                    f"PostgreSQL runs already on {self.places.postgres_data}"
                    f" (process {self._lock()[0]}): is the service running twice?"
                )
            time.sleep(0.1)

    def _remove_stale_lock(self) -> None:
        """Remove the lock of a server that is dead but whose number another process got.

        PostgreSQL itself clears a lock whose process is gone; it cannot know that a process
        with that number is not a server (in a container that is the rule). The last word is
        the shared memory that the lock names: while anything is attached, the lock stays.
        """
        lock = self._lock()
        if len(lock) < 7 or not Path("/proc", lock[0]).exists():
            return
        segment = lock[6].split()[-1]
        for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[1] == segment and int(fields[6]) > 0:
                return
        (self.places.postgres_data / "postmaster.pid").unlink()
        for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
            (self.places.sockets / name).unlink(missing_ok=True)

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + self.patience
        while True:
            if self.process is None or self.process.poll() is not None:
                raise ServerError(f"PostgreSQL ended at its start: see {self.log}")
            try:
                return self._make_database()
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    self.stop()
                    raise ServerError(f"PostgreSQL does not answer: see {self.log}") from error
                time.sleep(0.05)

    def _make_database(self) -> None:
        with psycopg.connect(
            host=str(self.places.sockets), user=ROLE, dbname="postgres", autocommit=True
        ) as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
            ).fetchone()
            if found is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def _environment() -> dict[str, str]:
    """Nothing of ours: neither PG* variables nor a locale that the machine may lack."""
    return {"LC_ALL": "C", "PATH": os.environ.get("PATH", os.defpath)}
