"""What can be asked of the solver about a game, and its answers as plain data. No database."""

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from games.rules import (
    Board,
    Move,
    deal,
    format_line,
    format_move,
    format_position,
    get_variant,
    parse_line,
)
from games.solver import SOLVER_VERSION, Budget, Hint, PostMortem, Verdict, hint, post_mortem

# Part of an answer's name: raised when answers get another shape, so that none of before is given.
_SHAPE = 2


class Kind(StrEnum):
    """What is asked for."""

    HINT = "hint"
    POST_MORTEM = "post-mortem"


@dataclass(frozen=True)
class Question:
    """A legal line on a deal, in single moves, and what is asked about it.

    A hint asks about its end; a post-mortem about all of it, with `par` also how far from
    the fewest moves it was at each point.
    """

    kind: Kind
    variant: str
    number: int
    line: str
    par: bool = False

    @property
    def board(self) -> Board:
        """The deal."""
        return deal(get_variant(self.variant), self.number)

    @property
    def moves(self) -> list[Move]:
        """The line."""
        return [Move(token.source, token.destination) for token in parse_line(self.line)]

    @property
    def position(self) -> Board:
        """Where the line ends."""
        board = self.board
        for move in self.moves:
            board.push(move)
        return board

    def key(self, budget: Budget) -> str:
        """A name for the answer: equal for all who ask the same of the same position."""
        about: list[object] = [SOLVER_VERSION, _SHAPE, self.kind.value, asdict(budget)]
        if self.kind is Kind.HINT:
            about.append(format_position(self.position))
        else:
            about += [format_position(self.board), self.line, self.par]
        return hashlib.sha256(json.dumps(about).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The question as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Question":
        """The question back from plain data."""
        return cls(**{**data, "kind": Kind(data["kind"])})


def answer(question: Question, budget: Budget, seconds: float) -> dict[str, Any]:
    """Ask the solver: `budget` for each position, about `seconds` in all."""
    end = time.monotonic() + seconds

    def is_late() -> bool:
        return time.monotonic() >= end

    if question.kind is Kind.HINT:
        return hint_data(hint(question.position, budget, cancelled=is_late))
    report = post_mortem(
        question.board,
        question.moves,
        budget,
        par_budget=budget if question.par else None,
        cancelled=is_late,
    )
    return post_mortem_data(report, question.moves, par=question.par)


def hint_data(advice: Hint) -> dict[str, Any]:
    """A hint as the API shows it."""
    result = advice.result
    return {
        "verdict": advice.verdict.value,
        "move": advice.move and format_move(advice.move),
        "shortest": advice.shortest,
        "line": None if result.line is None else format_line(result.line),
        "moves_left": {
            "low": result.par_low,
            "high": result.par_high,
            "proven": result.par_proven,
        },
        "reason": result.stopped if advice.verdict is Verdict.undetermined else None,
        "solver_version": result.solver_version,
    }


def post_mortem_data(report: PostMortem, line: list[Move], *, par: bool) -> dict[str, Any]:
    """A post-mortem as the API shows it."""
    last, lost = report.last_winnable, report.first_lost
    losing = line[last] if report.exact and last is not None and lost is not None else None
    return {
        "last_winnable": last,
        "first_lost": lost,
        "exact": report.exact,
        "losing_move": losing and format_move(losing),
        "winning_line": None if last is None else format_line(report.winning_line or ()),
        "par": list(report.par) if par else None,
        "over_par": list(report.over_par) if par else None,
        "solver_version": SOLVER_VERSION,
    }
