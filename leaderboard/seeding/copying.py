"""Rows for PostgreSQL's `COPY … (FORMAT BINARY)`, made by the million with numpy.

The form is that of the manual's page of COPY, "Binary Format": behind a header, for each row
the number of its fields, then for each field its length in bytes (-1 for null) and its bytes,
all numbers big-endian. Rows written at once must have the same lengths and nulls.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from django.db.models import Model
from psycopg import sql

from leaderboard.seeding.plan import EPOCH

HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
# PostgreSQL counts microseconds from here.
POSTGRES_EPOCH = (dt.datetime(2000, 1, 1, tzinfo=dt.UTC) - EPOCH) // dt.timedelta(microseconds=1)

Column = tuple[str, Any]
"""A numpy type and its values: an array, or one value for all rows; ("", None) is null."""

NULL: Column = ("", None)


def smallint(values: Any) -> Column:
    """A column of `smallint`."""
    return ">i2", values


def integer(values: Any) -> Column:
    """A column of `integer`."""
    return ">i4", values


def bigint(values: Any) -> Column:
    """A column of `bigint`."""
    return ">i8", values


def boolean(values: Any) -> Column:
    """A column of `boolean`."""
    return "u1", values


def timestamp(micros: Any) -> Column:
    """A column of `timestamptz`, from microseconds since 1970."""
    return ">i8", micros - POSTGRES_EPOCH


def text(value: str) -> Column:
    """A column with the same text in all rows."""
    return binary(value.encode())


def binary(value: bytes) -> Column:
    """A column with the same bytes in all rows."""
    return f"V{len(value)}", np.void(value) if value else None


def uuids(values: npt.NDArray[np.void]) -> Column:
    """A column of `uuid`, from 16 bytes each."""
    return "V16", values


def random_uuids(count: int, chance: np.random.Generator) -> npt.NDArray[np.void]:
    """So many UUIDs by chance (version 4, RFC 9562), 16 bytes each."""
    raw = chance.integers(0, 256, (count, 16), dtype=np.uint8)
    raw[:, 6] = raw[:, 6] & 0x0F | 0x40
    raw[:, 8] = raw[:, 8] & 0x3F | 0x80
    return raw.view("V16").reshape(count)


def rows(columns: Mapping[str, Column], count: int) -> bytes:
    """So many rows of the columns, in their order."""
    form: list[tuple[str, str]] = [("fields", ">i2")]
    for name, (kind, _) in columns.items():
        form.append((f"length of {name}", ">i4"))
        if kind not in ("", "V0"):
            form.append((name, kind))
    made = np.zeros(count, form)
    made["fields"] = len(columns)
    for name, (kind, values) in columns.items():
        if kind in ("", "V0"):
            made[f"length of {name}"] = 0 if kind else -1
            continue
        made[f"length of {name}"] = np.dtype(kind).itemsize
        made[name] = values
    return made.tobytes()


def columns_of(model: type[Model]) -> tuple[str, ...]:
    """The names of a table's columns, in the model's order."""
    return tuple(field.column for field in model._meta.concrete_fields if field.column)


class Copy(Protocol):
    """What psycopg gives for a COPY."""

    def write(self, data: bytes) -> None:
        """Send a part of it."""


class CopyTable:
    """A COPY into one table: `write` groups of rows, all with the same columns, inside `with`."""

    def __init__(self, cursor: Any, table: str, columns: tuple[str, ...]) -> None:
        self.columns = columns
        self.count = 0
        statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
        )
        self._context = cursor.copy(statement)
        self._copy: Copy | None = None

    def write(self, columns: Mapping[str, Column], count: int) -> None:
        """Send rows; their columns must be those of the table's, in any order."""
        if self._copy is None or not count:
            return
        self._copy.write(rows({name: columns[name] for name in self.columns}, count))
        self.count += count

    def __enter__(self) -> "CopyTable":
        self._copy = self._context.__enter__()
        self._copy.write(HEADER)
        return self

    def __exit__(self, *error: Any) -> None:
        if error[0] is None and self._copy is not None:
            self._copy.write(TRAILER)
        self._context.__exit__(*error)
