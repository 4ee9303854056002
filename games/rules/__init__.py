"""The rules of three patiences of the castle family, in pure Python."""

from games.rules.board import Board
from games.rules.cards import (
    CARD_COUNT,
    RANKS,
    SUITS,
    Card,
    format_card,
    make_card,
    parse_card,
    rank_of,
    suit_of,
)
from games.rules.deal import (
    MAX_DEAL_NUMBER,
    MIN_DEAL_NUMBER,
    deal,
    parse_deal_number,
    shuffled_pack,
)
from games.rules.errors import (
    IllegalMoveError,
    InvalidCardError,
    InvalidDealNumberError,
    InvalidMoveError,
    InvalidPositionError,
    Reason,
    RulesError,
    UnknownVariantError,
)
from games.rules.moves import HOME, ROW_COUNT, Move, format_move, parse_move
from games.rules.variants import (
    BELEAGUERED_CASTLE,
    CITADEL,
    STREETS_AND_ALLEYS,
    VARIANTS,
    Variant,
    get_variant,
)

RULES_VERSION = 1
MAX_LINE_MOVES = 5000

__all__ = [
    "BELEAGUERED_CASTLE",
    "CARD_COUNT",
    "CITADEL",
    "HOME",
    "MAX_DEAL_NUMBER",
    "MAX_LINE_MOVES",
    "MIN_DEAL_NUMBER",
    "RANKS",
    "ROW_COUNT",
    "RULES_VERSION",
    "STREETS_AND_ALLEYS",
    "SUITS",
    "VARIANTS",
    "Board",
    "Card",
    "IllegalMoveError",
    "InvalidCardError",
    "InvalidDealNumberError",
    "InvalidMoveError",
    "InvalidPositionError",
    "Move",
    "Reason",
    "RulesError",
    "UnknownVariantError",
    "Variant",
    "deal",
    "format_card",
    "format_move",
    "get_variant",
    "make_card",
    "parse_card",
    "parse_deal_number",
    "parse_move",
    "rank_of",
    "shuffled_pack",
    "suit_of",
]
