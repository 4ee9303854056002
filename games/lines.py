"""Reading a claimed line: what is no list of moves is refused before anything is replayed."""

from games.errors import ValidationError
from games.metrics import VERIFICATION
from games.rules import (
    InvalidMoveError,
    LineFormat,
    Reason,
    Replay,
    Variant,
    deal,
    parse_fc_solve,
    parse_line,
    replay,
)

_PARSERS = {"native": parse_line, "fc-solve": parse_fc_solve}


class UnreadableLineError(ValidationError):
    """A text that is no line: `errors` says where, and why."""

    code = "unreadable-line"
    title = "The line cannot be read"

    @classmethod
    def at(cls, pointer: str, reason: Reason, offset: int, detail: str) -> "UnreadableLineError":
        """The error for a place in the text that the pointer names."""
        error = {"pointer": pointer, "code": reason.value, "detail": detail, "offset": offset}
        return cls(detail=f"At character {offset}: {detail}.", errors=[error])


class IllegalLineError(ValidationError):
    """A line that breaks the rules where only a legal one means anything; `errors` says where."""

    code = "illegal-line"
    title = "The line breaks the rules"


def line_require(
    variant: Variant, number: int, text: str, line_format: LineFormat, *, pointer: str = "/line"
) -> Replay:
    """Replay a text that must be a legal line; UnreadableLineError, IllegalLineError."""
    result = line_replay(variant, number, text, line_format, pointer=pointer)
    wrong = result.error
    if wrong is not None:
        error = {
            "pointer": pointer,
            "code": wrong.reason.value,
            "detail": wrong.detail,
            "offset": wrong.offset,
        }
        raise IllegalLineError(
            detail=f"Move {wrong.index}, at character {wrong.offset}: {wrong.detail}.",
            errors=[error],
        )
    return result


@VERIFICATION.time()
def line_replay(
    variant: Variant, number: int, text: str, line_format: LineFormat, *, pointer: str = "/line"
) -> Replay:
    """Replay a text on a deal. UnreadableLineError if it is no list of at most 5,000 moves.

    A line that breaks the rules is an answer, not an error: see `Replay.error`.
    """
    result = replay(deal(variant, number), text, format=line_format)
    wrong = result.error
    if wrong is None:
        return result
    # Replaying ends at the first wrong move. What stands behind it has to be moves too.
    try:
        _PARSERS[line_format](text)
    except InvalidMoveError as error:
        raise UnreadableLineError.at(
            pointer, error.reason, error.offset or 0, str(error)
        ) from error
    if wrong.reason is Reason.line_too_long:
        raise UnreadableLineError.at(pointer, wrong.reason, wrong.offset, wrong.detail)
    return result
