"""What a claimed line turns out to be when it is replayed: everything a submission stores.

No database and no clock: only the rules decide here.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from games.rules import (
    Board,
    LineFormat,
    RulesError,
    deal,
    format_line,
    get_variant,
    normalise_line,
    replay,
)


class UnreadableLineError(RulesError):
    """A text that cannot be read as a line; `offset` says where, `reason` why."""

    def __init__(self, message: str, *, text: str, offset: int | None, reason: str) -> None:
        super().__init__(message, text=text, offset=offset)
        self.reason = reason


@dataclass(frozen=True)
class Claim:
    """A line as it will be stored, and what the replay said of it.

    `line` is the expanded line in single moves if every move is legal, else the text as it
    was sent; `digest` (32 bytes) is that of the expanded line, else of the normalised text.
    `outcome` is None if the line breaks the rules: then `reason`, `move_index` (single
    moves, from 0) and `text_offset` (characters, from 0, in the text as sent) name the first
    wrong move, and `move_count` and `foundation_cards` describe the legal moves before it.
    """

    line: str
    digest: bytes
    outcome: str | None
    move_count: int
    foundation_cards: int
    reason: str | None = None
    move_index: int | None = None
    text_offset: int | None = None

    @property
    def accepted(self) -> bool:
        """Whether every move is legal."""
        return self.outcome is not None

    @property
    def won(self) -> bool:
        """Whether the line wins."""
        return self.outcome == "won"


@lru_cache(maxsize=256)
def _deal(variant: str, number: int) -> Board:
    return deal(get_variant(variant), number)


def claim_read(variant: str, number: int, text: str, line_format: LineFormat) -> Claim:
    """Replay a line on a deal. Raises UnreadableLineError if it is no list of moves at all."""
    try:
        normal = normalise_line(text, format=line_format)
    except RulesError as error:
        reason = getattr(error, "reason", "bad_text")
        raise UnreadableLineError(
            str(error), text=error.text, offset=error.offset, reason=str(reason)
        ) from error
    # The cached board is shared: `replay` plays on a copy.
    result = replay(_deal(variant, number), text, format=line_format)
    if result.error is None:
        line = format_line(result.moves)
        return Claim(
            line, _digest(line), result.outcome, result.move_count, result.foundation_cards
        )
    error = result.error
    if error.reason == "line_too_long":
        raise UnreadableLineError(
            error.detail, text=error.text, offset=error.offset, reason=str(error.reason)
        )
    # The same text can be another line in another format.
    named = normal if line_format == "native" else f"{line_format}|{normal}"
    return Claim(
        text,
        _digest(named),
        None,
        result.move_count,
        result.foundation_cards,
        str(error.reason),
        error.index,
        error.offset,
    )


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
