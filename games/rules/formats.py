"""The formats in which a line may be sent, by name."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from games.rules.board import Board
from games.rules.errors import RulesError
from games.rules.fc_solve import (
    expand_fc_solve_token,
    format_fc_solve_token,
    iter_fc_solve_tokens,
)
from games.rules.moves import Move
from games.rules.notation import Token, expand_token, format_token, iter_tokens

LineFormat: TypeAlias = Literal["native", "fc-solve"]


class Notation(NamedTuple):
    """How to read a text, expand a token of it on a board, and write a token again."""

    iter_tokens: Callable[[str], Iterator[Token]]
    expand_token: Callable[[Board, Token], list[Move]]
    format_token: Callable[[Token], str]


LINE_FORMATS: Mapping[str, Notation] = MappingProxyType(
    {
        "native": Notation(iter_tokens, expand_token, format_token),
        "fc-solve": Notation(iter_fc_solve_tokens, expand_fc_solve_token, format_fc_solve_token),
    }
)
"""The notations by name; ``native`` is that of docs/rules.md."""


def get_notation(name: str) -> Notation:
    """Return the notation of a format's name; RulesError if there is none."""
    notation = LINE_FORMATS.get(name)
    if notation is None:
        known = ", ".join(LINE_FORMATS)
        raise RulesError(f"no such line format; known are {known}", text=name, offset=0)
    return notation


def normalise_line(text: str, *, format: LineFormat = "native") -> str:
    """Return a line with single spaces and each token in its normal form; shorthands stay.

    Two texts with the same normal form replay alike on every board. Raises
    InvalidMoveError if the text cannot be read.
    """
    notation = get_notation(format)
    return " ".join(map(notation.format_token, notation.iter_tokens(text)))
