"""Making and restoring backups of the database."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from castle_site.embedded import EmbeddedServers, Places
from castle_site.operations.archive import (
    Manifest,
    archive_write,
    dump_copy,
    manifest_read,
    whole_file,
)
from castle_site.operations.digests import table_digests, table_names
from castle_site.operations.errors import BackupError
from castle_site.operations.programs import find_program, running

# Whoever restores may have another role, and rights are those of the service's role alone.
PLAIN = ["--no-owner", "--no-privileges"]


@contextmanager
def database_running() -> Iterator[None]:
    """Have the embedded database run, if it is the one that is used and the service is not up."""
    places = Places.of(settings.VAR_DIR)
    if places.database_url() != settings.DATABASE_URL or _answers(settings.DATABASE_URL):
        yield
        return
    with EmbeddedServers(places, broker=False, cache=False):
        yield


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=5):
            return True
    except psycopg.OperationalError:
        return False


def backup_make(*, url: str, path: Path) -> Manifest:
    """Write a backup of the database as it is at one moment, while the service runs.

    One REPEATABLE READ snapshot serves the dump and the hashes. Nobody is held up. Raises
    BackupError; then there is no file.
    """
    with whole_file(path) as part, _connected(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        snapshot = _one(connection, "SELECT pg_export_snapshot()")
        made_at = dt.datetime.now(dt.UTC)
        migrations = _migrations(connection)

        def describe(size: int, sha256: str) -> Manifest:
            return Manifest(
                made_at=made_at.isoformat(),
                postgresql=connection.info.server_version,
                migrations=migrations,
                tables=table_digests(connection),
                dump_bytes=size,
                dump_sha256=sha256,
            )

        arguments = ["--format=custom", f"--snapshot={snapshot}", *PLAIN]
        program = find_program("pg_dump", connection)
        with running(program, arguments, connection) as dump:
            return archive_write(part, dump, describe)


def backup_restore(*, url: str, path: Path, replace: bool = False) -> Manifest:
    """Fill an empty database from a backup; every table is then compared by its hash.

    With `replace` what the database holds goes; it is in one transaction, so that a restore
    that fails has changed nothing. Raises BackupError: for a damaged file, one of a newer
    version, a database that is in use or not empty, and tables that are not what they were.
    """
    manifest = manifest_read(path)
    newer = sorted(set(manifest.migrations) - _known_migrations())
    if newer:
        raise BackupError(f"the backup is of a newer version of the service: {', '.join(newer)}")
    with _connected(url) as connection:
        _check_target(connection, replace)
        connection.rollback()
        arguments = ["--exit-on-error", "--single-transaction", *PLAIN]
        arguments += ["--clean", "--if-exists"] if replace else []
        program = find_program("pg_restore", connection)
        with running(program, arguments, connection, reads=True) as restore:
            dump_copy(path, restore)
        found = table_digests(connection)
        connection.commit()
        connection.autocommit = True
        connection.execute("ANALYZE")
    wrong = [name for name in manifest.tables if found.get(name) != manifest.tables[name]]
    if wrong:
        raise BackupError(f"not what they were: {', '.join(wrong)}")
    return manifest


def _check_target(connection: psycopg.Connection[Any], replace: bool) -> None:
    if table_names(connection) and not replace:
        raise BackupError("the database is not empty; --replace throws away what it holds")
    others = _one(
        connection,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
    if others:
        raise BackupError(f"{others} others are connected to the database: stop the service first")


@contextmanager
def _connected(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own; what the database says against it becomes a BackupError."""
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            yield connection
    except psycopg.Error as error:
        raise BackupError(f"the database says: {str(error).strip()}") from error


def _one(connection: psycopg.Connection[Any], statement: str) -> Any:
    row = connection.execute(statement).fetchone()
    return None if row is None else row[0]


def _migrations(connection: psycopg.Connection[Any]) -> list[str]:
    """The migrations that have been applied; BackupError for a database that is not ours."""
    if "django_migrations" not in table_names(connection):
        raise BackupError("there is nothing in the database to back up")
    rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return [f"{app}.{name}" for app, name in rows]


def _known_migrations() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
