"""Compiles the kernels, or loads them from the cache, ahead of the first solve."""

import time

from games.solver.budget import Budget, Meter
from games.solver.packed import Position
from games.solver.par import shortest_line
from games.solver.relaxed import RelaxedSearch
from games.solver.search import Search, Weights
from games.solver.verdict import find_line

# Three ranks in four rows, not won by safe moves alone.
_TINY = Position(((8, 0, 4), (6, 10, 5), (3, 1, 9), (11, 2, 7)), (0, 0, 0, 0), 3)


def warm_up() -> float:
    """Run every kernel once, on a tiny pack; the seconds that took."""
    started = time.perf_counter()
    meter = Meter(Budget(nodes=10_000))
    _, line = find_line(_TINY, meter)
    shortest_line(_TINY, meter, line or [], 0)
    Search(_TINY, Weights(1, 1)).regrow()
    relaxed = RelaxedSearch(_TINY)
    relaxed.run(meter, 1000)
    relaxed.regrow()
    return time.perf_counter() - started
