"""Real deals with real lines: proven shortest ones, and longer and unfinished ones made of them.

`winning_lines.csv` was made by `games.solver`; its pars are those of the labelled corpus.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from games.rules import Board, Move, deal, format_line, get_variant, replay
from leaderboard.seeding.lines import detoured


@dataclass(frozen=True)
class Won:
    """A deal and a line that wins it in `par` moves, the fewest there are."""

    variant: str
    number: int
    par: int
    line: str

    @property
    def board(self) -> Board:
        """The deal."""
        return deal(get_variant(self.variant), self.number)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The line as moves."""
        return replay(self.board, self.line).moves


def _read() -> list[Won]:
    with Path(__file__).with_name("winning_lines.csv").open() as file:
        return [
            Won(row["variant"], int(row["number"]), int(row["par"]), row["line"])
            for row in csv.DictReader(file)
        ]


WON = _read()
CASTLE, CASTLE_2, CASTLE_3, STREETS, CITADEL, CITADEL_2, CITADEL_3 = WON


def longer(won: Won, extra: int, passed: int = 0) -> str:
    """A winning line of `extra` moves more, with a detour at its first chance.

    Or once so many chances have passed: another line, as long.
    """
    return format_line(detoured(won.board, won.moves, extra, passed=passed))


def unfinished(won: Won, moves: int) -> str:
    """The first moves of a winning line."""
    return format_line(won.moves[:moves])
