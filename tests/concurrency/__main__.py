"""`python -m tests.concurrency`: prove the competition exact under load, and print figures."""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.concurrency.api import Figures
from tests.concurrency.running import Running, running
from tests.concurrency.scripts import Script, draw, shrink

if TYPE_CHECKING:
    from tests.concurrency.mixed import Mixed

SHOWN = 20


def main() -> int:
    """Run the parts that are asked for; 1 if anything disagreed."""
    parser = argparse.ArgumentParser(prog="python -m tests.concurrency", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long rounds are played")
    parser.add_argument("--rounds", type=int, help="so many rounds, however long they take")
    parser.add_argument("--seed", type=int, help="draws the scripts; by chance if not given")
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--steps", type=int, default=60, help="of each client in a round")
    parser.add_argument("--pause", type=float, default=3.0, help="seconds of each outage")
    parser.add_argument("--limits", type=int, nargs="+", default=[1, 3, 10, 50, 200])
    parser.add_argument("--shrink", type=int, default=40, help="scripts run to make one smaller")
    parser.add_argument("--json", action="store_true", help="print figures as JSON alone")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if options.seed is None else options.seed
    say = (lambda text: None) if options.json else (lambda text: print(text, flush=True))
    say(f"seed {seed}")
    start = time.monotonic()
    figures: dict[str, Figures] = {}
    with running() as service:
        say(f"the service runs after {time.monotonic() - start:.1f} s")
        for name, part in parts(service, options, seed, say).items():
            began = time.monotonic()
            figures[name] = part()
            say(f"\n{name}: {time.monotonic() - began:.1f} s")
            say(_text(figures[name]))
        deadlocks = _deadlocks()
    say(f"\ndeadlocks that PostgreSQL ended and the service ran again: {deadlocks}")
    if options.json:
        print(json.dumps({name: _data(one) for name, one in figures.items()}))
    return 1 if any(one.faults for one in figures.values()) else 0


def parts(
    service: Running, options: argparse.Namespace, seed: int, say: Callable[[str], None]
) -> dict[str, Callable[[], Figures]]:
    """What is to be proven, by name; each gives its figures."""
    # They need the settings, which are read as the service starts.
    from tests.concurrency.cast import Cast
    from tests.concurrency.mixed import Mixed
    from tests.concurrency.outages import Outage
    from tests.concurrency.paging import Paging
    from tests.concurrency.throttles import hit_all

    cast = Cast.of(registered=6, guests=10)
    mixed = Mixed(service, Figures(), cast)

    def play() -> Figures:
        _rounds(mixed, options, random.Random(seed), say)  # noqa: S311
        return mixed.figures

    def outage() -> Figures:
        mixed.figures = Figures()
        Outage(mixed).run(options.pause)
        return mixed.figures

    def page() -> Figures:
        mixed.figures = Figures()
        mixed.next_date()
        Paging(mixed).run(options.limits)
        return mixed.figures

    def throttle() -> Figures:
        figures = Figures()
        hit_all(service, figures)
        return figures

    return {"mixed": play, "outage": outage, "paging": page, "throttles": throttle}


def _rounds(
    mixed: "Mixed",
    options: argparse.Namespace,
    chance: random.Random,
    say: Callable[[str], None],
) -> None:
    """Play rounds until the time is over; the first that fails is made smaller, and ends it."""
    end = time.monotonic() + 60 * options.minutes
    played = 0
    while played < options.rounds if options.rounds else time.monotonic() < end:
        script = draw(chance, options.clients, options.steps)
        played += 1
        faults = mixed.round(script, every_limit=played % 5 == 1 and not options.rounds)
        if faults:
            say(f"round {played} has {faults} faults: {mixed.figures.faults[:3]}")
            if options.shrink:
                _show_smallest(mixed, script, options.shrink, say)
            return
    say(f"{played} rounds")


def _show_smallest(mixed: "Mixed", script: Script, most: int, say: Callable[[str], None]) -> None:
    """Print the smallest script that fails; its runs count in no figures."""
    figures, mixed.figures = mixed.figures, Figures()
    found = shrink(script, lambda one: mixed.round(one) > 0, most)
    mixed.figures = figures
    say("the smallest script that failed, by client:")
    for steps in found:
        say("\n".join(f"  {step}" for step in steps) + "\n")


def _deadlocks() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _data(figures: Figures) -> dict[str, Any]:
    return {
        "requests": dict(figures.requests),
        "statuses": {str(status): count for status, count in figures.statuses.items()},
        "compared": dict(figures.compared),
        "disagreements": len(figures.faults),
        "faults": figures.faults[:SHOWN],
    }


def _text(figures: Figures) -> str:
    """The figures of a part as a person reads them."""

    def row(name: str, counts: Any) -> str:
        pairs = ", ".join(f"{key} {count}" for key, count in sorted(counts.items()))
        return f"  {name} ({sum(counts.values())}): {pairs}"

    lines = [
        row("requests", figures.requests),
        row("answers", {str(key): count for key, count in figures.statuses.items() if key}),
        row("comparisons", figures.compared),
        f"  disagreements: {len(figures.faults)}",
        *(f"    {fault[:600]}" for fault in figures.faults[:SHOWN]),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
