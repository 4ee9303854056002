"""Tables as CSV and NDJSON."""

import csv
import doctest
import io
import json

import pytest

import leaderboard.tables
from leaderboard.tables import CHUNK, table_text

COLUMNS = ("name", "number", "yes")
ROWS = [('a "quoted", text\nof two lines', 1, True), ("", None, False), ("…", -7, True)]


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.tables)
    assert (result.failed, result.attempted) == (0, 3)


def text(rows: list[tuple[str, int | None, bool]], extension: str) -> str:
    return b"".join(table_text(COLUMNS, rows, extension)).decode()


def test_what_is_written_can_be_read() -> None:
    lines = text(ROWS, "ndjson").splitlines()
    assert [tuple(json.loads(line).values()) for line in lines] == ROWS
    words = {None: "", True: "true", False: "false"}
    read = list(csv.DictReader(io.StringIO(text(ROWS, "csv"), newline="")))
    assert [tuple(row.values()) for row in read] == [
        (name, "" if number is None else str(number), words[yes]) for name, number, yes in ROWS
    ]


@pytest.mark.parametrize("count", [0, 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_pieces_hold_a_chunk_of_rows_each(count: int) -> None:
    rows = [("a", number, True) for number in range(count)]
    pieces = list(table_text(COLUMNS, rows, "ndjson"))
    assert [piece.count(b"\n") for piece in pieces] == [
        min(CHUNK, count - start) for start in range(0, count, CHUNK)
    ]
    assert text(rows, "csv").count("\n") == 1 + count
