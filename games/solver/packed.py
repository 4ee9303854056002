"""Packed positions: what the kernels work on, and the way there and back.

A card is ``4*(rank-1)+suit``, as in `games.rules`; a set of cards is a 64-bit word with
bit ``card``.
A nibble of such a word is a rank, a bit of the nibble a suit, so "one rank higher" is a shift by 4.
Bit 63 (``BASE``) is the table itself: "beneath the innermost card of a row lies BASE".

A position is the card beneath every card; the order of rows has no part in it. Seen from the
position that a search starts from, a card has at most seven places, three bits:

    code  place of the card
    0     where it lay at the start (on the same card, or on BASE)
    1-4   on the card one rank higher of suit code-1
    5     innermost in a row that it entered as a space
    6     on its foundation

(A place that fits two codes has code 0.) Four words hold a node of a search:

    word  bits    content
    0     0-62    codes of cards 0-20, three bits each
    1     0-62    codes of cards 21-41
    2     0-29    codes of cards 42-51
    2     32-63   number of the parent node
    3     0-31    number of the next node in the same bucket, plus 1
    3     32-42   moves from the start (g)
    3     43-50   lower bound of the moves to go (h)
    3     51-56   the card that the move into this node moved
    3     57-59   code of its new place
    3     63      set if the node was replaced by one with fewer moves

The codes are exact: two positions are the same if and only if their 156 bits are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.rules import Board, Move
from games.solver.jit import Bytes, Word, Words, as_int, kernel, lowest_bit

BASE = 63
HOME_CODE = 6
SPACE_CODE = 5
NODE_WORDS = 4

_ONE = np.uint64(1)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)
_CODES_OF_WORD_2 = np.uint64((1 << 30) - 1)


@dataclass(frozen=True)
class Position:
    """A tableau of any size: rows innermost card first, top ranks of the foundations, ranks."""

    rows: tuple[tuple[int, ...], ...]
    foundations: tuple[int, ...]
    ranks: int = 13

    @classmethod
    def from_board(cls, board: Board) -> "Position":
        """The position of a board, without its past."""
        return cls(tuple(map(tuple, board.rows)), tuple(board.foundations))

    def play(self, moves: Sequence[Move]) -> "Position":
        """The position after legal moves; does not check them."""
        rows = [list(row) for row in self.rows]
        foundations = list(self.foundations)
        for source, destination in moves:
            card = rows[source - 1].pop()
            if destination:
                rows[destination - 1].append(card)
            else:
                foundations[card & 3] += 1
        return Position(tuple(map(tuple, rows)), tuple(foundations), self.ranks)

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return all(top == self.ranks for top in self.foundations)


@dataclass(frozen=True)
class Frame:
    """A start position packed, and the tables that give codes their meaning.

    `beneath` (64 bytes) is the start position, `decode[8*card+code]` the card beneath,
    `encode[8*card+place]` the code, place being 0-3 for the suit of a card one rank higher and
    4 for BASE. `home` and `full` are the sets of cards on the foundations and of all cards.
    """

    beneath: Bytes
    decode: Bytes
    encode: Bytes
    home: int
    full: int
    rows: int

    @classmethod
    def from_position(cls, position: Position) -> "Frame":
        """The frame of a search that starts from `position`."""
        beneath = np.full(64, BASE, np.uint8)
        home = 0
        for suit, top in enumerate(position.foundations):
            for rank in range(top):
                home |= 1 << (4 * rank + suit)
        for row in position.rows:
            for under, card in zip((BASE, *row), row, strict=False):
                beneath[card] = under
        decode = np.full(64 * 8, BASE, np.uint8)
        encode = np.zeros(64 * 8, np.uint8)
        for card in range(4 * position.ranks):
            decode[8 * card] = beneath[card]
            for suit in range(4):
                higher = (card & ~3) + 4 + suit
                decode[8 * card + 1 + suit] = higher
                encode[8 * card + suit] = 0 if beneath[card] == higher else 1 + suit
            encode[8 * card + 4] = 0 if beneath[card] == BASE else SPACE_CODE
        full = (1 << (4 * position.ranks)) - 1
        return cls(beneath, decode, encode, home, full, len(position.rows))

    @property
    def words(self) -> tuple[int, int, int]:
        """The start position's own three words of codes."""
        words = [0, 0, 0]
        for card in range(52):
            if self.home >> card & 1:
                words[card // 21] |= HOME_CODE << (3 * (card % 21))
        return words[0], words[1], words[2]


@kernel
def with_code(w0: Word, w1: Word, w2: Word, card: int, change: int) -> tuple[Word, Word, Word]:
    """The three words after xor of `change` into the code of `card`."""
    if card < 21:
        return w0 ^ (np.uint64(change) << np.uint64(3 * card)), w1, w2
    if card < 42:
        return w0, w1 ^ (np.uint64(change) << np.uint64(3 * card - 63)), w2
    return w0, w1, w2 ^ (np.uint64(change) << np.uint64(3 * card - 126))


@kernel
def mixed(w0: Word, w1: Word, w2: Word) -> Word:
    """Well spread 64 bits made of the three words of codes (never an identity)."""
    x = w0 * np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(32)
    x = (x + w1) * np.uint64(0xC2B2AE3D27D4EB4F)
    x ^= x >> np.uint64(29)
    x = (x + (w2 & _CODES_OF_WORD_2)) * np.uint64(0x165667B19E3779F9)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0xD6E8FEB86659FD93)
    return x ^ (x >> np.uint64(32))


@kernel
def unpack(
    w0: Word, w1: Word, w2: Word, full: Word, decode: Bytes, beneath: Bytes, codes: Bytes
) -> tuple[Word, Word]:
    """Fill `beneath` and `codes`; return the sets of cards home and of available cards.

    Bit 63 of the second set is not set here, whether there is a space or not.
    """
    home = np.uint64(0)
    covered = np.uint64(0)
    card = 0
    last = lowest_bit(full + _ONE)
    for word, size in ((w0, 21), (w1, 21), (w2, 10)):
        stop = min(last, card + size)
        while card < stop:
            code = word & _SEVEN
            word >>= _THREE
            codes[card] = code
            if code == np.uint64(HOME_CODE):
                home |= _ONE << np.uint64(card)
            else:
                under = decode[8 * card + as_int(code)]
                beneath[card] = under
                covered |= _ONE << np.uint64(under)
            card += 1
    return home, full & ~home & ~covered


@kernel
def walk(
    ends: Word, beneath: Bytes, higher: Words, row_of: Bytes, row_sets: Words
) -> tuple[Word, int]:
    """Number the rows, fill `row_of` and the rows' sets; return (blockers, rows in use).

    A blocker lies above a lower card of its own suit. `higher[card]` is the set of the higher
    cards of its suit.
    """
    blockers = np.uint64(0)
    row = 0
    while ends:
        card = lowest_bit(ends)
        ends &= ends - _ONE
        above = np.uint64(0)
        while card != BASE:
            blockers |= above & higher[card]
            above |= _ONE << np.uint64(card)
            row_of[card] = row
            card = as_int(beneath[card])
        row_sets[row] = above
        row += 1
    return blockers, row


def suit_tables() -> tuple[Words, Words]:
    """For every card the sets of the lower and of the higher cards of its suit (64 words each)."""
    lower = np.zeros(64, np.uint64)
    higher = np.zeros(64, np.uint64)
    for card in range(52):
        suit_set = 0x1111111111111 << (card & 3)
        lower[card] = suit_set & ((1 << card) - 1)
        higher[card] = suit_set & ~((2 << card) - 1)
    return lower, higher


LOWER, HIGHER = suit_tables()
