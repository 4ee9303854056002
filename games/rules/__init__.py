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
from games.rules.fc_solve import parse_fc_solve
from games.rules.formats import LINE_FORMATS, LineFormat, normalise_line
from games.rules.moves import HOME, ROW_COUNT, Move, format_move, parse_move
from games.rules.notation import (
    MAX_LINE_MOVES,
    Token,
    expand_sequence,
    format_line,
    parse_line,
    sequence_cost,
)
from games.rules.position import format_position, parse_position
from games.rules.replay import LineError, Replay, replay
from games.rules.variants import (
    BELEAGUERED_CASTLE,
    CITADEL,
    STREETS_AND_ALLEYS,
    VARIANTS,
    Variant,
    get_variant,
)

RULES_VERSION = 1

__all__ = [
    "BELEAGUERED_CASTLE",
    "CARD_COUNT",
    "CITADEL",
    "HOME",
    "LINE_FORMATS",
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
    "LineError",
    "LineFormat",
    "Move",
    "Reason",
    "Replay",
    "RulesError",
    "Token",
    "UnknownVariantError",
    "Variant",
    "deal",
    "expand_sequence",
    "format_card",
    "format_line",
    "format_move",
    "format_position",
    "get_variant",
    "make_card",
    "normalise_line",
    "parse_card",
    "parse_deal_number",
    "parse_fc_solve",
    "parse_line",
    "parse_move",
    "parse_position",
    "rank_of",
    "replay",
    "sequence_cost",
    "shuffled_pack",
    "suit_of",
]
