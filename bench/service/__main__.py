"""`python -m bench.service`: the service over loopback, at two sizes and beside floors.

Fills two databases with made-up play in bulk, starts the web server on each and one that has
bare views alone, and has clients in processes of their own call them in short alternating
turns. Ratios are medians over the turns: to the same call on the small board, and to the bare
view (one row read or inserted, DRF and the same tokens, none of the site's middleware).
"""

import argparse
import json
import os
import platform
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.service.databases import (
    LARGE,
    SMALL,
    Seeded,
    Size,
    remove,
    run,
    seed,
    servers,
    variables,
)
from bench.service.fleet import Fleet, web
from bench.service.measuring import CALLS, Measured, measure, table

DEFAULT = Size(players=20_000, days=34, board=20_000, results=140_000)
FULL = Size(players=1_000_000, days=334, board=1_000_000, results=10_000_000)
SMALL_BOARD = 1_000
# More than any machine takes of one board in a second, for each turn.
MOST_SUBMISSIONS = 1_200


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="bench.service", description=__doc__)
    parser.add_argument("--full", action="store_true", help="a million a board, ten in all")
    parser.add_argument("--board", type=int, help="results on each of the two large boards")
    parser.add_argument("--results", type=int, help="results in all")
    parser.add_argument("--days", type=int, help="dates; each has three challenges")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one turn")
    parser.add_argument("--only", nargs="+", metavar="CALL", help="these calls, such as submission")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 16])
    parser.add_argument("--json", type=Path, default=Path("var/bench-service.json"))
    parser.add_argument("--keep", type=Path, help="keep the databases here, and use them again")
    parser.add_argument("--plans", type=Path, help="write the EXPLAIN of every query here")
    parser.add_argument("--settle", action="store_true", help="measure settling, and undo it")
    parser.add_argument("--seed-only", action="store_true")
    options = parser.parse_args(arguments)
    names = [call.name for call in CALLS]
    if unknown := set(options.only or ()) - set(names):
        parser.error(f"no call {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    return options


def size_of(options: argparse.Namespace) -> Size:
    """The size of the large database."""
    size = FULL if options.full else DEFAULT
    board = options.board or size.board
    return Size(max(board, 1000), options.days or size.days, board, options.results or size.results)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fill, measure, report; 1 if any request failed."""
    options = options_of(arguments)
    # What was started is stopped, whoever ends this.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    large = size_of(options)
    small = Size(SMALL_BOARD, large.days, SMALL_BOARD, 2 * SMALL_BOARD + 150 * large.days)
    var = options.keep or Path(tempfile.mkdtemp(prefix="castle-bench-"))
    try:
        with ExitStack() as stack:
            places = stack.enter_context(servers(var))
            seeded = [seed(places, var, SMALL, small), seed(places, var, LARGE, large)]
            for one in seeded:
                print(f"{one.name}: {one.bytes / 2**30:.2f} GiB, filled in {one.seconds:.0f} s")
            if options.seed_only:
                return 0
            return _measure(options, stack, places, var, seeded)
    finally:
        if options.keep is None:
            remove(var)


def _measure(
    options: argparse.Namespace, stack: ExitStack, places: Any, var: Path, seeded: list[Seeded]
) -> int:
    turns = len(options.clients) * (options.rounds + 1) * max(1.0, options.seconds)
    environments = {name: variables(places, var, name) for name in (LARGE, SMALL)}
    chosen, folders = {}, {}
    for name, environment in environments.items():
        folders[name] = var / f"requests-{name}"
        said = run(
            environment,
            *("-m", "bench.service.subjects", str(folders[name])),
            str(int(2 * MOST_SUBMISSIONS * turns)),
        )
        chosen[name] = json.loads(said)
    if options.plans:
        run(environments[LARGE], "-m", "bench.service.plans", str(options.plans))
    now = {name: one["now"] for name, one in chosen.items()}
    large = stack.enter_context(web("large", environments[LARGE], folders[LARGE], now=now[LARGE]))
    small = stack.enter_context(web("small", environments[SMALL], folders[SMALL], now=now[SMALL]))
    floor = stack.enter_context(
        web("floor", environments[SMALL], folders[SMALL], now=now[SMALL], bare=True)
    )
    fleet = stack.enter_context(Fleet(max(options.clients)))
    rows: list[Measured] = []
    for call in (call for call in CALLS if not options.only or call.name in options.only):
        for clients in options.clients:
            row = measure(
                call,
                clients=clients,
                fleet=fleet,
                large=large,
                small=small,
                floor=floor,
                rounds=options.rounds,
                seconds=options.seconds,
            )
            rows.append(row)
            print(table([row]).splitlines()[-1], file=sys.stderr, flush=True)
    settling = None
    if options.settle:
        settling = json.loads(run(environments[LARGE], "-m", "bench.service.settling"))
    print(table(rows))
    failed = sum(side["failed"] for row in rows for side in (row.large, row.small, row.floor))
    for row in rows:
        for what in row.short:
            print(f"short: {row.call} with {row.clients} clients has {what}")
    if failed:
        print(f"{failed} requests were not answered as they should be")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    report = {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
        "options": {"rounds": options.rounds, "seconds": options.seconds},
        "databases": [
            {
                "name": one.name,
                "players": one.size.players,
                "challenges": one.size.days * 3,
                "results": one.size.results,
                "results_on_board": chosen[one.name]["results"],
                "bytes": one.bytes,
                "seconds_to_fill": one.seconds,
            }
            for one in seeded
        ],
        "settling": settling,
        "calls": [row.told() for row in rows],
    }
    options.json.write_text(json.dumps(report, indent=2) + "\n")
    print(f"written: {options.json}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
