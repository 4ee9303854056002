"""Deals by number: the shuffled pack that PySolFC makes, laid out by a variant.

Source of the shuffle: the package pysol_cards (``pysol_cards.random.shuffle`` with
``RandomBase.DEALS_PYSOLFC``); the tests compare both. Up to 32,000 a number is a Microsoft
FreeCell deal: a linear congruential generator over a pack in order of rank. Above that the
Mersenne Twister of Python's ``random`` is used, of which only ``Random(int).random()``
counts: that sequence is promised to be the same in every Python version.
"""

import random
from collections.abc import Callable

from games.rules.board import Board
from games.rules.cards import CARD_COUNT, RANKS, SUITS, Card, make_card, rank_of, suit_of
from games.rules.errors import InvalidDealNumberError
from games.rules.moves import ROW_COUNT
from games.rules.variants import Variant

MIN_DEAL_NUMBER = 1
MAX_DEAL_NUMBER = 10**20 - 1

_LAST_MICROSOFT_NUMBER = 32_000
_MAX_DIGITS = len(str(MAX_DEAL_NUMBER))

# PySolFC's packs before the shuffle: by rank in CDHS order, or by suit in CSHD order.
_PACK_BY_RANK = tuple(range(CARD_COUNT))
_PACK_BY_SUIT = tuple(
    make_card(rank, SUITS.index(suit)) for suit in "CSHD" for rank in range(1, len(RANKS) + 1)
)


def parse_deal_number(text: str) -> int:
    """Read a deal number: ASCII decimal digits only, leading zeros allowed (PySolFC shows them).

    Raises InvalidDealNumberError for anything else and outside of 1 to 10^20 - 1.
    """
    # isdigit() alone would let other scripts' digits in. The length is checked before
    # int(), which is slow on long texts and refuses them in its own words.
    if text.isascii() and text.isdigit():
        digits = text.lstrip("0")
        if 0 < len(digits) <= _MAX_DIGITS:
            return int(digits)
    raise InvalidDealNumberError(
        "a deal number is a whole number from 1 to 10^20 - 1, in decimal digits",
        text=text,
        offset=0,
    )


def shuffled_pack(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal number in the order of dealing.

    Raises InvalidDealNumberError for a number outside of 1 to 10^20 - 1.
    """
    if not MIN_DEAL_NUMBER <= number <= MAX_DEAL_NUMBER:
        raise InvalidDealNumberError("a deal number is a whole number from 1 to 10^20 - 1")
    if number <= _LAST_MICROSOFT_NUMBER:
        pack, choose = list(_PACK_BY_RANK), _microsoft_chooser(number)
    else:
        pack, choose = list(_PACK_BY_SUIT), _twister_chooser(number)
    for last in range(CARD_COUNT - 1, 0, -1):
        chosen = choose(last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return tuple(reversed(pack))


def deal(variant: Variant, number: int) -> Board:
    """Return the starting position of a deal number in a variant.

    Card k (from 0) goes to row 1 + (k mod 8): a column is one card on each row of the left
    wing (rows 1 to 4), then of the right wing (docs/rules.md, "Deals"). Raises
    InvalidDealNumberError.
    """
    pack = shuffled_pack(number)
    rows: list[list[Card]] = [[] for _ in range(ROW_COUNT)]
    foundations = [0] * len(SUITS)
    if variant.aces_first:
        foundations = [1] * len(SUITS)
        pack = tuple(card for card in pack if rank_of(card) != 1)
    for k, card in enumerate(pack):
        suit = suit_of(card)
        if variant.builds_while_dealing and foundations[suit] == rank_of(card) - 1:
            foundations[suit] += 1  # the row is passed over for this card
        else:
            rows[k % ROW_COUNT].append(card)
    return Board(rows, foundations, check=False)


def _microsoft_chooser(number: int) -> Callable[[int], int]:
    """Return a function that chooses one of n places as Microsoft FreeCell's C runtime did."""
    state = number

    def choose(count: int) -> int:
        nonlocal state
        state = (state * 214_013 + 2_531_011) & 0x7FFF_FFFF
        return (state >> 16) % count

    return choose


def _twister_chooser(number: int) -> Callable[[int], int]:
    """Return a function that chooses one of n places by the Mersenne Twister."""
    twister = random.Random(number)  # noqa: S311 - the number is public, nothing is secret
    return lambda count: int(twister.random() * count)
