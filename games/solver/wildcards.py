"""A relaxed game whose exhaustion proves that a position cannot be won.

Most of what a hopeless deal lets one reach differs only in which of several equal ranks lies
where. The relaxed game forgets that. A card that has not been moved since the start is known; a
card of rank above `KNOWN_RANKS` that has been moved to a row becomes a *wildcard* of its rank. An
available wildcard of rank r may go home as any card (r, s) that fits its foundation and is itself
among the moved cards not yet home, wherever it lies. Everything else is as in the real game.

Dominance: if the relaxed game cannot be won, neither can the real one.
    Proof. Map a real line step by step. Relaxed position and real one keep the same rows, wildcard
    for card where that card has been moved, the same foundations, hence the same set of moved
    cards. A real move to a row is a relaxed move, since only ranks matter there. A real move home
    of a card that was never moved is one too; a moved card (r, s) goes home as a wildcard of rank
    r that is available, as the very (r, s), which is among the moved cards. So a real win maps to
    a relaxed win.  []
    The converse does not hold: a win of the relaxed game says nothing.

Safe moves in the relaxed game: an available card x of rank r <= KNOWN_RANKS, r <= lowest top + 2,
goes home at once. The proof of `games.solver.dominances` holds word for word: x and the cards y of
rank r - 1 are known cards here, and the other moves, those of wildcards too, need none of them.

A position is one field a row and the foundations, exact, in three words:

    row field (19 bits)
    0-4    cards of the start's row that have not been moved (d)
    5-8    moved cards on top of them (descending from d's last card, so their ranks are known)
    9-12   rank of the innermost moved card if d = 0
    13-18  suits of the moved cards of ranks 1 to 3, two bits each (0 if there is none)

    word 0: rows 0-2, word 1: rows 3-5, word 2: rows 6-7 and, in bits 38-53, the four top ranks.

Rows with d = 0 have lost their identity and are sorted.
"""

from typing import Final

import numpy as np

from games.solver.budget import SUCCESSORS
from games.solver.jit import Bytes, Halves, Integers, Word, Words, as_int, kernel, prefetch

KNOWN_RANKS: Final = 3
"""Cards up to this rank keep their suits (at most 3: the row field has room for no more)."""

STORED = 0
OPEN = 1
LIMIT = 2
ROWS = 3
RANKS = 4
KNOWN = 5
POSSIBLE = 6
CONTROL_SIZE = 8

MORE = 0
ENDED = 1
FULL = 2
WON = 3

ROW_SIZE: Final = 32
"""Distance of the rows in the table of the start's cards."""

_MOST = SUCCESSORS
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)
_FIELD_BITS: Final = 19


@kernel
def spread(w0: Word, w1: Word, w2: Word) -> Word:
    """Well spread 64 bits made of the three words."""
    x = w0 * np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(32)
    x = (x + w1) * np.uint64(0xC2B2AE3D27D4EB4F)
    x ^= x >> np.uint64(29)
    x = (x + w2) * np.uint64(0x165667B19E3779F9)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0xD6E8FEB86659FD93)
    return x ^ (x >> np.uint64(32))


@kernel
def pack_fields(fields: Integers, rows: int, tops: Integers, words: Words) -> None:
    """Pack eight fields and four top ranks into three words, equal rows in one order."""
    while True:
        # Bubble sort of the fields with d = 0, among their own places: they are few.
        swapped = False
        previous = -1
        for row in range(rows):
            if fields[row] & 31 == 0:
                if previous >= 0 and fields[previous] < fields[row]:
                    held = fields[row]
                    fields[row] = fields[previous]
                    fields[previous] = held
                    swapped = True
                previous = row
        if not swapped:
            break
    words[0] = np.uint64(fields[0] | fields[1] << 19 | fields[2] << 38)
    words[1] = np.uint64(fields[3] | fields[4] << 19 | fields[5] << 38)
    high = tops[0] | tops[1] << 4 | tops[2] << 8 | tops[3] << 12
    words[2] = np.uint64(fields[6] | fields[7] << 19 | high << 38)


@kernel
def insert_fields(table: Words, nodes: Words, number: int) -> None:
    """Put a node into a table that has room and does not hold it."""
    mix = spread(nodes[3 * number], nodes[3 * number + 1], nodes[3 * number + 2])
    slot = as_int(((mix & _LOW) * np.uint64(table.size)) >> _32)
    while table[slot]:
        slot += 1
        if slot == table.size:
            slot = 0
    table[slot] = (mix & ~_LOW) | np.uint64(number + 1)


@kernel
def refill(nodes: Words, stored: int, table: Words) -> None:
    """Fill an empty table with all nodes."""
    for number in range(stored):
        insert_fields(table, nodes, number)


@kernel
def without_end(field: int, rank: int, known: int) -> int:
    """A row's field after its available card, of the given rank, has left."""
    if (field >> 5) & 15:
        field -= 32
        if rank <= known:
            field &= ~(3 << (11 + 2 * rank))
        if field & 31 == 0 and (field >> 5) & 15 == 0:
            field = 0
        return field
    return field - 1


@kernel
def end_rank(field: int, row: int, start: Bytes) -> int:
    """Rank of a row's available card, 0 if the row is empty."""
    d = field & 31
    count = (field >> 5) & 15
    if d:
        return (as_int(start[ROW_SIZE * row + d - 1]) >> 2) + 1 - count
    if count:
        return ((field >> 9) & 15) - count + 1
    return 0


@kernel
def known_end(field: int, row: int, rank: int, known: int, start: Bytes) -> int:
    """The available card, -1 if it is a wildcard."""
    if (field >> 5) & 15 == 0:
        return as_int(start[ROW_SIZE * row + (field & 31) - 1])
    if rank <= known:
        return 4 * (rank - 1) + ((field >> (11 + 2 * rank)) & 3)
    return -1


@kernel
def relaxed_search(
    nodes: Words,
    table: Words,
    stack: Halves,
    control: Integers,
    start: Bytes,
    lengths: Bytes,
    start_sets: Words,
    expansions: int,
) -> int:
    """Expand up to `expansions` positions of the relaxed game, the newest first.

    `start` holds the cards and `lengths` the lengths of the start's rows; `start_sets[32*row+d]`
    is the set of the innermost d cards of a row.
    """
    rows = control[ROWS]
    ranks = control[RANKS]
    known = control[KNOWN]
    size = np.uint64(table.size)
    fields = np.zeros(8, np.int64)
    tops = np.zeros(4, np.int64)
    child = np.zeros(8, np.int64)
    child_tops = np.zeros(4, np.int64)
    end = np.zeros(8, np.int64)
    card_at = np.zeros(8, np.int64)
    words = np.zeros(3, np.uint64)
    found = np.zeros((_MOST, 3), np.uint64)
    mixes = np.zeros(_MOST, np.uint64)

    for _ in range(expansions):
        # 1. Take the newest open position.
        if control[OPEN] == 0:
            return ENDED
        if control[STORED] + _MOST > control[LIMIT]:
            return FULL
        control[OPEN] -= 1
        number = as_int(stack[control[OPEN]])

        # 2. Unpack it.
        for word in range(3):
            bits = as_int(nodes[3 * number + word])
            for row in range(3 * word, min(3 * word + 3, 8)):
                fields[row] = bits & 0x7FFFF
                bits >>= _FIELD_BITS
            if word == 2:
                for suit in range(4):
                    tops[suit] = (bits >> (4 * suit)) & 15
        unmoved = np.uint64(0)
        space = -1
        for row in range(rows):
            unmoved |= start_sets[ROW_SIZE * row + (fields[row] & 31)]
            end[row] = end_rank(fields[row], row, start)
            if end[row] == 0:
                space = row
            else:
                card_at[row] = known_end(fields[row], row, end[row], known, start)

        # 3. Make the successors.
        count = 0
        for row in range(rows):
            rank = end[row]
            if rank == 0:
                continue
            card = card_at[row]
            left = without_end(fields[row], rank, known)
            # Places: 0 to 7 a row, 8 to 11 the foundation of a suit.
            for place in range(12):
                if place < rows:
                    if place == row or (end[place] != rank + 1 and place != space):
                        continue
                    if place == space and left == 0:
                        continue
                elif place < 8:
                    continue
                else:
                    suit = place - 8
                    if tops[suit] != rank - 1:
                        continue
                    if card >= 0:
                        if card & 3 != suit:
                            continue
                    elif (unmoved >> np.uint64(4 * (rank - 1) + suit)) & np.uint64(1):
                        continue
                for other in range(8):
                    child[other] = fields[other]
                for suit in range(4):
                    child_tops[suit] = tops[suit]
                child[row] = left
                if place >= 8:
                    child_tops[place - 8] += 1
                elif rank <= known and (
                    0 < fields[place] & 31 < lengths[place]
                    and (fields[place] >> 5) & 15 == 0
                    and start[ROW_SIZE * place + (fields[place] & 31)] == card
                ):
                    # A known card is back where it lay at the start.
                    child[place] += 1
                else:
                    child[place] += 32
                    if fields[place] == 0:
                        child[place] |= rank << 9
                    if rank <= known:
                        child[place] |= (card & 3) << (11 + 2 * rank)

                # 4. Safe moves of known cards.
                again = known > 0
                while again:
                    again = False
                    lowest = min(
                        min(child_tops[0], child_tops[1]), min(child_tops[2], child_tops[3])
                    )
                    for other in range(rows):
                        its = end_rank(child[other], other, start)
                        if its == 0 or its > known or its > lowest + 2:
                            continue
                        its_card = known_end(child[other], other, its, known, start)
                        if child_tops[its_card & 3] == its - 1:
                            child[other] = without_end(child[other], its, known)
                            child_tops[its_card & 3] += 1
                            again = True
                if (
                    child_tops[0] == ranks
                    and child_tops[1] == ranks
                    and child_tops[2] == ranks
                    and child_tops[3] == ranks
                ):
                    return WON
                pack_fields(child, rows, child_tops, words)
                mix = spread(words[0], words[1], words[2])
                found[count, 0] = words[0]
                found[count, 1] = words[1]
                found[count, 2] = words[2]
                mixes[count] = mix
                prefetch(table, as_int(((mix & _LOW) * size) >> _32))
                count += 1

        # 5. Store those that are new.
        for i in range(count):
            mix = mixes[i]
            slot = as_int(((mix & _LOW) * size) >> _32)
            known_twin = False
            while table[slot]:
                entry = table[slot]
                if not (entry ^ mix) >> _32:
                    twin = 3 * (as_int(entry & _LOW) - 1)
                    if (
                        nodes[twin] == found[i, 0]
                        and nodes[twin + 1] == found[i, 1]
                        and nodes[twin + 2] == found[i, 2]
                    ):
                        known_twin = True
                        break
                slot += 1
                if slot == table.size:
                    slot = 0
            if known_twin:
                continue
            stored = control[STORED]
            control[STORED] = stored + 1
            table[slot] = (mix & ~_LOW) | np.uint64(stored + 1)
            nodes[3 * stored] = found[i, 0]
            nodes[3 * stored + 1] = found[i, 1]
            nodes[3 * stored + 2] = found[i, 2]
            stack[control[OPEN]] = stored
            control[OPEN] += 1
    return MORE
