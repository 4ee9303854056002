"""Safe moves: free of charge up to rank + 2, wrong beyond."""

import pytest

from games.solver.dominances import SAFE_MARGIN
from games.solver.packed import Position
from games.solver.search import settle
from tests import naive
from tests.solver.packs import fewest_moves, small_deal, to_naive

# Small deals (variant, ranks, rows, seed) in which a card of the lowest foundation + 3 must wait,
# with the fewest moves.
MUST_WAIT = [
    ("beleaguered-castle", 4, 3, 120, 15),
    ("beleaguered-castle", 5, 4, 356, 23),
    ("streets-and-alleys", 4, 3, 136, 21),
    ("streets-and-alleys", 4, 4, 112, 27),
    ("streets-and-alleys", 4, 4, 218, 21),
    ("citadel", 5, 4, 46, 17),
]


@pytest.mark.parametrize(("variant", "ranks", "rows", "seed", "fewest"), MUST_WAIT)
def test_a_card_beyond_the_margin_may_have_to_wait(
    variant: str, ranks: int, rows: int, seed: int, fewest: int
) -> None:
    deal = small_deal(variant, ranks, rows, seed)
    assert naive.fewest_moves(to_naive(deal)) == fewest
    assert fewest_moves(deal, margin=SAFE_MARGIN) == fewest
    assert fewest_moves(deal, margin=SAFE_MARGIN + 1) != fewest


@pytest.mark.parametrize("variant", ["beleaguered-castle", "streets-and-alleys", "citadel"])
def test_safe_moves_change_nothing(variant: str) -> None:
    solvable = 0
    for ranks, rows, deals in ((4, 3, 400), (4, 4, 150), (5, 4, 100)):
        for seed in range(deals):
            deal = small_deal(variant, ranks, rows, seed)
            fewest = fewest_moves(deal, margin=-1)
            assert fewest_moves(deal) == fewest
            solvable += fewest is not None
    assert solvable > 100


def test_settling_plays_the_safe_cards_only() -> None:
    # 2C AC / 3C 2D AD / 3H 2H AH / 4C 3D 2S AS: nothing has to wait.
    position = Position(((4, 0), (8, 5, 1), (10, 6, 2), (12, 9, 7, 3)), (0, 0, 0, 0), 4)
    settled, moves = settle(position)
    assert settled.rows == ((), (), (), ())
    assert len(moves) == 12
    held = Position(((8,), (5, 15), (6, 14), (7, 13)), (2, 1, 1, 1), 4)
    settled, moves = settle(held)
    assert [tuple(move) for move in moves] == [(1, 0)]
    assert settled.rows[1:] == held.rows[1:]
