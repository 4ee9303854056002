"""Unproven guesses that make a search for a line short. They decide nothing but `solvable`.

Suit-blind keys: two positions count as the same if their rows hold the same ranks. Mostly one is
as good as the other, and a search that keeps the first of them finds a line through a fraction of
the positions. Now and then it drops the only one that wins: a search with blind keys that comes
to its end has shown nothing (`games.solver.search.Search.exhausted` is False for it, always).
"""

import numpy as np

from games.solver.jit import Bytes, Word, Words, as_int, kernel, lowest_bit
from games.solver.packed import BASE

_ONE = np.uint64(1)


@kernel
def blind_step(beneath_value: Word, card: int, known: int) -> Word:
    """Value of a card by its rank and the value of the card beneath it (0 for BASE).

    Cards below `known` count with their suits.
    """
    face = card + 16 if card < known else (card >> 2) + 1
    x = (beneath_value + np.uint64(face)) * np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    return x ^ (x >> np.uint64(32))


@kernel
def scrambled(key: Word) -> Word:
    """A key spread over all bits."""
    key ^= key >> np.uint64(31)
    key *= np.uint64(0x94D049BB133111EB)
    return key ^ (key >> np.uint64(29))


@kernel
def blind_values(ends: Word, beneath: Bytes, values: Words, known: int) -> Word:
    """Fill the values of all cards in rows; return the sum of those of the available cards."""
    values[BASE] = 0
    pile = np.empty(64, np.uint8)
    total = np.uint64(0)
    while ends:
        card = lowest_bit(ends)
        ends &= ends - _ONE
        height = 0
        while card != BASE:
            pile[height] = card
            height += 1
            card = as_int(beneath[card])
        value = np.uint64(0)
        while height:
            height -= 1
            value = blind_step(value, as_int(pile[height]), known)
            values[pile[height]] = value
        total += value
    return total
