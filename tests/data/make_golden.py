"""Write the golden layouts and perft counts, from sources other than games.rules.

The packs come from the package pysol_cards, layouts and counts from the slow oracle:

    python -m tests.data.make_golden
"""

import csv
import hashlib
from pathlib import Path

from pysol_cards.cards import createCards  # type: ignore[import-untyped]
from pysol_cards.random import shuffle  # type: ignore[import-untyped]
from pysol_cards.random_base import RandomBase  # type: ignore[import-untyped]

from tests import naive

FOLDER = Path(__file__).parent
MAX_NUMBER = 10**20 - 1
PERFT_DEPTH = 4

# slug: aces first, builds while dealing, fc-solve's name of a game with the same moves
VARIANTS = {
    "beleaguered-castle": (True, False, "beleaguered_castle"),
    "streets-and-alleys": (False, False, "streets_and_alleys"),
    "citadel": (False, True, "streets_and_alleys"),
}
EDGES = [
    *range(1, 25),
    11_982,
    *range(31_996, 32_005),
    *(2**bits + step for bits in (15, 16, 31, 32, 33, 53, 63, 64) for step in (-1, 0, 1)),
    *(10**digits for digits in range(5, 20)),
    *(MAX_NUMBER - step for step in range(4)),
]


def golden_numbers() -> list[int]:
    """Return the edges and 60 numbers spread over the whole range."""
    digests = (hashlib.sha256(f"golden {index}".encode()).digest() for index in range(60))
    spread = (1 + int.from_bytes(digest, "big") % MAX_NUMBER for digest in digests)
    return sorted({*EDGES, *spread})


def make_position(slug: str, number: int) -> naive.Position:
    """Return the starting position of a deal, from pysol_cards' pack and the oracle's layout."""
    pack = shuffle(createCards(1), number, RandomBase.DEALS_PYSOLFC)
    cards = [(card.rank, "CDHS".index(card.suit_s())) for card in reversed(pack)]
    aces_first, builds_while_dealing, _ = VARIANTS[slug]
    return naive.lay_out(cards, aces_first=aces_first, builds_while_dealing=builds_while_dealing)


def write_layouts() -> None:
    """Write one line for each variant and number: foundations in CDHS order, then the rows."""
    with (FOLDER / "layouts.csv").open("w", newline="", encoding="ascii") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["variant", "number", "foundations", "rows"])
        for slug in VARIANTS:
            for number in golden_numbers():
                position = make_position(slug, number)
                tops = " ".join(map(str, position.foundations))
                table.writerow([slug, number, tops, "/".join(naive.row_texts(position))])


def write_perft() -> None:
    """Write the numbers of lines of 1, 2, 3 and 4 moves of each variant's first 40 deals."""
    with (FOLDER / "perft.csv").open("w", newline="", encoding="ascii") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["variant", "number", *range(1, PERFT_DEPTH + 1)])
        for slug in VARIANTS:
            for number in golden_numbers()[:40]:
                position = make_position(slug, number)
                counts = [naive.perft(position, depth) for depth in range(1, PERFT_DEPTH + 1)]
                table.writerow([slug, number, *counts])


if __name__ == "__main__":
    write_layouts()
    write_perft()
