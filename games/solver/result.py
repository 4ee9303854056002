"""What a search answers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from games.rules import Move

SOLVER_VERSION = "1.1"
"""Changes with every change of verdict logic or node counts."""

Stopped = Literal["nodes", "seconds", "bytes", "cancelled"]


class Verdict(StrEnum):
    """The answer to "can it be won": proven either way, or the budget was spent."""

    solvable = "solvable"
    unsolvable = "unsolvable"
    undetermined = "undetermined"


@dataclass(frozen=True)
class Result:
    """A verdict with its line, the bounds of par, and the effort.

    `line` is a winning line that `games.rules` has replayed, None unless solvable. Par, the fewest
    single-card moves, is at least `par_low` and at most `par_high`; both None if unsolvable,
    `par_high` None while no line is known. `states` were stored in `seconds` of wall clock and at
    most `peak_bytes` of tables. `stopped` names the limit that ended the search early.
    """

    verdict: Verdict
    line: tuple[Move, ...] | None
    par_low: int | None
    par_high: int | None
    states: int
    seconds: float
    peak_bytes: int
    solver_version: str = SOLVER_VERSION
    stopped: Stopped | None = None

    @property
    def moves(self) -> int | None:
        """Number of moves of the line."""
        return None if self.line is None else len(self.line)

    @property
    def par_proven(self) -> bool:
        """Whether the fewest moves are known."""
        return self.par_low is not None and self.par_low == self.par_high

    @property
    def par(self) -> int | None:
        """The fewest moves, None unless proven."""
        return self.par_low if self.par_proven else None
