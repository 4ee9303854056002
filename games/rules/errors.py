"""What the rules refuse, as typed errors that carry the offending text and its place."""

from enum import StrEnum

_EXCERPT_LENGTH = 20


class Reason(StrEnum):
    """Why a move is wrong; the value is the stable name that clients see.

    bad_text: no move can be read there.
    empty_source: the source row holds no card.
    does_not_fit: the destination row ends in a card that is not exactly one rank higher.
    wrong_foundation: the card is not the next one of its suit's foundation.
    same_row: source and destination are the same row.
    after_end: the position was won already.
    not_a_run: the outermost cards named by the shorthand are too few or no descending run.
    sequence_too_long: there are too few spaces to move that many cards.
    line_too_long: the line would exceed 5,000 single moves.
    """

    bad_text = "bad_text"
    empty_source = "empty_source"
    does_not_fit = "does_not_fit"
    wrong_foundation = "wrong_foundation"
    same_row = "same_row"
    after_end = "after_end"
    not_a_run = "not_a_run"
    sequence_too_long = "sequence_too_long"
    line_too_long = "line_too_long"


def excerpt(text: str) -> str:
    """Return the head of a text, safe to store and to show.

    At most 20 characters of the text are used; what is not printable ASCII (NUL, lone
    surrogates, look-alike digits) is written as a Python escape such as ``\\x00``.
    """
    return text[:_EXCERPT_LENGTH].encode("unicode_escape").decode("ascii")


class RulesError(ValueError):
    """The base of everything that games.rules refuses.

    ``text`` is an excerpt of what was refused; ``offset`` counts characters (Unicode code
    points) from 0 in the text that was read, None where there was no text.
    """

    def __init__(self, message: str, *, text: str = "", offset: int | None = None) -> None:
        super().__init__(message)
        self.text = excerpt(text)
        self.offset = offset


class InvalidCardError(RulesError):
    """A text that names no card."""


class InvalidDealNumberError(RulesError):
    """A deal number that is not a whole number from 1 to 10^20 - 1."""


class UnknownVariantError(RulesError):
    """A slug that names no variant."""


class InvalidPositionError(RulesError):
    """A position that is not made of the 52 cards, or a text that is no position."""


class InvalidMoveError(RulesError):
    """A text that is no move or no line; ``token_index`` counts the tokens before it.

    ``reason`` is ``bad_text``, or ``line_too_long`` for more than 5,000 moves.
    """

    def __init__(
        self,
        message: str,
        *,
        text: str = "",
        offset: int | None = None,
        token_index: int = 0,
        reason: Reason = Reason.bad_text,
    ) -> None:
        super().__init__(message, text=text, offset=offset)
        self.token_index = token_index
        self.reason = reason


class IllegalMoveError(RulesError):
    """A move that can be read but that the rules forbid here; ``reason`` says why."""

    def __init__(self, reason: Reason, message: str, *, text: str = "") -> None:
        super().__init__(message, text=text)
        self.reason = reason
