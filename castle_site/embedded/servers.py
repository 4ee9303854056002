"""The three servers together."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType

from castle_site.embedded.errors import ServerError
from castle_site.embedded.places import Places
from castle_site.embedded.postgres import Postgres
from castle_site.embedded.valkey import BROKER, CACHE, Valkey

__all__ = ["EmbeddedServers", "ServerError"]


@dataclass
class EmbeddedServers:
    """Starts those of the three servers that are asked for; a context manager stops them.

    Start it from the main thread. When this process dies in any way, the servers shut down
    cleanly by themselves.
    """

    places: Places
    database: bool = True
    broker: bool = True
    cache: bool = True
    database_settings: Mapping[str, str] = field(default_factory=dict)
    running: list[Postgres | Valkey] = field(default_factory=list)

    def start(self) -> None:
        """Start the servers one after the other. Raises ServerError; then none runs."""
        self.places.make_directory(self.places.sockets)
        self.places.logs.mkdir(parents=True, exist_ok=True)
        self.places.data.mkdir(parents=True, exist_ok=True)
        wanted: list[Postgres | Valkey] = []
        if self.database:
            wanted.append(Postgres(self.places, self.database_settings))
        if self.broker:
            wanted.append(Valkey(self.places, "broker", self.places.broker_socket, BROKER))
        if self.cache:
            wanted.append(Valkey(self.places, "cache", self.places.cache_socket, CACHE))
        try:
            for server in wanted:
                self.running.append(server)
                server.start()
        except BaseException:
            self.stop()
            raise

    def tend(self) -> list[str]:
        """Start again what has ended; return the names of what was started.

        A server that cannot start yet is tried again at the next call.
        """
        started = []
        for server in self.running:
            if server.process is not None and server.process.poll() is None:
                continue
            with contextlib.suppress(ServerError):
                server.start()
                started.append(server.name)
        return started

    def stop(self) -> None:
        """Stop the servers, the last one started first."""
        while self.running:
            self.running.pop().stop()

    def __enter__(self) -> "EmbeddedServers":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
