"""Run the tests in other time zones and at other instants (`python -m tests.clock_runs`).

In other time zones all of them; at other instants those that know dates. Words on the
command line choose among the runs: `Kiritimati`, `2028-02-29`, `23:59:59`. The exit status
is 1 if any of the runs fails.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from tests.clock import INSTANT, INSTANTS, ZONES

# Of the page's tests those that are about days; the games themselves know no dates.
PAGES = ("today", "calendar", "board", "standings", "profile", "groups", "replay", "clock")
DATED = (
    *("tests/leaderboard", "tests/games", "tests/e2e", "tests/castle_site"),
    *(f"tests/pages/test_{name}.py" for name in PAGES),
)
JOBS = "JOBS"


def runs() -> list[tuple[str, dict[str, str], tuple[str, ...]]]:
    """All runs: what each is called, its environment, and the folders."""
    return [
        *((zone, {"TZ": zone}, ("tests",)) for zone in ZONES),
        *((instant, {INSTANT: instant}, DATED) for instant in INSTANTS),
    ]


def run(variables: Mapping[str, str], folders: Sequence[str]) -> int:
    """Run the tests of some folders with an environment; pytest's exit status."""
    jobs = os.environ.get(JOBS) or "2"
    command = [sys.executable, "-m", "pytest", "-q", "-n", jobs, *folders]
    return subprocess.run(command, env={**os.environ, **variables}, check=False).returncode


def main(words: Sequence[str]) -> int:
    """Do the runs whose names have one of the words, or all; say how each went."""
    chosen = [one for one in runs() if not words or any(word in one[0] for word in words)]
    if not chosen:
        print(f"no run is named like that: {', '.join(name for name, _, _ in runs())}")
        return 2
    lines = []
    for name, variables, folders in chosen:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        status = run(variables, folders)
        word = "ok" if status == 0 else "FAILED"
        lines.append(f"{name:20}  {word:6}  {time.monotonic() - start:6.0f} s")
        print(lines[-1], flush=True)
    print("\n".join(["", *lines]))
    return int(any("FAILED" in line for line in lines))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
