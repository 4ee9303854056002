"""What a claimed line turns out to be when it is replayed: everything a submission stores.

No database and no clock: only the rules decide here.
"""

import hashlib
from dataclasses import dataclass

from games.lines import line_replay
from games.rules import LineFormat, format_line, get_variant, normalise_line


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


def claim_read(variant: str, number: int, text: str, line_format: LineFormat) -> Claim:
    """Replay a line on a deal. Raises games.lines.UnreadableLineError if it is no list of moves."""
    result = line_replay(get_variant(variant), number, text, line_format)
    wrong = result.error
    if wrong is None:
        line = format_line(result.moves)
        return Claim(
            line, _digest(line), result.outcome, result.move_count, result.foundation_cards
        )
    return Claim(
        text,
        refused_digest(text, line_format),
        None,
        result.move_count,
        result.foundation_cards,
        wrong.reason.value,
        wrong.index,
        wrong.offset,
    )


def refused_digest(text: str, line_format: LineFormat) -> bytes:
    """The digest, 32 bytes, of a line that breaks the rules; InvalidMoveError if it is none."""
    normal = normalise_line(text, format=line_format)
    # The same letters can be another line in another format.
    return _digest(normal if line_format == "native" else f"{line_format}|{normal}")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
