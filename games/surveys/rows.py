"""The file of a survey: a CSV row a deal, appended as soon as the deal is done."""

import csv
import dataclasses
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from games.solver import Verdict


class SurveyFileError(ValueError):
    """A file that is not that of this survey."""


@dataclass(frozen=True)
class Row:
    """One deal. `seconds` is processor time of the verdict; `par_*` are bounds, None if unknown.

    `par_states` is None unless the search for par has run, `difficulty` unless it was measured.
    """

    index: int
    number: int
    verdict: Verdict
    moves: int | None
    par_low: int | None
    par_high: int | None
    states: int
    seconds: float
    peak_bytes: int
    stopped: str
    solver_version: str
    par_states: int | None
    par_seconds: float | None
    difficulty: int | None

    @property
    def par(self) -> int | None:
        """The fewest moves, None unless proven."""
        return self.par_low if self.par_low == self.par_high else None


FIELDS = tuple(field.name for field in dataclasses.fields(Row))


def format_row(row: Row) -> str:
    """The row as a line of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(
        ["" if value is None else value for value in dataclasses.astuple(row)]
    )
    return out.getvalue()


def parse_row(texts: list[str]) -> Row:
    """A row from its texts; SurveyFileError if it is none."""
    try:
        given = dict(zip(FIELDS, texts, strict=True))
        return Row(
            index=int(given["index"]),
            number=int(given["number"]),
            verdict=Verdict(given["verdict"]),
            moves=_whole(given["moves"]),
            par_low=_whole(given["par_low"]),
            par_high=_whole(given["par_high"]),
            states=int(given["states"]),
            seconds=float(given["seconds"]),
            peak_bytes=int(given["peak_bytes"]),
            stopped=given["stopped"],
            solver_version=given["solver_version"],
            par_states=_whole(given["par_states"]),
            par_seconds=float(given["par_seconds"]) if given["par_seconds"] else None,
            difficulty=_whole(given["difficulty"]),
        )
    except ValueError as error:
        raise SurveyFileError(f"no row of a survey: {','.join(texts)!r}: {error}") from error


def _whole(text: str) -> int | None:
    return int(text) if text else None


class SurveyFile:
    """The rows of a survey, those of earlier runs included; of two of a deal the later one counts.

    A line that a killed run has left half written is cut off.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[int, Row] = {}
        if path.exists():
            self._read()

    def _read(self) -> None:
        whole, newline, _ = self.path.read_text(encoding="utf-8").rpartition("\n")
        lines = list(csv.reader(io.StringIO(whole)))
        if lines and tuple(lines[0]) != FIELDS:
            raise SurveyFileError(f"{self.path} is no survey's file")
        for texts in lines[1:]:
            row = parse_row(texts)
            self.rows[row.index] = row
        with self.path.open("r+b") as file:
            file.truncate(len((whole + newline).encode()))

    def open(self) -> "Appender":
        """Open the file for more rows."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return Appender(self, self.path.open("a", encoding="utf-8"))

    def sorted(self) -> Iterator[Row]:
        """The rows by index."""
        return (self.rows[index] for index in sorted(self.rows))


class Appender:
    """Writes rows; each is on its way to the disk before the next deal is done."""

    def __init__(self, survey: SurveyFile, file: TextIO) -> None:
        self._survey = survey
        self._file = file
        if not file.tell():
            self._write(",".join(FIELDS) + "\n")

    def add(self, row: Row) -> None:
        """Append a row."""
        self._write(format_row(row))
        self._survey.rows[row.index] = row

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()

    def __enter__(self) -> "Appender":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
