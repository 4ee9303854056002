"""One fault under load, and what came of it."""

import time
from dataclasses import dataclass

from drills.checks import labels_waiting, lost, wrong_ranks
from drills.faults.catalogue import Fault
from drills.faults.probes import Recovery, recovery
from drills.http import NO_ANSWER
from drills.ledger import TOO_SLOW, UNAVAILABLE, Ledger
from drills.lines import lines_of_today
from drills.load import Load
from drills.service import url_of
from tests.service import Service

# Nobody waits longer than this for an answer, whatever is broken, in seconds.
LONGEST_WAIT = 15.0
# How long the labels that were asked for may take to be made, in seconds.
LABEL_PATIENCE = 120.0


@dataclass(frozen=True)
class Outcome:
    """What a drill has found; `problems` says in words what must not be."""

    fault: Fault
    ledger: Ledger
    recovery: Recovery
    lost: list[str]
    rows: int
    wrong: list[str]
    problems: list[str]

    @property
    def found(self) -> int:
        """How many of the acknowledged writes are there."""
        return self.ledger.acknowledged() - len(self.lost)


def drill(service: Service, fault: Fault, *, clients: int, calm: float, seed: int) -> Outcome:
    """Load the service, break it, mend it, wait until it has recovered, and look.

    `calm` is how long (seconds) the load runs before the fault and after the recovery.
    """
    database_url = url_of(service)
    lines = lines_of_today(database_url)
    load = Load(service.port, lines, clients=clients, timeout=60, seed=seed)
    load.start()
    try:
        time.sleep(calm)
        with fault.means(service):
            time.sleep(fault.seconds)
        recovered = recovery(service, lines[0])
        time.sleep(calm)
    finally:
        all_ended = load.stop()
    problems = [] if all_ended else ["callers did not come to an end"]
    waiting = _wait_for_labels(load.ledger, database_url)
    missing = lost(load.ledger, database_url) + [f"label {one} never ended" for one in waiting]
    rows, wrong = wrong_ranks(service.port, database_url)
    problems += _problems(fault, load.ledger, recovered)
    return Outcome(fault, load.ledger, recovered, missing, rows, wrong, problems + missing + wrong)


def _wait_for_labels(ledger: Ledger, database_url: str) -> list[tuple[str, str]]:
    end = time.monotonic() + LABEL_PATIENCE
    while (waiting := labels_waiting(ledger, database_url)) and time.monotonic() < end:
        time.sleep(0.25)
    return waiting


def _problems(fault: Fault, ledger: Ledger, recovered: Recovery) -> list[str]:
    problems = list(ledger.faults)
    if not ledger.submissions:
        problems.append("no submission was acknowledged")
    if recovered.play is None or recovered.all is None:
        problems.append(f"not recovered: {'; '.join(recovered.why)}")
    if not fault.cuts_callers:
        if silent := ledger.count(NO_ANSWER, TOO_SLOW):
            problems.append(f"{silent} requests without an answer, or called too slow")
        if ledger.longest > LONGEST_WAIT:
            problems.append(f"an answer took {ledger.longest:.1f} s")
    return problems


def heading() -> str:
    """The head of the table."""
    return (
        f"{'fault':<28} {'acked':>6} {'found':>6} {'rows':>6} {'wrong':>5} {'5xx':>4} {'503':>5}"
        f" {'no answer':>9} {'longest':>8} {'play back':>9} {'all back':>8}"
    )


def row(outcome: Outcome) -> str:
    """One fault's line of the table."""
    ledger, back = outcome.ledger, outcome.recovery
    return (
        f"{outcome.fault.name:<28} {ledger.acknowledged():>6} {outcome.found:>6}"
        f" {outcome.rows:>6} {len(outcome.wrong):>5} {ledger.bad_5xx:>4}"
        f" {ledger.count(UNAVAILABLE):>5} {ledger.count(NO_ANSWER):>9} {ledger.longest:>6.1f} s"
        f" {_seconds(back.play):>9} {_seconds(back.all):>8}"
    )


def _seconds(value: float | None) -> str:
    return "never" if value is None else f"{value:.1f} s"
