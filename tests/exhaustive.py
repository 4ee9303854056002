"""Can a position be won? Everything that can be reached is looked at: no bound, no guess.

Written apart from `games.solver`, and sharing nothing with it, to check its word "lost". Depth
first, with a table of 128 bits a position, so that two positions are taken for one with a chance
of about 10^-24 in ten million. What is left out is evident:

- where a card fits its foundation and no card lower than the one next to it is still in play
  (rank at most the lowest foundation's top + 1), nothing can ever be laid on it: it goes home;
- one space is as good as another, and a row's only card gains nothing by moving into one.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from games.rules import Board

LOST, WON, OPEN = 0, 1, 2
_LONGEST = 32

kernel: Callable[[Any], Any] = numba.njit(cache=True)


def _tables() -> Any:
    """128 random bits for each card on each other, or on a row's bottom."""
    chance = np.random.Generator(np.random.PCG64(52))
    return chance.integers(0, 2**64, size=(52, 53, 2), dtype=np.uint64)


_Z = _tables()


def is_winnable(board: Board, most: int = 1 << 24) -> bool | None:
    """Whether a position can be won; None if more than `most` positions can be reached."""
    for size in (1 << 14, 1 << 19, most):
        found = _search_within(board, min(size, most))
        if found != OPEN:
            return found == WON
    return None


def _search_within(board: Board, most: int) -> int:
    rows = np.zeros((8, _LONGEST), np.uint8)
    heights = np.zeros(8, np.int64)
    for index, row in enumerate(board.rows):
        rows[index, : len(row)] = row
        heights[index] = len(row)
    tops = np.array(board.foundations, np.int64)
    table = np.zeros((1 << (2 * most - 1).bit_length(), 2), np.uint64)
    # At each depth: the move made there, and the next one to try.
    path = np.zeros((most + 1, 3), np.uint8)
    return int(_search(rows, heights, tops, _Z, table, path, most))


@kernel
def _insert(table: Any, first: Any, second: Any) -> bool:
    """Put a position into the table; whether it is new."""
    mask = np.uint64(len(table) - 1)
    slot = first & mask
    while table[slot, 0] != 0 or table[slot, 1] != 0:
        if table[slot, 0] == first and table[slot, 1] == second:
            return False
        slot = (slot + np.uint64(1)) & mask
    table[slot, 0] = first
    table[slot, 1] = second
    return True


@kernel
def _name(rows: Any, heights: Any, z: Any) -> Any:
    """The position as 128 bits, whatever the order of the rows."""
    first, second = np.uint64(1), np.uint64(1)
    for row in range(8):
        beneath = 52
        for index in range(heights[row]):
            card = rows[row, index]
            first ^= z[card, beneath, 0]
            second ^= z[card, beneath, 1]
            beneath = card
    return first, second


@kernel
def _forced(rows: Any, heights: Any, tops: Any) -> int:
    """The row whose card goes home because nothing can need it; -1 if there is none."""
    for row in range(8):
        if heights[row]:
            card = rows[row, heights[row] - 1]
            rank, suit = card // 4 + 1, card % 4
            if tops[suit] == rank - 1 and rank <= tops.min() + 1:
                return row
    return -1


@kernel
def _is_move(rows: Any, heights: Any, tops: Any, source: int, goal: int) -> bool:
    """Whether a card may go from a row to a row, or home (8), and it is worth looking at."""
    if heights[source] == 0 or source == goal:
        return False
    card = rows[source, heights[source] - 1]
    rank, suit = card // 4 + 1, card % 4
    if goal == 8:
        return bool(tops[suit] == rank - 1)
    if heights[goal]:
        return bool(rows[goal, heights[goal] - 1] // 4 + 1 == rank + 1)
    if heights[source] == 1:
        return False
    # The first space stands for all.
    return bool(heights[:goal].all())


@kernel
def _move(rows: Any, heights: Any, tops: Any, source: int, goal: int) -> None:
    heights[source] -= 1
    card = rows[source, heights[source]]
    if goal == 8:
        tops[card % 4] += 1
    else:
        rows[goal, heights[goal]] = card
        heights[goal] += 1


@kernel
def _take_back(rows: Any, heights: Any, tops: Any, source: int, goal: int, card: int) -> None:
    if goal == 8:
        tops[card % 4] -= 1
    else:
        heights[goal] -= 1
    rows[source, heights[source]] = card
    heights[source] += 1


@kernel
def _search(rows: Any, heights: Any, tops: Any, z: Any, table: Any, path: Any, most: int) -> int:
    first, second = _name(rows, heights, z)
    _insert(table, first, second)
    cards = np.zeros(len(path), np.uint8)
    count, depth = 1, 0
    path[0, 2] = 0
    while True:
        if tops.sum() == 52:
            return 1
        went = False
        forced = _forced(rows, heights, tops)
        for move in range(path[depth, 2], 72):
            # Home first: that is how games are won.
            source, goal = move % 8, 8 - move // 8
            if forced >= 0 and (source != forced or goal != 8):
                continue
            if not _is_move(rows, heights, tops, source, goal):
                continue
            card = rows[source, heights[source] - 1]
            _move(rows, heights, tops, source, goal)
            first, second = _name(rows, heights, z)
            if not _insert(table, first, second):
                _take_back(rows, heights, tops, source, goal, card)
                continue
            count += 1
            if count >= most:
                return 2
            path[depth, 0], path[depth, 1], path[depth, 2] = source, goal, move + 1
            cards[depth] = card
            depth += 1
            path[depth, 2] = 0
            went = True
            break
        if not went:
            if depth == 0:
                return 0
            depth -= 1
            _take_back(rows, heights, tops, path[depth, 0], path[depth, 1], cards[depth])
