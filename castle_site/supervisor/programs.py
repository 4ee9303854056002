"""The programs of the service: web server, workers, beat, metrics."""

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from castle_site.processes import DIE_WITH_PARENT

CORES = os.cpu_count() or 1
# For glibc: memory that threads free goes back to the system, instead of into a pool for each
# thread that grows for hours; and tables of searches do not leave holes in it (mallopt(3)).
STEADY_MEMORY = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}


@dataclass(frozen=True)
class Program:
    """One process to keep running; `stop_with` is the signal that asks it to end."""

    name: str
    command: tuple[str, ...]
    role: str
    stop_with: int = signal.SIGTERM
    niceness: int = 0
    patience: float = 10


def environment_of(program: Program, variables: Mapping[str, str], var: Path) -> dict[str, str]:
    """The environment that a program runs in."""
    return {
        **STEADY_MEMORY,
        **variables,
        "DJANGO_SETTINGS_MODULE": "castle_site.settings",
        "PYTHONUNBUFFERED": "1",
        "PROMETHEUS_MULTIPROC_DIR": str(var / "metrics"),
        "CASTLE_PROCESS": program.role,
        # The web server's and Celery's own children end with them.
        DIE_WITH_PARENT: "1",
    }


def programs(variables: Mapping[str, str]) -> list[Program]:
    """Everything that the supervisor runs, in the order of starting.

    HOST, PORT, WEB_WORKERS, WEB_MEMORY and WORKER_CONCURRENCY change it.
    """

    def setting(name: str, default: object) -> str:
        return variables.get(name) or str(default)

    web = (
        *(sys.executable, "-m", "granian", "--interface", "asginl", "--http", "1"),
        *("--host", setting("HOST", "127.0.0.1"), "--port", setting("PORT", 8000)),
        *("--workers", setting("WEB_WORKERS", max(2, CORES))),
        # What a connection may hold before it is a request: 64 KiB of headers, 10 seconds.
        *("--http1-buffer-size", "65536", "--http1-header-read-timeout", "10000"),
        *("--no-ws", "--log-level", "warning", "--respawn-failed-workers"),
        # A net, which nothing should fall into: for three samples of 30 s over so many MiB. A
        # password's hash takes 100 of them for a moment, in each thread.
        *("--workers-max-rss", setting("WEB_MEMORY", 1024), "--rss-samples", "3"),
        *("--workers-kill-timeout", "5", "castle_site.asgi:application"),
    )
    return [
        Program("web", web, "web"),
        # A label may take a minute; somebody who asks for a hint does not wait behind it.
        _worker("worker", "labels,assist", setting("WORKER_CONCURRENCY", max(2, CORES)), 5),
        _worker("par", "par", "1", 10),
        Program(
            "beat",
            # The schedule is kept in memory: no file that a kill could break, and every task
            # asks the database what there is to do.
            (*_celery("beat"), "--scheduler", "celery.beat:Scheduler", "--pidfile="),
            "beat",
        ),
        Program("metrics", (sys.executable, "-m", "castle_site.metrics"), "command"),
    ]


def _celery(command: str) -> tuple[str, ...]:
    return (
        sys.executable,
        "-m",
        "celery",
        "--quiet",
        "--app",
        "castle_site",
        command,
        "--loglevel",
        "INFO",
    )


def _worker(name: str, queues: str, concurrency: str, niceness: int) -> Program:
    return Program(
        name,
        (
            *_celery("worker"),
            *("--queues", queues, "--concurrency", concurrency, "--hostname", f"{name}@%h"),
            *("--without-gossip", "--without-mingle"),
        ),
        "worker",
        # A task that is cut short goes back to the queue, or is found by the sweeper.
        stop_with=signal.SIGQUIT,
        patience=6,
        niceness=niceness,
    )
