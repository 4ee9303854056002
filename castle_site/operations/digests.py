"""A hash of every table, the same wherever and in whatever order its rows are stored."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import psycopg
from psycopg import sql

# A row's text must not depend on how a session or a server is set up.
SESSION = (
    "SET LOCAL datestyle = 'ISO, YMD'",
    "SET LOCAL intervalstyle = 'postgres'",
    "SET LOCAL timezone = 'UTC'",
    "SET LOCAL extra_float_digits = 1",
    "SET LOCAL bytea_output = 'hex'",
    "SET LOCAL client_encoding = 'UTF8'",
)
# SHA-256 of rows are added up as numbers of 256 bits: the order of rows does not matter.
MODULUS = 2**256


@dataclass(frozen=True)
class Digest:
    """The rows of a table, counted and hashed; `sha256` is the sum of theirs, 64 hex digits."""

    rows: int
    sha256: str

    def data(self) -> dict[str, Any]:
        """The digest as JSON."""
        return asdict(self)


def table_names(connection: psycopg.Connection[Any]) -> list[str]:
    """The tables of the service, in the schema `public`."""
    found = connection.execute(
        "SELECT table_name FROM information_schema.tables"
        " WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name"
    )
    return [row[0] for row in found]


def table_digests(connection: psycopg.Connection[Any]) -> dict[str, Digest]:
    """The digest of every table, as the connection's transaction sees them.

    Rows are streamed, and none is kept: memory does not grow with the tables.
    """
    for statement in SESSION:
        connection.execute(statement)
    return {name: _digest(connection, name) for name in table_names(connection)}


def _digest(connection: psycopg.Connection[Any], table: str) -> Digest:
    rows = total = 0
    names = connection.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name = %s ORDER BY column_name",
        [table],
    ).fetchall()
    # By name: a column that was added later stands elsewhere in a table made anew.
    copy_out = sql.SQL("COPY (SELECT {} FROM public.{}) TO STDOUT").format(
        sql.SQL(", ").join(sql.Identifier(name) for (name,) in names), sql.Identifier(table)
    )
    with connection.cursor() as cursor, cursor.copy(copy_out) as copy:
        for line in _lines(copy):
            rows += 1
            total += int.from_bytes(hashlib.sha256(line).digest(), "big")
    return Digest(rows, f"{total % MODULUS:064x}")


def _lines(blocks: Iterable[Any]) -> Iterator[bytes]:
    """Rows of COPY's text format: a line end stands for nothing else there."""
    rest = b""
    for block in blocks:
        *lines, rest = (rest + bytes(block)).split(b"\n")
        yield from lines
