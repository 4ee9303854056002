"""How hard a solvable deal is, as a number from 0 to 100 and a named grade.

Three measures, each the same on every machine for one version of the solver:

effort
    log2 of the states that `solve` stores before it finds a line.
detours
    moves of that line beyond the lower bound at the start: cards that have to be parked.
traps
    of 16 short games played without thought (8 moves each: a card that fits its foundation
    goes there, otherwise any legal move), how many can not be won any more.

Each measure is placed among the solvable deals of a calibration (0 the least, 1 the most);
the deal's score is the mean of the three places, traps counted twice: they are what a player
meets, the other two what the solver meets. The number is the score's place among the scores
of the calibration, in per cent: 73 means harder than 73 of 100 solvable deals of the variant.
So the grades have the shares that they are defined by: 40, 30, 20 and 10 %.

`difficulty.json` is the calibration; `manage.py calibrate_difficulty` makes it.
"""

import json
import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from games.rules import HOME, Board, Variant, deal
from games.solver import Budget, Result, Verdict, solve

CALIBRATION_FILE = Path(__file__).with_name("difficulty.json")

EFFORT_BUDGET = Budget(nodes=2_000_000)
"""Where no line is found within it, effort is the whole budget and detours are the most."""
TRAP_BUDGET = Budget(nodes=100_000)
"""A game that cannot be decided within it counts as one that can still be won."""
TRAP_GAMES = 16
TRAP_MOVES = 8
WEIGHTS = (1, 1, 2)
"""Of effort, detours and traps."""

_MASK = 2**64 - 1


class Grade(StrEnum):
    """How hard a deal is among the solvable ones of its variant."""

    easy = "easy"
    medium = "medium"
    hard = "hard"
    fiendish = "fiendish"


# The number at which each grade ends.
_ENDS = {Grade.easy: 40, Grade.medium: 70, Grade.hard: 90}


def grade_of(number: int) -> Grade:
    """The grade of a difficulty: easy below 40, medium below 70, hard below 90, else fiendish."""
    return next((grade for grade, end in _ENDS.items() if number < end), Grade.fiendish)


@dataclass(frozen=True)
class Measures:
    """What makes a deal hard, measured (see the head of this file)."""

    effort: float
    detours: float
    traps: float


@dataclass(frozen=True)
class Scale:
    """What the measures and the scores of a variant's calibration were: each list ascending."""

    effort: Sequence[float]
    detours: Sequence[float]
    traps: Sequence[float]
    score: Sequence[float]


def place(values: Sequence[float], value: float) -> float:
    """Where a value stands among ascending ones, 0 to 1; in the middle of those equal to it."""
    return (bisect_left(values, value) + bisect_right(values, value)) / (2 * len(values))


def score_of(scale: Scale, measures: Measures) -> float:
    """The weighted mean of the places of the three measures, 0 to 1."""
    scales = (scale.effort, scale.detours, scale.traps)
    places = [place(values, value) for values, value in zip(scales, astuple(measures), strict=True)]
    weighted = sum(weight * one for weight, one in zip(WEIGHTS, places, strict=True))
    return weighted / sum(WEIGHTS)


def number_of(scale: Scale, measures: Measures) -> int:
    """The difficulty, 0 to 100: how many of 100 deals of the calibration are less hard."""
    return math.floor(100 * place(scale.score, score_of(scale, measures)))


def careless_game(board: Board, seed: int) -> Board:
    """The position after 8 moves without thought, fewer if none is left; the same for a seed."""
    board = board.copy()
    for _ in range(TRAP_MOVES):
        moves = board.legal_moves()
        if not moves:
            break
        home = [move for move in moves if move.destination == HOME]
        seed, drawn = _draw(seed)
        board.push(home[0] if home else moves[drawn % len(moves)])
    return board


def _draw(state: int) -> tuple[int, int]:
    """SplitMix64 (Steele, Lea, Flood 2014): the next state and a number of 64 bits."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, mixed ^ (mixed >> 31)


def measure(board: Board) -> Measures | None:
    """Measure a deal, in about a tenth of a second; None if it is proven unsolvable."""
    result = solve(board, EFFORT_BUDGET)
    if result.verdict is Verdict.unsolvable:
        return None
    lost = sum(
        solve(careless_game(board, seed), TRAP_BUDGET).verdict is Verdict.unsolvable
        for seed in range(TRAP_GAMES)
    )
    return Measures(*_effort_and_detours(result), float(lost))


def _effort_and_detours(result: Result) -> tuple[float, float]:
    if result.moves is None or result.par_low is None:
        return math.log2(EFFORT_BUDGET.nodes or 1), math.inf
    # The lower bound at the start: of the same solve, so that no other search has raised it.
    return math.log2(max(1, result.states)), float(result.moves - result.par_low)


@cache
def calibration() -> dict[str, Any]:
    """The calibration as its file holds it: what it was made with, and the scales by variant."""
    data: dict[str, Any] = json.loads(CALIBRATION_FILE.read_text(encoding="utf-8"))
    return data


@cache
def scale_of(variant: Variant) -> Scale:
    """The scale of a variant."""
    return Scale(**calibration()["scales"][variant.slug])


def difficulty(variant: Variant, number: int) -> int | None:
    """The difficulty of a deal, 0 to 100, in about a tenth of a second; None if unsolvable."""
    measures = measure(deal(variant, number))
    return None if measures is None else number_of(scale_of(variant), measures)
