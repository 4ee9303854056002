"""Proven dominances: what a search may leave out without touching verdict or par.

Safe move
    Let m be the lowest top rank of the four foundations. If an available card x of rank
    r <= m + 2 fits its foundation, some shortest solution starts with x going there.

    Proof. Take a shortest solution L. Play x to its foundation first, then follow L with these
    changes: moves of x are dropped; where L moves a card y onto x, y goes to its foundation
    instead and its later moves are dropped.
    - Such a y has rank r - 1 <= m + 1, so the next lower card of its suit has rank <= m and is on
      its foundation: y fits.
    - A card that L moves onto y would have rank r - 2 <= m: it is on its foundation, so there is
      no such move.
    - Every other move stays legal: compared with L's position, each row lacks only x and cards y,
      none of which is needed as a place to go to. A card available in L is available here, a row
      empty in L is empty here, and no foundation is lower than in L.
    - Length: x's way home moved to the front; each y goes home where L moved it onto x, and loses
      its later move home. So the new solution is no longer than L.  []

    The bound on r is sharp: with m + 3 the card y may not fit yet (tests/solver has a position).

No move between spaces
    A row's only card is not moved into another space: the position stays the same up to the order
    of rows. For the same reason one space is as good as another.
"""

from typing import Final

import numpy as np

from games.solver.jit import Word, kernel, lowest_bit

SAFE_MARGIN: Final = 2
"""How far above the lowest foundation a card may be to be played at once."""

_COLUMN = np.uint64(0x1111111111111111)


@kernel
def safe_cards(home: Word, margin: int) -> Word:
    """The set of cards of rank <= lowest foundation's top + margin."""
    # A nibble of `home` is a rank: count the full ones at the bottom. A suit's cards are home
    # without gaps, so a nibble that is not full has no full one above it.
    ranks = home & (home >> np.uint64(1))
    ranks = ranks & (ranks >> np.uint64(2)) & _COLUMN
    bits = lowest_bit(~ranks & _COLUMN) + 4 * margin
    if bits >= 64:
        return ~np.uint64(0)
    return (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
