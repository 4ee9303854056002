"""The choice of a day's deal among its candidates: solver work, no database.

The rule stands in `leaderboard.commitments`. Budgets are in nodes, never in seconds, so that
the choice is the same on every machine.
"""

import dataclasses
import datetime as dt
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from games.rules import deal, get_variant
from games.solver import Budget, Result, Verdict, find_par, solve
from leaderboard.commitments import CANDIDATES, candidate_number, challenge_key


class ChoiceCancelledError(Exception):
    """The caller's cancel flag ended the search; nothing was chosen."""


@dataclass(frozen=True)
class Choice:
    """A chosen deal, how it was come by, and the label that the choice rests on."""

    key: bytes
    candidate: int
    number: int
    label: Result


@dataclass(frozen=True)
class Budgets:
    """Nodes that one candidate may cost: for the verdict, then for par."""

    verdict_nodes: int
    par_nodes: int


def choose(
    variant: str,
    date: dt.date,
    *,
    secret: bytes,
    budgets: Budgets,
    cancelled: Callable[[], bool] | None = None,
) -> Choice:
    """The challenge of a day: the first candidate with par proven, after 8 the first solvable.

    May search for minutes. Raises ChoiceCancelledError.
    """
    key = challenge_key(secret, variant, date)
    fallback: Choice | None = None
    for index in itertools.count():
        number = candidate_number(key, index)
        label = label_of(variant, number, budgets=budgets, cancelled=cancelled)
        if label.verdict == Verdict.solvable:
            choice = Choice(key, index, number, label)
            if label.par_proven:
                return choice
            fallback = fallback or choice
        if fallback is not None and index + 1 >= CANDIDATES:
            return fallback
    raise AssertionError("the candidates never end")


def label_of(
    variant: str,
    number: int,
    *,
    budgets: Budgets,
    cancelled: Callable[[], bool] | None = None,
) -> Result:
    """The verdict of a deal and, if it is solvable, par; effort of both runs together.

    Raises ChoiceCancelledError.
    """
    board = deal(get_variant(variant), number)
    verdict = solve(board, Budget(nodes=budgets.verdict_nodes), cancelled=cancelled)
    if verdict.stopped == "cancelled":
        raise ChoiceCancelledError
    if verdict.verdict != Verdict.solvable or verdict.par_proven:
        return verdict
    par = find_par(
        board,
        Budget(nodes=budgets.par_nodes),
        known_line=verdict.line,
        known_low=verdict.par_low or 0,
        cancelled=cancelled,
    )
    if par.stopped == "cancelled":
        raise ChoiceCancelledError
    return dataclasses.replace(
        par,
        states=verdict.states + par.states,
        seconds=verdict.seconds + par.seconds,
        peak_bytes=max(verdict.peak_bytes, par.peak_bytes),
    )
