"""Measures the solver: `python -m bench.solver --help`.

Without options: the node count of a fixed set against the committed signature, throughput, and
start-up. With `--deals N`: verdicts of N random deals per variant, side by side with
`fc-solve -l gi` where Debian's freecell-solver-bin is installed. With `--par N`: the par search on
N of them. CPU times are of this process alone (and of fc-solve's whole process).
"""

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import NamedTuple

from games.rules import MAX_DEAL_NUMBER, VARIANTS, Board, Variant, deal, format_position
from games.solver import SOLVER_VERSION, Budget, Result, Verdict, find_par, solve, warm_up

LIMITS = Budget(cpu_seconds=60.0, bytes=2 << 30)
SIGNATURE_NUMBERS = range(1, 13)
SIGNATURE_BUDGET = Budget(nodes=60_000)
# States of all solves and par searches of the fixed set. A refactoring leaves it as it is; whoever
# changes it changes SOLVER_VERSION too.
SIGNATURE = 1_822_213
FC_SOLVE_START = 0.003


def signature() -> int:
    """Total states of the fixed set: the first deal numbers of each variant."""
    total = 0
    for variant in VARIANTS.values():
        for number in SIGNATURE_NUMBERS:
            board = deal(variant, number)
            total += solve(board, SIGNATURE_BUDGET).states
            total += find_par(board, SIGNATURE_BUDGET).states
    return total


def random_numbers(variant: Variant, seed: int, count: int) -> list[int]:
    """Deal numbers of a sample: random.Random("VARIANT-SEED"), as many as asked for."""
    chance = random.Random(f"{variant.slug}-{seed}")  # noqa: S311 - a sample, nothing is secret
    return [chance.randint(1, MAX_DEAL_NUMBER) for _ in range(count)]


def describe(seconds: Sequence[float]) -> str:
    """Median, mean, 95th percentile and maximum, in milliseconds."""
    ordered = sorted(1000 * value for value in seconds)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    return (
        f"median {statistics.median(ordered):.1f}  mean {statistics.fmean(ordered):.1f}  "
        f"p95 {p95:.1f}  max {ordered[-1]:.1f} ms"
    )


def fc_solve(program: str, board: Board) -> tuple[Verdict, float]:
    """What `fc-solve -l gi` says within 60 s, and the CPU seconds of its whole process.

    The rules of play of all three variants are those of its Streets and Alleys.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "-l", "gi", "--game", "streets_and_alleys"]
    verdict = Verdict.undetermined
    try:
        answer = subprocess.run(
            command,
            input=format_position(board),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        ).stdout
        if "This game is solveable" in answer:
            verdict = Verdict.solvable
        elif "I could not solve this game" in answer:
            verdict = Verdict.unsolvable
    except subprocess.TimeoutExpired:
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return verdict, spent


class Timed(NamedTuple):
    """A result and the CPU seconds of this process that it took."""

    result: Result
    seconds: float


def timed_solve(board: Board) -> Timed:
    """Solve a deal within the limits."""
    started = time.process_time()
    return Timed(solve(board, LIMITS), time.process_time() - started)


def verdicts(variant: Variant, numbers: Sequence[int]) -> None:
    """Print verdicts and times of a sample, with fc-solve's beside them where there is one."""
    ours = {number: timed_solve(deal(variant, number)) for number in numbers}
    counts = {v: sum(t.result.verdict is v for t in ours.values()) for v in Verdict}
    print(f"{variant.slug}: " + "  ".join(f"{v} {n}" for v, n in counts.items()))
    print(f"  ours      {describe([t.seconds for t in ours.values()])}")
    program = shutil.which("fc-solve")
    if program is None:
        print("  fc-solve  not installed")
        return
    theirs = {number: fc_solve(program, deal(variant, number)) for number in numbers}
    print(f"  fc-solve  {describe([seconds for _, seconds in theirs.values()])}")
    both = []
    for number in numbers:
        our, (their, _) = ours[number].result.verdict, theirs[number][:2]
        if our is Verdict.undetermined or their is Verdict.undetermined:
            if our is not their:
                only = "fc-solve" if our is Verdict.undetermined else "ours"
                print(f"  decided by {only} only: {number}")
            continue
        both.append(number)
        if our is not their:
            print(f"  DISAGREEMENT on {number}: ours {our}, fc-solve {their}")
    if both:
        mean = statistics.fmean(ours[n].seconds for n in both)
        other = statistics.fmean(theirs[n][1] for n in both) - FC_SOLVE_START
        print(
            f"  {len(both)} decided by both: mean {1000 * mean:.2f} ms, fc-solve less its start "
            f"{1000 * other:.2f} ms: {other / mean:.1f} times as fast"
        )


def pars(variant: Variant, numbers: Sequence[int]) -> None:
    """Print how many pars of a sample's solvable deals are proven, and the effort."""
    times, states, ratios = [], [], []
    for number in numbers:
        board = deal(variant, number)
        first = solve(board, LIMITS)
        if first.line is None:
            continue
        started = time.process_time()
        result = find_par(board, LIMITS, known_line=first.line)
        times.append(time.process_time() - started)
        states.append(result.states)
        if result.par is not None:
            ratios.append(len(first.line) / result.par)
        else:
            print(f"  {number}: {result.par_low} <= par <= {result.par_high} ({result.stopped})")
    if ratios:
        print(
            f"{variant.slug}: par proven for {len(ratios)} of {len(times)} solvable deals, "
            f"median {statistics.median(states):.0f} states\n  {describe(times)}\n"
            f"  the verdict's lines: median {statistics.median(ratios):.3f} of par"
        )


def throughput() -> None:
    """Print states a second of the exact A*, on one deal that takes long."""
    board = deal(VARIANTS["streets-and-alleys"], 57298057874166351311)
    line = solve(board).line
    started = time.process_time()
    result = find_par(board, Budget(nodes=3_000_000), known_line=line)
    seconds = time.process_time() - started
    print(
        f"par search: {result.states / seconds / 1e6:.2f} million states a second, "
        f"{result.peak_bytes / result.states:.0f} bytes a state at the peak"
    )


def start_up() -> None:
    """Print import and warm-up of a fresh process, with an empty cache and with a full one."""
    code = (
        "import time; from games.solver import warm_up; warm_up(); "
        "status = dict(line.split(':', 1) for line in open('/proc/self/status')); "
        "peak = int(status['VmHWM'].split()[0]) // 1024; "
        "print(f'{time.process_time():.2f} s CPU, peak {peak} MiB')"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cold", "cached"):
            environment = os.environ | {"NUMBA_CACHE_DIR": folder}
            answer = subprocess.run(
                [sys.executable, "-c", code],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            print(f"import and warm-up, {name}: {answer.strip()}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; 1 if the signature does not hold."""
    parser = argparse.ArgumentParser(prog="bench.solver", description=__doc__)
    parser.add_argument("--deals", type=int, default=0, help="random deals per variant")
    parser.add_argument("--par", type=int, default=0, help="of those, deals for the par search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=list(VARIANTS), action="append")
    options = parser.parse_args(arguments)
    warm_up()
    print(f"solver {SOLVER_VERSION}")
    total = signature()
    print(f"signature: {total} states, committed {SIGNATURE}")
    throughput()
    start_up()
    for slug in options.variant or VARIANTS:
        numbers = random_numbers(VARIANTS[slug], options.seed, max(options.deals, options.par))
        if options.deals:
            verdicts(VARIANTS[slug], numbers[: options.deals])
        if options.par:
            pars(VARIANTS[slug], numbers[: options.par])
    return int(total != SIGNATURE)


if __name__ == "__main__":
    sys.exit(main())
