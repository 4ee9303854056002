"""What moderators are told of odd lines, in the pages of results."""

import doctest

import pytest

import leaderboard.suspicion
from leaderboard.suspicion import Signal, hand_moves, signals
from tests.leaderboard.lines import CASTLE


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.suspicion)
    assert (result.failed, result.attempted) == (0, 3)


@pytest.mark.parametrize(
    ("elapsed_ms", "found"),
    [(None, []), (0, [Signal.ELAPSED]), (399, [Signal.ELAPSED]), (400, []), (10**9, [])],
)
def test_time_counts_for_moves_between_rows_alone(elapsed_ms: int, found: list[Signal]) -> None:
    line = "82 3h 85 6h 6h"
    assert hand_moves(line) == 2
    assert signals(line=line, solver_lines={CASTLE.line}, elapsed_ms=elapsed_ms) == found


def test_a_line_without_moves_gives_no_sign() -> None:
    assert signals(line="", solver_lines={CASTLE.line}, elapsed_ms=0) == []
