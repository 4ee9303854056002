"""Lines as the program fc-solve prints them with ``-m -snx`` (format ``fc-solve``).

Source of the format: fc-solve's USAGE text (``--standard-notation-extended``) and the real
output of its version 5.0. Moves have two characters and are separated by white space. A run
onto an empty row is followed by ``v`` and its length in hexadecimal (``38v4``); a run onto
another row is written like a single card, and its length follows from the ranks. The frame
that the program prints around the moves is read over, so its whole output can be sent.
"""

import re
from collections.abc import Iterator

from games.rules.board import Board
from games.rules.errors import IllegalMoveError, Reason
from games.rules.moves import HOME, Move
from games.rules.notation import Token, check_line_length, expand_sequence, run_length, unreadable

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"\S+", re.ASCII)
_FRAME = re.compile(
    r"[-=]+"
    r"|This game is solve?able\."
    r"|Total number of states checked is [0-9]+\."
    r"|This scan generated [0-9]+ states\."
)
_TOKEN = re.compile(r"([1-8])(?:h|([1-8])(?:v([2-9a-d]))?)")
_WHITE_SPACE = " \t\r\v\f"


def iter_fc_solve_tokens(text: str) -> Iterator[Token]:
    """Read the moves of fc-solve's output one by one, in time linear in its length.

    A token's count is 0 where the ranks tell how many cards go. Raises InvalidMoveError at
    the first place where no move can be read (such as ``I could not solve this game.``),
    and at the 5,001st move.
    """
    index = 0
    for line in _LINE.finditer(text):
        if _FRAME.fullmatch(line[0].strip(_WHITE_SPACE)):
            continue
        for word in _WORD.finditer(text, line.start(), line.end()):
            match = _TOKEN.fullmatch(word[0])
            if match is None:
                raise unreadable(text, word.start(), index)
            check_line_length(text, word.start(), index)
            source, row, count = match.groups()
            destination = int(row) if row else HOME
            cards = int(count, 16) if count else int(destination == HOME)
            yield Token(int(source), destination, cards, word.start(), word[0])
            index += 1


def parse_fc_solve(text: str) -> list[Token]:
    """Read the whole output of fc-solve; see iter_fc_solve_tokens."""
    return list(iter_fc_solve_tokens(text))


def format_fc_solve_token(token: Token) -> str:
    """Return a token in fc-solve's form: ``3h``, ``38``, or ``38v4`` for four cards to a space."""
    suffix = f"v{token.count:x}" if token.count > 1 else ""
    return f"{token.source}{token.destination or 'h'}{suffix}"


def implied_count(board: Board, source: int, destination: int) -> int:
    """Return how many cards fc-solve moves when it writes two rows and no count.

    One onto a space; else the run that fits the destination's available card. Raises
    IllegalMoveError (``does_not_fit``) if there is no such run.
    """
    end, onto = board.available_card(source), board.available_card(destination)
    if source == destination or end is None or onto is None:
        return 1
    count = (onto >> 2) - (end >> 2)
    if not 1 <= count <= run_length(board, source):
        raise IllegalMoveError(
            Reason.does_not_fit,
            f"no cards of row {source} fit on row {destination}",
            text=str(Move(source, destination)),
        )
    return count


def expand_fc_solve_token(board: Board, token: Token) -> list[Move]:
    """Return the single moves of a token on this board; raises IllegalMoveError."""
    count = token.count or implied_count(board, token.source, token.destination)
    return expand_sequence(board, token.source, token.destination, count)
