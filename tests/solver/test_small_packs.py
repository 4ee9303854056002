"""The searches against exact distances, on packs that the oracle can search whole."""

import random

import pytest

from games.rules import Move
from games.solver.budget import Meter
from games.solver.packed import Position
from games.solver.result import Verdict
from games.solver.search import Weights, lower_bound
from games.solver.verdict import find_line
from tests import naive
from tests.solver.packs import (
    SIZES,
    UNLIMITED,
    VARIANTS,
    fewest_moves,
    from_naive,
    searched,
    small_deal,
    to_naive,
)

# Deals of each size; the larger ones have tens of thousands of positions each.
DEALS = {(4, 3): 150, (4, 4): 6, (5, 4): 2}


def check_line(position: Position, line: list[Move]) -> None:
    """Play a line by the oracle's rules, to a win."""
    here = to_naive(position)
    for move in line:
        assert tuple(move) in naive.legal_moves(here)
        here = naive.play(here, tuple(move))
    assert naive.is_won(here)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("ranks", "rows"), SIZES)
def test_verdict_par_and_bound_from_every_deal(variant: str, ranks: int, rows: int) -> None:
    decided = set()
    for seed in range(DEALS[ranks, rows]):
        deal = small_deal(variant, ranks, rows, seed)
        distances = naive.distances_to_win(to_naive(deal))
        exact = distances[naive.canonical(to_naive(deal))]
        assert fewest_moves(deal) == exact
        assert fewest_moves(deal, margin=-1) == exact
        verdict, line = find_line(deal, Meter(UNLIMITED))
        assert verdict == (Verdict.unsolvable if exact is None else Verdict.solvable)
        if line is not None:
            check_line(deal, line)
        decided.add(verdict)
        # Any position of the game, not only a deal.
        sample = random.Random(seed).sample(sorted(distances), min(len(distances), 40))  # noqa: S311
        for state in sample:
            distance = distances[state]
            position = from_naive(state, ranks)
            assert fewest_moves(position) == distance
            bound = lower_bound(position)
            if distance is not None:
                assert bound is not None
                assert bound <= distance
    assert decided >= {Verdict.solvable} if (ranks, rows) != (4, 3) else len(decided) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_bound_of_every_position(variant: str) -> None:
    dead = tight = 0
    for seed in range(30):
        distances = naive.distances_to_win(to_naive(small_deal(variant, 4, 3, 1000 + seed)))
        for state, distance in distances.items():
            bound = lower_bound(from_naive(state, 4))
            if bound is None:
                dead += 1
                assert distance is None
            elif distance is not None:
                tight += bound == distance
                assert bound <= distance
    assert dead > 20
    assert tight > 20


@pytest.mark.parametrize("weights", [Weights(1, 2), Weights(1, 3), Weights(2, 3)])
def test_weights_change_the_line_and_never_the_verdict(weights: Weights) -> None:
    found = 0
    for seed in range(100):
        deal = small_deal("streets-and-alleys", 5, 4, seed)
        search = searched(deal, weights)
        fewest = fewest_moves(deal)
        assert search.exhausted or search.found
        assert search.found == (fewest is not None)
        if fewest is not None:
            found += 1
            assert len(search.line()) >= fewest
            check_line(deal, search.line())
    assert found > 20
