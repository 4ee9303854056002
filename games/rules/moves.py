"""Single-card moves and their two-character texts."""

from typing import NamedTuple

from games.rules.errors import InvalidMoveError

HOME = 0
"""The destination of a move to the foundation of the card's suit."""

ROW_COUNT = 8


class Move(NamedTuple):
    """One card from a row (1 to 8) to another row, or to its foundation (``HOME``, 0)."""

    source: int
    destination: int

    def __str__(self) -> str:
        return format_move(self)


_DESTINATIONS = {"h": HOME} | {str(row): row for row in range(1, ROW_COUNT + 1)}

MOVE_OF_TEXT = {
    f"{source}{letter}": Move(source, destination)
    for source in range(1, ROW_COUNT + 1)
    for letter, destination in (*_DESTINATIONS.items(), ("H", HOME))
}
"""Every two-character text that can be read as a move, a row onto itself included."""


def parse_move(text: str) -> Move:
    """Read a move of exactly two characters: ``38`` or ``3h`` (``3H``).

    A row onto itself (``33``) can be read, though it is never legal. Raises InvalidMoveError.
    """
    move = MOVE_OF_TEXT.get(text)
    if move is None:
        raise InvalidMoveError("no move can be read here", text=text, offset=0)
    return move


def format_move(move: Move) -> str:
    """Return the two characters of a move, in lower case."""
    return f"{move[0]}{move[1] or 'h'}"
