"""Hint and post-mortem, each claim confirmed by an exhaustive search without guesses."""

import random

import pytest

from games.rules import (
    BELEAGUERED_CASTLE,
    CITADEL,
    STREETS_AND_ALLEYS,
    Board,
    Move,
    deal,
    get_variant,
    replay,
)
from games.solver import Budget, Verdict, hint, post_mortem, solve
from games.solver.budget import Meter
from games.solver.packed import Position
from games.solver.search import Search, Weights
from tests.solver.packs import UNLIMITED

SOLVABLE = 79680425071963186202
NODES = Budget(nodes=300_000)


def winnable(board: Board) -> bool:
    """An exact search, without relaxed game or blind keys."""
    search = Search(Position.from_board(board), Weights(1, 2), first=True)
    search.run(Meter(UNLIMITED))
    assert search.found or search.exhausted
    return search.found


def playout(slug: str, number: int, seed: int) -> tuple[Board, list[Move]]:
    """A deal and a random line from it, which prefers foundations."""
    board = deal(get_variant(slug), number)
    start = board.copy()
    chance = random.Random(seed)  # noqa: S311
    line: list[Move] = []
    while (moves := board.legal_moves()) and len(line) < 30:
        home = [move for move in moves if move.destination == 0]
        line.append(chance.choice(home or moves))
        board.push(line[-1])
    return start, line


def test_hints_win_the_game_in_par() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    moves = 0
    while not board.is_won():
        advice = hint(board, NODES)
        assert advice.verdict is Verdict.solvable
        assert advice.shortest
        assert advice.move is not None
        board.check(advice.move)
        board.push(advice.move)
        moves += 1
    assert moves == 73


def test_no_hint_where_none_is_left() -> None:
    advice = hint(deal(CITADEL, 90057773562776269650), NODES)
    assert (advice.verdict, advice.move, advice.shortest) == (Verdict.unsolvable, None, False)


def test_no_hint_after_the_end() -> None:
    won = Board([[]] * 8, [13, 13, 13, 13])
    advice = hint(won)
    assert (advice.verdict, advice.move, advice.shortest) == (Verdict.solvable, None, False)


def test_an_open_hint_says_nothing() -> None:
    advice = hint(deal(STREETS_AND_ALLEYS, SOLVABLE), Budget(nodes=200))
    assert (advice.verdict, advice.move) == (Verdict.undetermined, None)


def test_post_mortems_of_random_playouts() -> None:
    lost = started_lost = 0
    for slug in ("beleaguered-castle", "streets-and-alleys", "citadel"):
        for seed in range(8):
            start, line = playout(slug, 1000 + seed, seed)
            report = post_mortem(start, line, NODES)
            assert report.exact
            boards = [start.copy()]
            for move in line:
                boards.append(boards[-1].copy())
                boards[-1].push(move)
            if report.last_winnable is None:
                started_lost += 1
                assert report.first_lost == 0
            else:
                here = boards[report.last_winnable]
                assert winnable(here)
                assert report.winning_line is not None
                assert replay(here, report.winning_line).won
            if report.first_lost is not None:
                lost += 1
                assert not winnable(boards[report.first_lost])
                assert report.first_lost == (report.last_winnable or 0) + (
                    report.last_winnable is not None
                )
    assert lost > 10
    assert started_lost > 0


def test_post_mortem_of_a_line_that_is_still_winnable() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    line = solve(board).line
    assert line is not None
    report = post_mortem(board, line[:20])
    assert report.last_winnable == 20
    assert report.first_lost is None
    assert report.exact
    assert report.decided == (20,)
    assert set(report.par) == {None}


def test_par_along_a_line() -> None:
    board = deal(BELEAGUERED_CASTLE, SOLVABLE)
    line = solve(board).line
    assert line is not None
    report = post_mortem(board, line, NODES, par_budget=NODES)
    assert report.par[0] == 73
    assert report.par[-1] == 0
    assert report.over_par[0] == 0
    known = [over for over in report.over_par if over is not None]
    assert known == sorted(known)
    assert known[-1] == len(line) - 73


def test_post_mortem_of_nothing() -> None:
    report = post_mortem(deal(BELEAGUERED_CASTLE, SOLVABLE), [])
    assert report.last_winnable == 0
    assert report.decided == (0,)


def test_undetermined_steps_are_said() -> None:
    start, line = playout("streets-and-alleys", 1003, 3)
    report = post_mortem(start, line, Budget(nodes=80))
    assert not report.exact
    assert len(report.decided) > 1


def test_an_illegal_line_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        post_mortem(deal(CITADEL, 1), [Move(1, 1)])
