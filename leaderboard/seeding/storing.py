"""Whether a database may be filled in bulk, and filling it without its indexes."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from psycopg import sql

from leaderboard.models import (
    Assistance,
    Attempt,
    Challenge,
    PeriodPair,
    PeriodTotal,
    PeriodWins,
    Player,
    Result,
    ScoreCount,
    Submission,
)

SUFFIX = "_bench"
# Measured, with all indexes and the room that building them takes; see docs/scale.md.
BYTES_PER_RESULT = 3_000
SPARE_BYTES = 1 << 30
FILLED = (
    *(Player, Attempt, Assistance, Submission, Result, ScoreCount),
    *(PeriodTotal, PeriodPair, PeriodWins),
)


class BulkRefusedError(RuntimeError):
    """A database that is not to be filled in bulk; the text says why, to whoever asked."""


def bulk_check(*, results: int) -> None:
    """Raise BulkRefusedError unless this is an empty database of a bench with room enough.

    A bench's database has a name that ends in `_bench`, and nobody in it. Its disk must be
    one of this machine: of another the room cannot be seen.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database(), current_setting('data_directory', true)")
        name, directory = cursor.fetchone() or ("", None)
    name_check(name)
    for model in (Player, Challenge, Submission):
        if model._default_manager.exists():
            raise BulkRefusedError(f"the database {name} is not empty; --bulk fills only new ones")
    room_check(directory, results)


def name_check(name: str) -> None:
    """Raise BulkRefusedError unless the name is that of a bench's database."""
    if not name.endswith(SUFFIX):
        raise BulkRefusedError(
            f"the database is called {name}; --bulk takes only those whose name ends in {SUFFIX}"
        )


def room_check(directory: str | None, results: int) -> None:
    """Raise BulkRefusedError unless the database's disk has room for so many results."""
    try:
        free = shutil.disk_usage(Path(directory or "/nowhere")).free
    except OSError as error:
        raise BulkRefusedError(
            "the database's disk cannot be seen from here; --bulk needs it on this machine"
        ) from error
    needed = results * BYTES_PER_RESULT + SPARE_BYTES
    if free < needed:
        raise BulkRefusedError(
            f"{results:,} results take {needed / 2**30:,.1f} GiB with the room to build indexes;"
            f" {free / 2**30:.1f} GiB are free in {directory}"
        )


@contextmanager
def without_indexes() -> Iterator[Any]:
    """Inside a transaction: empty the filled tables, drop their indexes and keys, put them back.

    Gives a cursor. The foreign keys are checked when they are put back. Everybody else waits
    for the end of the transaction.
    """
    tables = [model._meta.db_table for model in FILLED]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        keys = _keys(cursor, tables)
        for key in reversed(keys):
            _alter(cursor, key[0], "DROP CONSTRAINT {}", key[1])
        indexes = _indexes(cursor, tables)
        for name, _ in indexes:
            cursor.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
        names = sql.SQL(", ").join(map(sql.Identifier, tables))
        # What is written to a table that this transaction has emptied may go past the log.
        cursor.execute(sql.SQL("TRUNCATE {}").format(names))
        yield cursor
        cursor.execute("SET LOCAL maintenance_work_mem = '1GB'")
        for _, definition in indexes:
            cursor.execute(definition)
        for table, name, definition in keys:
            _alter(cursor, table, "ADD CONSTRAINT {} " + definition, name)


def _alter(cursor: Any, table: str, what: str, name: str) -> None:
    # The definition is PostgreSQL's own.
    statement = sql.SQL("ALTER TABLE {} " + what)
    cursor.execute(statement.format(sql.Identifier(table), sql.Identifier(name)))


def _keys(cursor: Any, tables: list[str]) -> list[tuple[str, str, str]]:
    """Table, name and definition of keys in, and to, the tables; what others rest on first."""
    cursor.execute(
        """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE contype IN ('p', 'u', 'f')
            AND (conrelid::regclass::text = ANY(%s) OR confrelid::regclass::text = ANY(%s))
        ORDER BY contype = 'f', conname
        """,
        [tables, tables],
    )
    return list(cursor.fetchall())


def _indexes(cursor: Any, tables: list[str]) -> list[tuple[str, str]]:
    """Name and definition of the indexes that are left once the keys are gone."""
    cursor.execute(
        "SELECT indexname, indexdef FROM pg_indexes"
        " WHERE schemaname = current_schema() AND tablename = ANY(%s) ORDER BY indexname",
        [tables],
    )
    return list(cursor.fetchall())
