"""The tables of `docs/security.md`, read as they stand there."""

from pathlib import Path
from typing import NamedTuple

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "security.md"


class Row(NamedTuple):
    """One line of a table: what is asked for, and the statuses by column."""

    method: str
    route: str
    of: str
    statuses: dict[str, int]


def table(heading: str) -> list[dict[str, str]]:
    """The rows of the table under a heading, by the names of its columns."""
    text = DOCUMENT.read_text().split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
    names, _, *rows = cells
    return [dict(zip(names, row, strict=True)) for row in rows]


def rows(heading: str, columns: tuple[str, ...]) -> list[Row]:
    """The rows of a table of calls; `columns` hold statuses."""
    return [
        Row(
            row["method"].lower(),
            row["route"],
            row["of"] or "-",
            {name: int(row[name]) for name in columns},
        )
        for row in table(heading)
    ]
