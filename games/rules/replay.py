"""Replay of a line: every move checked, and the first wrong one named with its reason."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from games.rules.board import Board
from games.rules.errors import IllegalMoveError, InvalidMoveError, Reason, excerpt
from games.rules.formats import LineFormat, get_notation
from games.rules.moves import Move, format_move
from games.rules.notation import MAX_LINE_MOVES, Token


@dataclass(frozen=True)
class LineError:
    """The first wrong move of a line.

    ``index`` counts single moves from 0 in the expanded line; a shorthand has the index of
    its first single move. ``offset`` is its place in the text, in characters from 0;
    ``text`` is what stands there (at most 20 characters, printable ASCII); ``detail`` is a
    sentence for people.
    """

    index: int
    reason: Reason
    offset: int
    text: str
    detail: str


@dataclass(frozen=True)
class Replay:
    """What came of a line: the legal moves, the position they lead to, and the error if any."""

    moves: tuple[Move, ...]
    board: Board
    error: LineError | None

    @property
    def won(self) -> bool:
        """Whether the whole line is legal and wins."""
        return self.error is None and self.board.is_won()

    @property
    def outcome(self) -> Literal["won", "unfinished"] | None:
        """``won`` or ``unfinished``; None if a move is wrong."""
        if self.error is not None:
            return None
        return "won" if self.board.is_won() else "unfinished"

    @property
    def move_count(self) -> int:
        """The number of legal single moves."""
        return len(self.moves)

    @property
    def foundation_cards(self) -> int:
        """The number of cards on the foundations after the legal moves, 0 to 52."""
        return self.board.foundation_cards


def replay(board: Board, line: str | Sequence[Move], *, format: LineFormat = "native") -> Replay:
    """Play a line on a copy of the board, up to the first wrong move.

    ``line`` is text in the named format, or single moves. Errors of the line are returned,
    not raised, and in order of play: bad text behind an illegal move is not reached. Any
    move behind the winning one is wrong (``after_end``). Of several reasons for one move the
    first of these is named: bad_text, line_too_long, after_end, same_row, empty_source,
    wrong_foundation, not_a_run, does_not_fit, sequence_too_long; the length of a legal
    shorthand is looked at last. Raises RulesError for an unknown format only.

    >>> from games.rules import STREETS_AND_ALLEYS, deal, replay
    >>> result = replay(deal(STREETS_AND_ALLEYS, 5), "87 53 3h")
    >>> result.error.index, result.error.reason.value
    (2, 'wrong_foundation')
    >>> result.error.detail
    '6H is not next on its foundation, which shows nothing'
    """
    notation = get_notation(format)
    tokens = notation.iter_tokens(line) if isinstance(line, str) else _tokens_of_moves(line)
    work = Board(board.rows, board.foundations, check=False)
    played = work.move_stack
    error: LineError | None = None
    try:
        for token in tokens:
            if len(played) >= MAX_LINE_MOVES:
                error = _too_long(token, played)
                break
            if work.is_won():
                error = _error(token, played, Reason.after_end, "the game is won already")
                break
            if token.count == 1:
                move = Move(token.source, token.destination)
                reason = work.why_illegal(move)
                if reason is not None:
                    error = _error(token, played, reason, work.explain(move, reason))
                    break
                work.push(move)
                continue
            moves = notation.expand_token(work, token)
            if len(played) + len(moves) > MAX_LINE_MOVES:
                error = _too_long(token, played)
                break
            for move in moves:
                work.push(move)
    except IllegalMoveError as refused:
        error = _error(token, played, refused.reason, str(refused))
    except InvalidMoveError as refused:
        offset = refused.offset or 0
        error = LineError(len(played), refused.reason, offset, refused.text, str(refused))
    return Replay(tuple(played), work, error)


def _tokens_of_moves(moves: Sequence[Move]) -> Iterator[Token]:
    """Yield single moves as tokens, with the places they have in their formatted line."""
    for index, move in enumerate(moves):
        yield Token(move[0], move[1], 1, 3 * index, format_move(move))


def _error(token: Token, played: list[Move], reason: Reason, detail: str) -> LineError:
    """Return the error for a token that comes after the moves played."""
    return LineError(len(played), reason, token.offset, excerpt(token.text), detail)


def _too_long(token: Token, played: list[Move]) -> LineError:
    """Return the error for a token that would make the line too long."""
    detail = f"a line has at most {MAX_LINE_MOVES} moves"
    return _error(token, played, Reason.line_too_long, detail)
