"""Tables as text, a piece at a time: CSV (RFC 4180, but lines end in LF) and NDJSON.

Values are texts, whole numbers, booleans and None. CSV writes `true`, `false` and nothing.
No database.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

CONTENT_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8; header=present"}
# So many rows are held, and go into a piece: some 100 kB of results.
CHUNK = 1000

Value = str | int | bool | None
Row = Sequence[Value]


def table_text(columns: Sequence[str], rows: Iterable[Row], extension: str) -> Iterator[bytes]:
    """A table in pieces, by the extension of its file's name; CSV begins with the names.

    >>> rows = [("citadel", 1, None, True), ("a, b", 2, 3, False)]
    >>> print(b"".join(table_text(["w", "x", "y", "z"], rows, "csv")).decode(), end="")
    w,x,y,z
    citadel,1,,true
    "a, b",2,3,false
    >>> print(b"".join(table_text(["w", "x"], [("a", None)], "ndjson")).decode(), end="")
    {"w":"a","x":null}
    """
    if extension == "csv":
        yield _csv([columns])
    rows = iter(rows)
    while chunk := list(islice(rows, CHUNK)):
        yield _csv(chunk) if extension == "csv" else _ndjson(columns, chunk)


def _csv(rows: Iterable[Row]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_words, rows))
    return text.getvalue().encode()


def _words(row: Row) -> Row:
    # 1 is equal to True: by identity, not by a dictionary.
    return ["true" if value is True else "false" if value is False else value for value in row]


def _ndjson(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    dump = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
    return "".join(dump(dict(zip(columns, row, strict=True))) + "\n" for row in rows).encode()
