"""The relaxed game proves, suit-blind keys guess: what either may say, against the oracle."""

import pytest

from games.rules import deal, get_variant
from games.solver.budget import Budget, Meter
from games.solver.packed import Position
from games.solver.relaxed import RelaxedSearch
from games.solver.search import Search, Weights
from tests.solver.packs import UNLIMITED, VARIANTS, fewest_moves, small_deal


def relaxed(position: Position, known: int = 3) -> RelaxedSearch:
    """A search of the relaxed game that ran to its end."""
    search = RelaxedSearch(position, known)
    search.run(Meter(UNLIMITED), 10_000_000)
    assert search.unsolvable != search.possible
    return search


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("known", [0, 1, 2, 3])
def test_what_the_relaxed_game_calls_unsolvable_is(variant: str, known: int) -> None:
    proven = missed = won = 0
    for ranks, rows, deals in ((4, 3, 300), (4, 4, 100), (5, 4, 60), (6, 4, 30)):
        for seed in range(deals):
            position = small_deal(variant, ranks, rows, seed)
            solvable = fewest_moves(position) is not None
            if relaxed(position, known).unsolvable:
                assert not solvable
                proven += 1
            else:
                won += solvable
                missed += not solvable
    assert proven > 100
    assert won > 100
    assert proven > missed


def test_deals_that_an_exact_search_takes_millions_for() -> None:
    for variant, number in (
        ("citadel", 90057773562776269650),
        ("citadel", 80301012134287160256),
        ("streets-and-alleys", 18783094737579703395),
    ):
        search = relaxed(Position.from_board(deal(get_variant(variant), number)))
        assert search.unsolvable
        assert search.states < 50_000


def test_a_limit_leaves_it_open() -> None:
    position = Position.from_board(deal(get_variant("citadel"), 90057773562776269650))
    search = RelaxedSearch(position)
    assert search.run(Meter(UNLIMITED), 1000)
    assert (search.unsolvable, search.possible) == (False, False)
    assert search.states <= 1000
    assert search.run(Meter(UNLIMITED), 100_000)
    assert search.unsolvable


def test_nodes_stop_it() -> None:
    position = Position.from_board(deal(get_variant("citadel"), 90057773562776269650))
    meter = Meter(Budget(nodes=5000))
    assert not RelaxedSearch(position).run(meter, 100_000)
    assert meter.stopped == "nodes"
    assert meter.states <= 5000


def test_a_blind_search_never_claims_a_proof() -> None:
    missed = 0
    for variant in VARIANTS:
        for seed in range(300):
            position = small_deal(variant, 5, 4, seed)
            search = Search(position, Weights(1, 2), first=True, blind=True)
            search.run(Meter(UNLIMITED))
            assert not search.exhausted
            if not search.found:
                missed += fewest_moves(position) is not None
    # The reason for all this: blind keys do lose wins.
    assert missed > 0
