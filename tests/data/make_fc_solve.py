"""Write what the program fc-solve prints for deals of each variant.

    python -m tests.data.make_fc_solve

Needs fc-solve, of Debian's package freecell-solver-bin. Packs come from the package pysol_cards
and layouts from the slow oracle, as in make_golden. `fc_solve/` has whole outputs of some odd
deals, unsolved ones too; `fc_solve_50/` the first 50 deals of each variant that the program
solves: one JSON object a line, with the number and the whole output as it was printed.
"""

import json
import subprocess
from pathlib import Path

from tests import naive
from tests.data.make_golden import MAX_NUMBER, VARIANTS, make_position

FOLDER = Path(__file__).parent
NUMBERS = (4, 7, 9, 12, 20, 31_999, 32_001, 2**53 + 1, MAX_NUMBER)
DEALS = 50
MAX_STATES = 200_000
SOLVED = "This game is solveable."


def position_text(position: naive.Position) -> str:
    """Return a position as fc-solve reads it."""
    tops = dict(zip("CDHS", position.foundations, strict=True))
    line = " ".join(f"{suit}-{'0A23456789TJQK'[tops[suit]]}" for suit in "HCDS")
    return "\n".join([f"Foundations: {line}", *naive.row_texts(position), ""])


def run_fc_solve(slug: str, number: int) -> str:
    """Return what fc-solve prints for a deal; it plays Citadel as Streets and Alleys."""
    game = VARIANTS[slug][2]
    command = f"fc-solve -l gi --game {game} -mi {MAX_STATES} -m -snx"
    text = position_text(make_position(slug, number))
    return subprocess.run(
        command.split(), input=text, text=True, capture_output=True, check=False
    ).stdout


def write_some() -> None:
    """Write one file for each variant and each of some numbers."""
    for slug in VARIANTS:
        for number in NUMBERS:
            path = FOLDER / "fc_solve" / f"{slug}-{number}.txt"
            path.write_text(run_fc_solve(slug, number), encoding="ascii")


def write_first(slug: str) -> None:
    """Write the solutions of a variant's first 50 deals that are solved."""
    lines: list[str] = []
    number = 0
    while len(lines) < DEALS:
        number += 1
        output = run_fc_solve(slug, number)
        if SOLVED in output:
            lines.append(json.dumps({"number": str(number), "output": output}) + "\n")
    (FOLDER / "fc_solve_50" / f"{slug}.jsonl").write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    write_some()
    for slug in VARIANTS:
        write_first(slug)
