"""One Valkey: a broker that forgets nothing, or a cache that forgets what it must."""

import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from castle_site.embedded.binaries import valkey_program
from castle_site.embedded.errors import ServerError
from castle_site.embedded.places import Places
from castle_site.processes import start_child, stop_child

# A queue must never lose an entry to make room, and outlives a restart.
BROKER = ("--maxmemory-policy", "noeviction", "--appendonly", "yes", "--appendfsync", "everysec")
# A cache makes room for what is used now, and starts empty.
CACHE = ("--maxmemory-policy", "allkeys-lru", "--maxmemory", "64mb", "--appendonly", "no")
DATABASES = 64


@dataclass
class Valkey:
    """A Valkey server on a socket, with its own directory for what it keeps."""

    places: Places
    name: str
    path: Path
    options: Sequence[str]
    patience: float = 20
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def log(self) -> Path:
        """The server's log file."""
        return self.places.logs / f"{self.name}.log"

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises ServerError if another one answers there or ours does not in `patience` seconds.
        """
        self._wait_for_predecessor()
        directory = self.places.data / self.name
        self.places.make_directory(directory)
        command: list[str | Path] = [
            valkey_program(self.places),
            "--port",
            "0",
            "--unixsocket",
            self.path,
        ]
        command += ["--unixsocketperm", "700", "--dir", directory, "--save", ""]
        command += ["--databases", str(DATABASES), "--daemonize", "no", *self.options]
        with self.log.open("ab") as log:
            self.process = start_child(
                command, account=self.places.account, env={}, cwd=Path("/"), output=log
            )
        deadline = time.monotonic() + self.patience
        while not self._answers():
            if self.process.poll() is not None:
                raise ServerError(f"Valkey ({self.name}) ended at its start: see {self.log}")
            if time.monotonic() > deadline:
                self.stop()
                raise ServerError(f"Valkey ({self.name}) does not answer: see {self.log}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server; the broker has its queue on disk."""
        if self.process is not None:
            stop_child(self.process, signal.SIGTERM, self.patience)
            self.process = None

    def _answers(self) -> bool:
        """Whether a server says PONG; while it loads its file it says something else."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(2)
                connection.connect(str(self.path))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False

    def _wait_for_predecessor(self) -> None:
        """Give a server whose supervisor was killed the time to shut down."""
        deadline = time.monotonic() + self.patience
        while self._answers():
            if time.monotonic() > deadline:
                raise ServerError(
                    f"a Valkey ({self.name}) answers on {self.path} already:"
                    " is the service running twice?"
                )
            time.sleep(0.1)
