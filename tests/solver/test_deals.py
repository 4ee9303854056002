"""Deals of full size: labels that are known, lines that the rules replay."""

import pytest

from games.rules import VARIANTS, replay
from games.solver import Budget, find_par, solve
from tests.data.corpus import DEALS, Labelled, labelled

# Enough for every deal of the list, and small enough for a quick suite.
BUDGET = Budget(nodes=3_000_000)


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal.variant}-{deal.number}")
def test_the_known_label(deal: Labelled) -> None:
    board = deal.board
    result = solve(board, BUDGET)
    assert str(result.verdict) == deal.verdict
    if deal.verdict == "unsolvable":
        assert (result.line, result.par_low, result.par_high) == (None, None, None)
        return
    assert result.line is not None
    assert replay(board, result.line).won
    assert result.par_low is not None
    assert deal.par is None or result.par_low <= deal.par <= len(result.line)


def test_par_of_deals() -> None:
    proven = 0
    for deal in [one for slug in VARIANTS for one in labelled(slug)[:20]]:
        if deal.par is None:
            continue
        result = find_par(deal.board, Budget(nodes=400_000))
        assert result.par_low is not None
        assert result.par_high is not None
        assert result.par_low <= deal.par <= result.par_high
        assert result.line is not None
        assert len(result.line) == result.par_high
        proven += result.par == deal.par
    assert proven > 15
