"""Compares the solver with the oracle on many small deals: `python -m bench.solver_oracle --help`.

Verdict and par with and without safe moves, the relaxed game, and bound and dead positions on
every position that can be reached. Stops at the first difference.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from games.solver.search import lower_bound
from tests import naive
from tests.solver.packs import SIZES, VARIANTS, fewest_moves, from_naive, small_deal, to_naive
from tests.solver.test_relaxed import relaxed


class DifferenceError(RuntimeError):
    """The solver and the oracle disagree."""


def compare(variant: str, ranks: int, rows: int, seed: int) -> Counter[str]:
    """Compare one small deal and all of its positions; what was seen, or DifferenceError."""
    name = f"{variant}, {ranks} ranks in {rows} rows, seed {seed}"
    deal = small_deal(variant, ranks, rows, seed)
    distances = naive.distances_to_win(to_naive(deal))
    exact = distances[naive.canonical(to_naive(deal))]
    for margin in (2, -1):
        if fewest_moves(deal, margin=margin) != exact:
            raise DifferenceError(f"par of {name}, margin {margin}: not {exact}")
    proven = relaxed(deal).unsolvable
    if proven and exact is not None:
        raise DifferenceError(f"the relaxed game calls {name} unsolvable")
    dead = 0
    for state, distance in distances.items():
        bound = lower_bound(from_naive(state, ranks))
        dead += bound is None
        if distance is not None and (bound is None or bound > distance):
            raise DifferenceError(f"bound {bound}, distance {distance}: {name}, {state}")
    return Counter(
        deals=1, solvable=exact is not None, proven=proven, positions=len(distances), dead=dead
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare so many deals of each size and variant."""
    parser = argparse.ArgumentParser(prog="bench.solver_oracle", description=__doc__)
    parser.add_argument("--deals", type=int, nargs=3, default=(1000, 100, 20), metavar="N")
    parser.add_argument("--seed", type=int, default=1_000_000, help="seed of the first deal")
    options = parser.parse_args(arguments)
    for (ranks, rows), deals in zip(SIZES, options.deals, strict=True):
        for variant in VARIANTS:
            seen: Counter[str] = Counter()
            for seed in range(options.seed, options.seed + deals):
                seen += compare(variant, ranks, rows, seed)
            print(f"{variant}, {ranks} ranks in {rows} rows: {dict(seen)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
