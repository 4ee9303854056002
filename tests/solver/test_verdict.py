"""`solve` and `find_par` as callers see them: budgets, refusals, what the result says."""

import pytest

from games.rules import BELEAGUERED_CASTLE, CITADEL, STREETS_AND_ALLEYS, Board, Move, deal, replay
from games.solver import DEFAULT_BUDGET, SOLVER_VERSION, Budget, Verdict, find_par, solve, warm_up
from games.solver.verdict import LineError, checked_line

SOLVABLE = 79680425071963186202
HARD = 90057773562776269650  # Citadel, unsolvable, tens of thousands of states
LONG = 57298057874166351311  # Streets and Alleys, solvable, par takes tens of millions of states
NODES = Budget(nodes=1_000_000)


def test_it_works() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    before = board.copy()
    result = solve(board)
    assert board == before
    assert result.verdict is Verdict.solvable
    assert result.line is not None
    assert replay(board, result.line).won
    assert result.moves == result.par_high == len(result.line)
    assert result.stopped is None
    assert result.states > 100
    assert result.peak_bytes > 32 * result.states
    assert result.solver_version == SOLVER_VERSION


def test_par_is_proven_and_reached() -> None:
    result = find_par(deal(BELEAGUERED_CASTLE, SOLVABLE), NODES)
    assert (result.par, result.par_low, result.par_high, result.moves) == (73, 73, 73, 73)
    assert result.par_proven


def test_same_budget_in_nodes_same_result() -> None:
    board = deal(STREETS_AND_ALLEYS, SOLVABLE)
    results = [find_par(board, Budget(nodes=150_000)) for _ in range(2)]
    assert results[0].line == results[1].line
    assert results[0].states == results[1].states <= 150_000
    assert results[0].par_low == results[1].par_low
    assert results[0].par_low is not None
    assert results[0].par_low < 102


def test_nodes_run_out() -> None:
    result = solve(deal(CITADEL, HARD), Budget(nodes=10_000))
    assert result.verdict is Verdict.undetermined
    assert result.stopped == "nodes"
    assert result.states <= 10_000
    assert result.line is None
    assert result.par_high is None


def test_seconds_run_out() -> None:
    board = deal(STREETS_AND_ALLEYS, LONG)
    line = solve(board).line
    result = find_par(board, Budget(seconds=0.001), known_line=line)
    assert result.verdict is Verdict.solvable
    assert not result.par_proven
    assert result.stopped == "seconds"


def test_processor_time_runs_out() -> None:
    board = deal(STREETS_AND_ALLEYS, LONG)
    line = solve(board).line
    result = find_par(board, Budget(cpu_seconds=0.001), known_line=line)
    assert not result.par_proven
    assert result.stopped == "seconds"


def test_bytes_run_out() -> None:
    result = find_par(deal(STREETS_AND_ALLEYS, LONG), Budget(bytes=20_000_000))
    assert result.verdict is Verdict.solvable
    assert not result.par_proven
    assert result.stopped == "bytes"
    assert 14_000_000 < result.peak_bytes <= 20_000_000


def test_cancelled() -> None:
    asked = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) == 3

    result = find_par(deal(STREETS_AND_ALLEYS, LONG), cancelled=cancelled)
    assert not result.par_proven
    assert result.stopped == "cancelled"
    assert len(asked) == 3


def test_progress_grows() -> None:
    told: list[int] = []
    find_par(deal(STREETS_AND_ALLEYS, LONG), Budget(nodes=900_000), progress=told.append)
    assert len(told) > 2
    assert told == sorted(told)


def test_a_won_position_needs_no_move() -> None:
    board = Board([[], [], [], [], [], [], [], []], [13, 13, 13, 13])
    for result in (solve(board), find_par(board)):
        assert result.verdict is Verdict.solvable
        assert result.line == ()
        assert result.par == 0


def test_one_move_to_go() -> None:
    board = Board([[], [51], [], [], [], [], [], []], [13, 13, 13, 12])
    result = find_par(board)
    assert result.line == (Move(2, 0),)
    assert result.par == 1


def test_a_stuck_position_is_unsolvable() -> None:
    # Every row ends with a four or an eight, no row is empty: nothing fits anywhere.
    ends = [12, 13, 14, 15, 28, 29, 30, 31]
    others = [card for card in range(52) if card not in ends]
    board = Board([[*others[row::8], end] for row, end in enumerate(ends)], [0, 0, 0, 0])
    assert board.is_stuck()
    for result in (solve(board), find_par(board)):
        assert result.verdict is Verdict.unsolvable
        assert result.par_low is None
        assert result.par_high is None
        assert result.stopped is None


def test_from_the_middle_of_a_game() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    line = find_par(board, NODES).line
    assert line is not None
    for index, move in enumerate(line):
        if index % 12 == 0:
            assert find_par(board, NODES).par == 73 - index
        board.push(move)


def test_a_known_line_is_the_start() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    line = solve(board).line
    assert line is not None
    result = find_par(board, NODES, known_line=line, known_low=70)
    assert result.par == 73
    stopped = find_par(board, Budget(nodes=100), known_line=line, known_low=70)
    assert (stopped.par_low, stopped.par_high) == (70, len(line))
    assert stopped.line == line


def test_a_known_line_that_does_not_win_is_refused() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    with pytest.raises(ValueError, match="does not win"):
        find_par(board, known_line=[])
    with pytest.raises(ValueError, match="does not win"):
        find_par(board, known_line=[Move(1, 0)])


def test_a_line_is_replayed_before_anybody_sees_it() -> None:
    with pytest.raises(LineError, match="does not win"):
        checked_line(deal(CITADEL, 1), [Move(1, 1)])


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"seconds": 0.0}, {"bytes": -1}])
def test_limits_are_positive(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="positive"):
        Budget(**limits)


def test_the_default_budget() -> None:
    assert Budget(None, 60.0, 2 << 30) == DEFAULT_BUDGET


def test_warming_up_again_is_quick() -> None:
    warm_up()
    assert warm_up() >= 0


def test_a_very_long_known_line_is_replaced() -> None:
    board = Board([[51], [], [], [], [], [], [], []], [13, 13, 13, 12])
    there_and_back = [Move(1, 2), Move(2, 1)] * 1100
    result = find_par(board, known_line=[*there_and_back, Move(1, 0)])
    assert result.par == 1


def test_rows_of_any_length() -> None:
    """Positions that no deal leads to: a whole pack in one row."""
    in_order = Board([list(range(51, -1, -1)), [], [], [], [], [], [], []], [0, 0, 0, 0])
    assert find_par(in_order, NODES).par == 52
    reverse = Board([list(range(52)), [], [], [], [], [], [], []], [0, 0, 0, 0])
    result = solve(reverse, Budget(nodes=50_000))
    assert result.verdict in set(Verdict)
    assert result.line is None or replay(reverse, result.line).won
