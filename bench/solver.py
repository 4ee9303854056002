"""Measures the solver: `python -m bench.solver --help`.

Without options: the node count of a fixed set against the committed signature, throughput, and
start-up. With `--deals N`: verdicts of N random deals per variant, side by side with
`fc-solve -l gi` where Debian's freecell-solver-bin is installed. With `--par N`: the par search on
N of them. CPU times are of this process alone (and of fc-solve's whole process).
"""

import argparse
import csv
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
from pathlib import Path
from typing import NamedTuple

from games.rules import MAX_DEAL_NUMBER, VARIANTS, Board, Variant, deal, format_position
from games.solver import SOLVER_VERSION, Budget, Result, Verdict, find_par, solve, warm_up
from tests.data.corpus import labelled

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


def _limit() -> None:
    """Hold a process to the limits of a deal: processor time and memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


def fc_solve(program: str, board: Board) -> tuple[Verdict, float]:
    """What `fc-solve -l gi` says within the limits, and the CPU seconds of its whole process.

    The rules of play of all three variants are those of its Streets and Alleys.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "-l", "gi", "--game", "streets_and_alleys"]
    answer = subprocess.run(
        command,
        input=format_position(board),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_limit,
    ).stdout
    verdict = Verdict.undetermined
    if "This game is solveable" in answer:
        verdict = Verdict.solvable
    elif "I could not solve this game" in answer:
        verdict = Verdict.unsolvable
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
    """Print verdicts and times of a sample, deal by deal beside fc-solve's where there is one."""
    program = shutil.which("fc-solve")
    ours: dict[int, Timed] = {}
    theirs: dict[int, tuple[Verdict, float]] = {}
    for number in numbers:
        board = deal(variant, number)
        ours[number] = timed_solve(board)
        if program is not None:
            theirs[number] = fc_solve(program, board)
    counts = {v: sum(t.result.verdict is v for t in ours.values()) for v in Verdict}
    print(f"{variant.slug}: " + "  ".join(f"{v} {n}" for v, n in counts.items()))
    print(f"  ours      {describe([t.seconds for t in ours.values()])}")
    if program is None:
        print("  fc-solve  not installed")
        return
    print(f"  fc-solve  {describe([seconds for _, seconds in theirs.values()])}")
    both = []
    for number in numbers:
        our, their = ours[number].result.verdict, theirs[number][0]
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


PAR_FIELDS = ("number", "line", "par_low", "par_high", "states", "seconds", "stopped")


def par_rows(variant: Variant, numbers: Sequence[int], path: Path | None) -> list[dict[str, str]]:
    """One row for each solvable deal of a sample; with a path, kept there deal by deal.

    A run that was cut short goes on where it ended: deals in the file are not searched again.
    """
    rows: list[dict[str, str]] = []
    if path is not None and path.exists():
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
    done = {row["number"] for row in rows}
    with open(path or os.devnull, "a", newline="") as file:
        writer = csv.DictWriter(file, PAR_FIELDS)
        if not rows:
            writer.writeheader()
        for number in numbers:
            if str(number) in done:
                continue
            board = deal(variant, number)
            first = solve(board, LIMITS)
            if first.line is None:
                values: list[object] = [number, "", "", "", first.states, "", first.stopped]
            else:
                started = time.process_time()
                result = find_par(board, LIMITS, known_line=first.line)
                spent = time.process_time() - started
                values = [number, len(first.line), result.par_low, result.par_high]
                values += [result.states, f"{spent:.3f}", result.stopped]
            text = ["" if value is None else str(value) for value in values]
            rows.append(dict(zip(PAR_FIELDS, text, strict=True)))
            writer.writerow(rows[-1])
            file.flush()
    return rows


def pars(variant: Variant, numbers: Sequence[int], path: Path | None) -> None:
    """Print how many pars of a sample's solvable deals are proven, and the effort."""
    rows = [row for row in par_rows(variant, numbers, path) if row["line"]]
    proven = [row for row in rows if row["par_low"] == row["par_high"]]
    for row in rows:
        if row not in proven:
            low, high, stopped = row["par_low"], row["par_high"], row["stopped"]
            print(f"  {row['number']}: {low} <= par <= {high} ({stopped})")
    if proven:
        ratios = [int(row["line"]) / int(row["par_high"]) for row in proven]
        states = statistics.median(int(row["states"]) for row in rows)
        print(
            f"{variant.slug}: par proven for {len(proven)} of {len(rows)} solvable deals, "
            f"median {states:.0f} states\n  {describe([float(row['seconds']) for row in rows])}\n"
            f"  the verdict's lines: median {statistics.median(ratios):.3f} of par"
        )


def corpus(variant: Variant) -> bool:
    """Print how many known labels of the corpus are found within the limits; if it is all."""
    deals = labelled(variant.slug)
    verdicts_found = pars_found = 0
    for one in deals:
        first = solve(one.board, LIMITS)
        verdicts_found += str(first.verdict) == one.verdict
        if one.par is not None:
            result = find_par(one.board, LIMITS, known_line=first.line)
            pars_found += result.par_low == result.par_high == one.par
            if not result.par_low == result.par_high == one.par:
                found = f"{result.par_low} <= par <= {result.par_high} ({result.stopped})"
                print(f"  {one.number}: par is {one.par}, found {found}", flush=True)
    known = sum(one.par is not None for one in deals)
    print(
        f"{variant.slug}: {verdicts_found} of {len(deals)} verdicts, {pars_found} of {known} pars "
        "as they are known",
        flush=True,
    )
    return (verdicts_found, pars_found) == (len(deals), known)


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
    """Run what is asked for; 1 if the signature does not hold, or a known label is not found."""
    parser = argparse.ArgumentParser(prog="bench.solver", description=__doc__)
    parser.add_argument("--deals", type=int, default=0, help="random deals per variant")
    parser.add_argument("--par", type=int, default=0, help="of those, deals for the par search")
    parser.add_argument("--rows", type=Path, help="folder of a row per deal of --par; goes on")
    parser.add_argument("--corpus", action="store_true", help="labels that are known")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=list(VARIANTS), action="append")
    options = parser.parse_args(arguments)
    warm_up()
    print(f"solver {SOLVER_VERSION}")
    total = signature()
    print(f"signature: {total} states, committed {SIGNATURE}")
    throughput()
    start_up()
    agreed = True
    for slug in options.variant or VARIANTS:
        if options.corpus:
            agreed &= corpus(VARIANTS[slug])
        numbers = random_numbers(VARIANTS[slug], options.seed, max(options.deals, options.par))
        if options.deals:
            verdicts(VARIANTS[slug], numbers[: options.deals])
        if options.par:
            path = options.rows and options.rows / f"{slug}-{options.seed}.csv"
            pars(VARIANTS[slug], numbers[: options.par], path)
    return int(total != SIGNATURE or not agreed)


if __name__ == "__main__":
    sys.exit(main())
