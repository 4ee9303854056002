"""Finds `pg_dump` and `pg_restore` that can talk to a server, and runs them on it."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import make_conninfo

from castle_site.embedded.binaries import postgres_directory
from castle_site.operations.errors import BackupError


def find_program(name: str, connection: psycopg.Connection[Any]) -> Path:
    """The path of a program of PostgreSQL that is not older than the server; BackupError.

    Those of the embedded server come first. They speak no TLS: where the connection does,
    and for a newer server, those of the machine are taken.
    """
    server = connection.info.server_version // 10_000
    candidates: list[Path] = []
    if not connection.pgconn.ssl_in_use:
        with suppress(LookupError):
            candidates.append(postgres_directory() / name)
    if (found := shutil.which(name)) is not None:
        candidates.append(Path(found))
    for path in candidates:
        if path.is_file() and _major(path) >= server:
            return path
    raise BackupError(
        f"{name} of PostgreSQL {server} or newer is needed for this server:"
        " install the package postgresql-client"
    )


def _major(path: Path) -> int:
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    match = re.search(r"(\d+)(\.\d+|devel|beta|rc)", done.stdout)
    return int(match[1]) if match else 0


@contextmanager
def running(
    program: Path,
    arguments: list[str],
    connection: psycopg.Connection[Any],
    *,
    reads: bool = False,
) -> Iterator[IO[bytes]]:
    """The program's output, or with `reads` its input, as a stream; BackupError if it fails.

    The password goes by the environment: everybody can read a command line.
    """
    info = connection.info
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
    if info.password:
        environment["PGPASSWORD"] = info.password
    # What was not set has its default there as well.
    parameters = {key: value for key, value in info.get_parameters().items() if value}
    process = subprocess.Popen(
        [program, *arguments, "--no-password", "--dbname", make_conninfo(**parameters)],
        stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if reads else subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    stream = process.stdin if reads else process.stdout
    if stream is None or process.stderr is None:
        raise BackupError(f"{program.name} cannot be spoken with")
    try:
        with process.stderr:
            # A program that has ended early breaks the pipe, and says below why.
            with suppress(BrokenPipeError):
                yield stream
            _close(stream)
            said = process.stderr.read().decode(errors="replace").strip()
    except BaseException:
        process.kill()
        _close(stream)
        raise
    finally:
        status = process.wait()
    if status != 0:
        raise BackupError(f"{program.name} failed: {said}")


def _close(stream: IO[bytes]) -> None:
    with suppress(BrokenPipeError):
        stream.close()
