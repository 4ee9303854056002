"""Recorded `playouts.csv`: 200 random games, played without thought from random deals.

`python -m tests.data.make_playouts`; the same file each time.
"""

import csv
import random
from pathlib import Path

from games.rules import VARIANTS, deal, format_line
from games.sampling import sampled_number

FILE = Path(__file__).with_name("playouts.csv")
COUNT, SEED = 200, 2026
MOVES = (5, 60)


def main() -> None:
    """Play and write."""
    chance = random.Random(SEED)  # noqa: S311 - games, not secrets
    variants = list(VARIANTS.values())
    with FILE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["variant", "number", "line"])
        for index in range(COUNT):
            variant = variants[index % len(variants)]
            number = sampled_number(variant, SEED, index)
            board, line = deal(variant, number), []
            length = chance.randint(*MOVES)
            while len(line) < length and (moves := board.legal_moves()):
                home = [move for move in moves if move.destination == 0]
                line.append(chance.choice(home or moves))
                board.push(line[-1])
            writer.writerow([variant.slug, number, format_line(line)])


if __name__ == "__main__":
    main()
