"""Small packs for the solver's tests: few ranks, few rows, dealt as the three variants are."""

import random

from games.solver.budget import Budget, Meter
from games.solver.dominances import SAFE_MARGIN
from games.solver.packed import Position
from games.solver.search import ASTAR, Search, Weights
from tests import naive

VARIANTS = ("beleaguered-castle", "streets-and-alleys", "citadel")
SIZES = ((4, 3), (4, 4), (5, 4))
"""Ranks and rows of the packs that are searched whole."""
UNLIMITED = Budget()


def small_deal(variant: str, ranks: int, rows: int, seed: int) -> Position:
    """Deal a shuffled small pack as the variant says."""
    pack = list(range(4 * ranks))
    random.Random(seed).shuffle(pack)  # noqa: S311
    tops = [0, 0, 0, 0]
    if variant == "beleaguered-castle":
        pack = [card for card in pack if card >= 4]
        tops = [1, 1, 1, 1]
    tableau: list[list[int]] = [[] for _ in range(rows)]
    for place, card in enumerate(pack):
        if variant == "citadel" and tops[card % 4] == card // 4:
            tops[card % 4] += 1
        else:
            tableau[place % rows].append(card)
    return Position(tuple(map(tuple, tableau)), tuple(tops), ranks)


def to_naive(position: Position) -> naive.Position:
    """The same position for the oracle."""
    return naive.from_numbers(position.rows, position.foundations)


def from_naive(position: naive.Position, ranks: int) -> Position:
    """The same position for the solver."""
    rows = tuple(tuple(4 * (rank - 1) + suit for rank, suit in row) for row in position.rows)
    return Position(rows, tuple(position.foundations), ranks)


def searched(position: Position, weights: Weights = ASTAR, margin: int = SAFE_MARGIN) -> Search:
    """A best-first search that ran to its end."""
    search = Search(position, weights, margin=margin)
    search.run(Meter(UNLIMITED))
    return search


def fewest_moves(position: Position, margin: int = SAFE_MARGIN) -> int | None:
    """Par by A*, None if the position cannot be won."""
    search = searched(position, margin=margin)
    assert search.exhausted
    return search.length if search.found else None
