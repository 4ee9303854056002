"""The lower bound of the moves to go, and the recognition of dead positions.

Let F be the set of cards that a given solution moves at least once to a row. Every card not on a
foundation goes there by one move, and every card of F moves once more at least:
    moves to go >= cards not on a foundation + |F|.
The bound adds up disjoint sets of cards of each of which F must hold one.

1. Blockers. A card above a lower card of its own suit, in the same row, cannot go home before the
   lower one, and the lower one cannot move before it: it is in F. Each blocker is a set of its own.

The other sets are found by playing a relaxed game. In it, available cards that fit go home; cards
of the sets counted so far float away (to limbo, from where they go home when they fit), but only if
they could leave: if a card one rank higher has been available, or a row has been empty. When
nothing more moves, the relaxed game is stuck. Call the cards that have left a row gone.

2. Targets. Consider the first move of the solution that moves a card e which is not gone. All cards
   above e in its row moved before, so they are gone and e is available in the relaxed game. It is
   not a move home: the lower cards of e's suit would be home, by moves of gone cards or before, and
   in the relaxed game too, by induction over the solution's moves: e would be gone. So e goes onto
   a card that is gone or available, hence has been available in the relaxed game, or into a row
   whose cards are all gone, or that was a space: e could leave. And e is in no set counted so far,
   or it would be gone. So F holds one of T, the available cards in no set that could leave. If T is
   empty while cards are left in rows, there is no solution: the position is dead.

3. Cycles. For suit s let n(s) be the next card for its foundation and e(s) the available card of
   the row in which n(s) lies. If s1, s2, ..., sk is a cycle where e(si) is of suit s(i+1), one of
   the e(si) is in F. Else each goes home from where it lies: e(si) after n(s(i+1)), as a higher
   card of the same suit, and that one after e(s(i+1)), which lies above it; round the cycle each
   goes home after itself. This holds in the real position however the relaxed one was reached:
   cards in rows have not moved.

Every set added is disjoint from the earlier ones, so the sum is a lower bound whichever of the
sets that offer themselves is taken at each step. (That deadlocks of this kind can be counted: Paul
and Helmert, "Optimal Solitaire Game Solutions Using A* Search and Deadlock Analysis", 2016.)
"""

from typing import Final

import numpy as np

from games.solver.jit import Bytes, Word, as_int, count_bits, kernel, lowest_bit

DEAD: Final = 250
"""What the kernel returns for a dead position (no bound is that high)."""

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_FIFTEEN = np.uint64(15)
_COLUMN = np.uint64(0x1111111111111111)
_ALL = ~np.uint64(0)
_BASE_BIT = np.uint64(1 << 63)


@kernel
def can_leave(seen: Word) -> Word:
    """The cards for which a card one rank higher, or BASE, is in `seen`."""
    if seen & _BASE_BIT:
        return _ALL
    column = seen | (seen >> _ONE)
    column = (column | (column >> _TWO)) & _COLUMN
    return (column * _FIFTEEN) >> _FOUR


@kernel
def short_cycle(next_cards: Word, open_ends: Word, row_of: Bytes, end_of: Bytes) -> Word:
    """The end cards of a shortest cycle of suits that wait for each other, else the empty set.

    Scratch: `end_of` (the available card of each row, 64 bytes).
    """
    rest = open_ends
    for row in range(8):
        end_of[row] = 63
    while rest:
        card = lowest_bit(rest)
        rest &= rest - _ONE
        end_of[row_of[card]] = card
    # waits[s]: the suit that suit s waits for, four bits each, 4 for none.
    ends0 = ends1 = ends2 = ends3 = 63
    waiting = next_cards
    while waiting:
        card = lowest_bit(waiting)
        waiting &= waiting - _ONE
        end = as_int(end_of[row_of[card]])
        suit = card & 3
        if suit == 0:
            ends0 = end
        elif suit == 1:
            ends1 = end
        elif suit == 2:
            ends2 = end
        else:
            ends3 = end
    best = np.uint64(0)
    best_length = 9
    for start in range(3):
        found = np.uint64(0)
        suit = start
        for length in range(1, 5):
            end = ends0 if suit == 0 else ends1 if suit == 1 else ends2 if suit == 2 else ends3
            if end == 63:
                break
            found |= _ONE << np.uint64(end)
            suit = end & 3
            if suit == start:
                if length < best_length:
                    best = found
                    best_length = length
                break
    return best


@kernel
def extra_moves(
    beneath: Bytes, row_of: Bytes, end_of: Bytes, ends: Word, home: Word, blockers: Word, full: Word
) -> int:
    """Least number of moves to rows that the bound can show, or DEAD.

    `ends`: the available cards, with bit 63 if there is a space.
    """
    counted = blockers
    extra = count_bits(blockers)
    seen = ends
    limbo = np.uint64(0)
    while True:
        # 1. Play the relaxed game until it is stuck.
        while True:
            next_cards = ((home << _FOUR) | _FIFTEEN) & ~home & full
            go = (ends | limbo) & next_cards
            if go:
                home |= go
                limbo &= ~go
                go &= ends
            else:
                go = ends & counted & can_leave(seen)
                if not go:
                    break
                limbo |= go
            ends ^= go
            while go:
                card = lowest_bit(go)
                go &= go - _ONE
                ends |= _ONE << np.uint64(beneath[card])
            seen |= ends
        if home == full:
            return extra
        # 2. Stuck: one of these must leave.
        free = ends & full & ~counted
        targets = free & can_leave(seen)
        if not targets:
            return DEAD
        # 3. Or one of these.
        found = short_cycle(next_cards, free, row_of, end_of)
        if not found:
            found = targets
        counted |= found
        extra += 1
