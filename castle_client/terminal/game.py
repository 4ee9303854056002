"""A game as it is played: moves, undo and redo. What was typed at once is taken back at once."""

from collections.abc import Iterable

from games.rules import Board, Move, format_line, format_move, replay
from games.rules.replay import LineError

Entry = tuple[Move, ...]


class Game:
    """A deal, the entries played on it, and those that were undone."""

    def __init__(self, start: Board) -> None:
        self.start = start
        self.board = start.copy()
        self._played: list[Entry] = []
        self._undone: list[Entry] = []

    @property
    def moves(self) -> list[Move]:
        """The single moves played so far."""
        return [move for entry in self._played for move in entry]

    @property
    def line(self) -> str:
        """The line played so far."""
        return format_line(self.moves)

    @property
    def move_count(self) -> int:
        """How many single moves have been played."""
        return sum(map(len, self._played))

    def play(self, text: str) -> LineError | None:
        """Play all moves and shorthands of a text, or none and return what is wrong."""
        done = replay(self.board, text)
        if done.error is not None:
            return done.error
        if done.moves:
            self._push(done.moves)
            self._undone.clear()
        return None

    def resume(self, line: str) -> None:
        """Play a line that was kept, to be taken back move by move."""
        for word in line.split():
            self.play(word)

    def undo(self) -> bool:
        """Take the last entry back; False if there is none."""
        if not self._played:
            return False
        entry = self._played.pop()
        for _ in entry:
            self.board.pop()
        self._undone.append(entry)
        return True

    def redo(self) -> bool:
        """Play again what was undone last; False if there is nothing."""
        if not self._undone:
            return False
        self._push(self._undone.pop())
        return True

    def restart(self) -> None:
        """Take everything back; `redo` plays it again."""
        while self.undo():
            pass

    def _push(self, entry: Iterable[Move]) -> None:
        moves = tuple(entry)
        for move in moves:
            self.board.push(move)
        self._played.append(moves)


def legal_words(board: Board) -> list[str]:
    """The legal moves as they are typed."""
    return [format_move(move) for move in board.legal_moves()]
