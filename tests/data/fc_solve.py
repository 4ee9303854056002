"""The recorded solutions of fc-solve, 50 of each variant."""

import json
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("fc_solve_50")


class Solution(NamedTuple):
    """What fc-solve printed for a deal that it solved."""

    slug: str
    number: int
    output: str


def read_solutions(slug: str) -> list[Solution]:
    """Return the recorded solutions of a variant, by deal number."""
    rows = map(json.loads, (FOLDER / f"{slug}.jsonl").read_text(encoding="ascii").splitlines())
    return [Solution(slug, int(row["number"]), row["output"]) for row in rows]
