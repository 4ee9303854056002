"""Ways to break a part of a running service, and to mend it again."""

import contextlib
import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import redis

from castle_site.embedded import Places
from castle_site.embedded.places import POSTGRES_SOCKET
from drills.service import processes_of, start, url_of
from tests.service import Service

# A context manager: inside of it the fault is there.
Means = Callable[[Service], contextlib.AbstractContextManager[None]]
SOCKETS = {"database": POSTGRES_SOCKET, "broker": "broker.sock", "cache": "cache.sock"}
# Of each tenth of a second, how much a slow part stands still.
SLOW_CYCLE, SLOW_SHARE = 0.1, 0.9
DRILL = "drill"
# So often a full database must have refused before it counts as full.
REFUSALS = 10


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def _processes(service: Service, parts: tuple[str, ...]) -> list[int]:
    return [pid for part in parts for pid in processes_of(service, part)]


def killed(*parts: str) -> Means:
    """`kill -9` of every process of the parts, all at once."""

    @contextlib.contextmanager
    def fault(service: Service) -> Iterator[None]:
        pids = _processes(service, parts)
        _send(pids, signal.SIGKILL)
        yield

    return fault


def child_killed(part: str) -> Means:
    """`kill -9` of one process under a part's first one."""

    @contextlib.contextmanager
    def fault(service: Service) -> Iterator[None]:
        _send(processes_of(service, part)[1:2], signal.SIGKILL)
        yield

    return fault


def stopped(*parts: str) -> Means:
    """The parts stand still: they keep their connections and answer nothing."""

    @contextlib.contextmanager
    def fault(service: Service) -> Iterator[None]:
        pids = _processes(service, parts)
        _send(pids, signal.SIGSTOP)
        try:
            yield
        finally:
            _send(pids, signal.SIGCONT)

    return fault


def slow(*parts: str) -> Means:
    """The parts run for a tenth of the time only."""

    @contextlib.contextmanager
    def fault(service: Service) -> Iterator[None]:
        ended = threading.Event()

        def cycle() -> None:
            while not ended.is_set():
                pids = _processes(service, parts)
                _send(pids, signal.SIGSTOP)
                time.sleep(SLOW_CYCLE * SLOW_SHARE)
                _send(pids, signal.SIGCONT)
                time.sleep(SLOW_CYCLE * (1 - SLOW_SHARE))

        thread = threading.Thread(target=cycle)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    return fault


def unreachable(*parts: str) -> Means:
    """The parts' sockets are gone, and every connection to them is cut."""

    @contextlib.contextmanager
    def fault(service: Service) -> Iterator[None]:
        places = Places.of(service.var)
        sockets = [places.sockets / SOCKETS[part] for part in parts]
        with contextlib.ExitStack() as cut:
            cutters = [cut.enter_context(_cutter(service, part)) for part in parts]
            for path in sockets:
                path.rename(path.with_suffix(".away"))
            try:
                for cutter in cutters:
                    cutter()
                yield
            finally:
                for path in sockets:
                    path.with_suffix(".away").rename(path)

    return fault


@contextlib.contextmanager
def _cutter(service: Service, part: str) -> Iterator[Callable[[], None]]:
    """A connection made while that was possible, which can cut all others."""
    if part == "database":
        with psycopg.connect(url_of(service), autocommit=True) as connection:

            def cut() -> None:
                connection.execute(CUT)

            yield cut
    else:
        with _valkey(service, part) as client:
            # It connects at its first command.
            client.ping()

            def cut() -> None:
                client.execute_command("CLIENT", "KILL", "TYPE", "normal")

            yield cut


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def _valkey(service: Service, part: str) -> redis.Redis:
    path = Places.of(service.var).sockets / SOCKETS[part]
    return redis.Redis(unix_socket_path=str(path), socket_timeout=5)


def memory_full(part: str) -> Means:
    """A Valkey may use no more memory than it does: it refuses every write."""

    @contextlib.contextmanager
    def fault(service: Service) -> Iterator[None]:
        with _valkey(service, part) as client:
            before = client.config_get("maxmemory")["maxmemory"]
            client.config_set("maxmemory", "1")
            try:
                yield
            finally:
                client.config_set("maxmemory", before)

    return fault


@contextlib.contextmanager
def connections_full(service: Service) -> Iterator[None]:
    """Somebody else has every connection that the database gives."""
    with contextlib.ExitStack() as taken:

        def take() -> psycopg.Connection[Any]:
            made = psycopg.connect(url_of(service), autocommit=True, application_name=DRILL)
            return taken.enter_context(made)

        first = take()
        refused = 0
        while refused < REFUSALS:
            first.execute(f"{CUT} AND application_name <> '{DRILL}'")
            try:
                while True:
                    take()
            except psycopg.OperationalError:
                # The service asks all the time and may have got one: it is cut once more.
                refused += 1
                time.sleep(0.02)
        yield


def disk_full(service: Service) -> contextlib.AbstractContextManager[None]:
    """Nothing more can be written, neither data nor logs nor metrics.

    On a file system of its own (see `small_disk`) the rest of it is taken. Elsewhere the
    processes of database, broker and cache may write files of no length (RLIMIT_FSIZE),
    which fails alike.
    """
    disk = service.var.parent
    return _ballast(disk) if disk.is_mount() else _no_files(service)


@contextlib.contextmanager
def _ballast(directory: Path) -> Iterator[None]:
    path = directory / "ballast"
    ended = threading.Event()

    def fill() -> None:
        # What is deleted meanwhile is taken too.
        with path.open("ab") as file:
            while not ended.is_set():
                for size in (2**24, 2**20, 4096):
                    with contextlib.suppress(OSError):
                        while not ended.is_set():
                            end = file.seek(0, os.SEEK_END)
                            os.posix_fallocate(file.fileno(), end, size)
                ended.wait(0.05)

    thread = threading.Thread(target=fill)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        path.unlink()


@contextlib.contextmanager
def _no_files(service: Service) -> Iterator[None]:
    limited: dict[int, tuple[int, int]] = {}
    try:
        for part in ("database", "broker", "cache"):
            for pid in processes_of(service, part):
                with contextlib.suppress(ProcessLookupError):
                    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                    limited[pid] = (soft, hard)
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
        yield
    finally:
        for pid, limits in limited.items():
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


@contextlib.contextmanager
def everything_killed(service: Service) -> Iterator[None]:
    """The supervisor is killed, which ends everything under it; then it is started anew."""
    service.stop(signal.SIGKILL)
    yield
    start(service)
