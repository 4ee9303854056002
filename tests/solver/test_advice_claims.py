"""What hint and post-mortem claim of recorded random games is true.

Here of some of the games; `python -m tests.advice_check` goes through all 200.
"""

from collections import Counter

import pytest

from games.rules import STREETS_AND_ALLEYS, VARIANTS, Board, Variant, deal
from games.solver import Budget, Verdict, solve
from tests.advice_check import claims, playouts
from tests.exhaustive import is_winnable


def test_every_claim_is_confirmed() -> None:
    recorded = playouts()
    assert len(recorded) == 200
    made = Counter[str]()
    for playout in recorded[::19]:
        for claim, is_confirmed in claims(playout):
            assert is_confirmed, (claim, playout)
            made[claim] += 1
    assert made["exact"] == 11
    assert min(made[claim] for claim in ("still winnable", "lost from here", "no hint left")) > 2


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_the_exhaustive_check_agrees_with_the_solver(variant: Variant) -> None:
    seen = set()
    for number in range(3, 15):
        board = deal(variant, number)
        verdict = solve(board, Budget(nodes=300_000)).verdict
        if verdict is Verdict.unsolvable:
            assert is_winnable(board, 1 << 17) is not True
        elif (found := is_winnable(board, 1 << 17)) is not None:
            assert found
        seen.add(verdict)
    assert seen == {Verdict.solvable, Verdict.unsolvable}


def test_it_knows_the_ends() -> None:
    assert is_winnable(Board([[]] * 8, [13, 13, 13, 13])) is True
    assert is_winnable(deal(STREETS_AND_ALLEYS, 79680425071963186202), 64) is None
