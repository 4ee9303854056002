"""Line text: single moves and the shorthand for sequences, with its fixed expansion.

A line is moves (``38``, ``3h``) and shorthands (``38x4``) separated by white space (space,
tab, line feed, carriage return, vertical tab, form feed); between two-character moves the
separator may be left out. docs/rules.md, "Line text".
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from games.rules.board import Board
from games.rules.errors import IllegalMoveError, InvalidMoveError, Reason
from games.rules.moves import HOME, ROW_COUNT, Move, format_move

MAX_LINE_MOVES = 5000
"""The most single moves that a line may have."""

# One token and the white space behind it. A shorthand must have white space, or the text's
# end, on both sides: the look-behind says that a move may not stick to it (it is true of the
# first characters of a text as well), the look-ahead that its count ends there.
_TOKEN = re.compile(
    r"([1-8])([1-8hH])(?:(?<![^\s]..)x(1[0-3]|[1-9])(?!\S)|(?!x))\s*",
    re.ASCII,
)
_SPACE = re.compile(r"\s*", re.ASCII)
_DESTINATIONS = {"h": HOME, "H": HOME} | {str(row): row for row in range(1, ROW_COUNT + 1)}


class Token(NamedTuple):
    """A move or a shorthand as it stands in a line.

    ``count`` cards go from row ``source`` to row ``destination`` (0 is the foundation, with
    count 1). ``offset`` is the place of ``text`` in the line, in characters from 0. A count
    of 0, from fc-solve's text only, means as many cards as the ranks imply.
    """

    source: int
    destination: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    offset: int
    text: str


def iter_tokens(text: str) -> Iterator[Token]:
    """Read a line token by token, in time linear in its length.

    Raises InvalidMoveError at the first place where none can be read, and at the 5,001st.
    """
    match_token = _TOKEN.match
    destinations = _DESTINATIONS
    offset = _SPACE.match(text).end()  # type: ignore[union-attr]  # it matches always
    index = 0
    while offset < len(text):
        match = match_token(text, offset)
        if match is None:
            raise unreadable(text, offset, index)
        source, letter, count = match.groups()
        destination = destinations[letter]
        if count is not None and not destination:
            raise unreadable(text, offset, index)
        check_line_length(text, offset, index)
        yield Token(int(source), destination, int(count or 1), offset, match[0].rstrip())
        offset = match.end()
        index += 1


def unreadable(text: str, offset: int, index: int) -> InvalidMoveError:
    """Return the error for a line in which no token can be read at the offset."""
    return InvalidMoveError(
        "no move can be read here", text=_word_at(text, offset), offset=offset, token_index=index
    )


def check_line_length(text: str, offset: int, index: int) -> None:
    """Raise InvalidMoveError if a token with this index, found at the offset, is one too many."""
    if index >= MAX_LINE_MOVES:
        raise InvalidMoveError(
            f"a line has at most {MAX_LINE_MOVES} moves",
            text=_word_at(text, offset),
            offset=offset,
            token_index=index,
            reason=Reason.line_too_long,
        )


def _word_at(text: str, offset: int) -> str:
    """Return the text from the offset to the next white space, or enough of it for an excerpt."""
    # Not text.split(): the rest may be millions of characters without white space.
    return re.split(r"\s", text[offset : offset + 100], maxsplit=1, flags=re.ASCII)[0]


def parse_line(text: str) -> list[Token]:
    """Read a whole line; see iter_tokens. The moves need not be legal anywhere."""
    return list(iter_tokens(text))


def format_line(moves: Iterable[Move]) -> str:
    """Return single moves as a line: lower case, single spaces (``38 3h``)."""
    return " ".join(map(format_move, moves))


def format_token(token: Token) -> str:
    """Return a token in its one normal form: ``3h``, ``38`` (also for ``38x1``) or ``38x4``."""
    move = format_move(Move(token.source, token.destination))
    return move if token.count == 1 else f"{move}x{token.count}"


def expand_token(board: Board, token: Token) -> list[Move]:
    """Return the single moves of a token on this board; raises IllegalMoveError."""
    return expand_sequence(board, token.source, token.destination, token.count)


def sequence_cost(count: int, spaces: int) -> int:
    """Return T(n, e): the single moves that take n cards to a row by way of e spaces.

    Raises ValueError if n is not 1 to 2^e (and at most 13): so many cards cannot go.
    """
    if not 1 <= count <= min(2**spaces, 13):
        raise ValueError(f"{count} cards cannot go by way of {spaces} spaces")
    return 1 if count == 1 else _best_split(count, spaces)[0]


@cache
def _best_split(count: int, spaces: int) -> tuple[int, int]:
    """Return T(n, e) for n > 1 and the smallest number of parked cards that gives it."""
    most = 2 ** (spaces - 1)
    return min(
        (2 * sequence_cost(parked, spaces - 1) + sequence_cost(count - parked, spaces - 1), parked)
        for parked in range(max(1, count - most), min(count - 1, most) + 1)
    )


def run_length(board: Board, row: int) -> int:
    """Return how many outermost cards of a row (1 to 8) form a descending run; 0 for a space."""
    cards = board.rows[row - 1]
    length = min(1, len(cards))
    while 0 < length < len(cards) and cards[-length - 1] >> 2 == (cards[-length] >> 2) + 1:
        length += 1
    return length


def expand_sequence(board: Board, source: int, destination: int, count: int) -> list[Move]:
    """Return the single moves that take the outermost cards of a row to another row.

    The spaces that the board has now, without the destination, serve for parking. Raises
    IllegalMoveError; the board is not changed.
    """
    move = Move(source, destination)
    if count == 1:
        board.check(move)
        return [move]
    text = f"{format_move(move)}x{count}"
    if not (1 <= source <= ROW_COUNT and 1 <= destination <= ROW_COUNT and count > 1):
        raise IllegalMoveError(Reason.bad_text, "a sequence goes from row to row", text=text)
    if source == destination or not board.rows[source - 1]:
        board.check(move)
    run = run_length(board, source)
    if count > run:
        raise IllegalMoveError(
            Reason.not_a_run, f"the descending run of row {source} is {run} long", text=text
        )
    onto = board.available_card(destination)
    innermost = board.rows[source - 1][-count]
    if onto is not None and onto >> 2 != (innermost >> 2) + 1:
        raise IllegalMoveError(
            Reason.does_not_fit,
            f"the innermost of the {count} cards does not fit on row {destination}",
            text=text,
        )
    spaces = [space for space in board.spaces() if space != destination]
    if count > 2 ** len(spaces):
        raise IllegalMoveError(
            Reason.sequence_too_long,
            f"spaces for parking: {len(spaces)}; so many cards can go at most: {2 ** len(spaces)}",
            text=text,
        )
    moves: list[Move] = []
    _expand(moves, count, spaces, source, destination)
    return moves


def _expand(
    moves: list[Move], count: int, spaces: list[int], source: int, destination: int
) -> None:
    """Append the moves of a sequence that parks on the given spaces, lowest first."""
    if count == 1:
        moves.append(Move(source, destination))
        return
    parked = _best_split(count, len(spaces))[1]
    first, others = spaces[0], spaces[1:]
    _expand(moves, parked, others, source, first)
    _expand(moves, count - parked, others, source, destination)
    _expand(moves, parked, others, first, destination)
