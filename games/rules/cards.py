"""Cards as small integers, and their two-character texts."""

from typing import TypeAlias

from games.rules.errors import InvalidCardError

Card: TypeAlias = int
"""A card: 4 * (rank - 1) + suit, so 0 to 51 in the order AC AD AH AS 2C ... KS."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARD_COUNT = 52

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}


def make_card(rank: int, suit: int) -> Card:
    """Return the card of a rank (1 ace to 13 king) and a suit (0 to 3 in the order CDHS)."""
    if not (1 <= rank <= len(RANKS) and 0 <= suit < len(SUITS)):
        raise InvalidCardError(f"no card has rank {rank} and suit {suit}")
    return 4 * (rank - 1) + suit


def rank_of(card: Card) -> int:
    """Return the rank of a card, 1 (ace) to 13 (king)."""
    return (card >> 2) + 1


def suit_of(card: Card) -> int:
    """Return the suit of a card, 0 to 3 in the order CDHS."""
    return card & 3


def parse_card(text: str) -> Card:
    """Read a card such as ``7H``; ``10C`` and lower case are accepted too.

    Raises InvalidCardError for anything else.
    """
    # Only ASCII is folded: upper() would also turn other scripts' letters into ours.
    folded = text.upper() if len(text) <= 3 and text.isascii() else ""
    if folded.startswith("10"):
        folded = "T" + folded[2:]
    card = _CARDS.get(folded)
    if card is None:
        raise InvalidCardError("no card can be read here", text=text, offset=0)
    return card


def format_card(card: Card) -> str:
    """Return the two characters of a card, rank then suit: ``TC``."""
    return _TEXTS[card]
