"""Compare the golden layouts with the deals of the Python that runs this.

Standard library only, so that every Python at hand can run it:

    python3.13 -m tests.rules.golden
"""

import csv
import sys
from pathlib import Path

from games.rules import deal, get_variant

LAYOUTS = Path(__file__).parent.parent / "data" / "layouts.csv"


def differing() -> tuple[int, list[str]]:
    """Return the number of golden layouts and the names of those that the deal differs from."""
    wrong = []
    with LAYOUTS.open(newline="", encoding="ascii") as file:
        lines = list(csv.DictReader(file))
    for line in lines:
        board = deal(get_variant(line["variant"]), int(line["number"]))
        tops = " ".join(map(str, board.foundations))
        if (tops, "/".join(board.row_texts())) != (line["foundations"], line["rows"]):
            wrong.append(f"{line['variant']} {line['number']}")
    return len(lines), wrong


if __name__ == "__main__":
    count, names = differing()
    print(f"{count - len(names)} of {count} layouts equal")
    sys.exit(1 if names else 0)
