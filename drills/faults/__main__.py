"""`make drill`: each fault under load on the real service; exit status 1 if any does harm."""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from drills.faults.catalogue import FAULTS, SHORT, Fault
from drills.faults.drill import Outcome, drill, heading, row
from drills.service import drilled, start
from tests.service import Service

MOST_SHOWN = 10
DISK = "1g"


@contextlib.contextmanager
def small_disk(directory: Path) -> Iterator[bool]:
    """Make a directory a file system of its own, where root can; whether that was possible."""
    directory.mkdir()
    mount = shutil.which("mount") if os.geteuid() == 0 else None
    command: list[str | Path] = [mount or "", "-t", "tmpfs", "-o", f"size={DISK},mode=0755"]
    command += ["castle-drill", directory]
    done = mount is not None and subprocess.run(command, check=False).returncode == 0
    try:
        yield done
    finally:
        if done:
            subprocess.run([shutil.which("umount") or "umount", "--lazy", directory], check=True)


@contextlib.contextmanager
def service_on_a_small_disk(keep: Path | None) -> Iterator[tuple[Service, bool]]:
    """The service with its directory on such a file system; `keep` is where its logs are kept."""
    with tempfile.TemporaryDirectory(prefix="castle-drill-") as directory:
        Path(directory).chmod(0o755)
        disk = Path(directory, "disk")
        with small_disk(disk) as mounted:
            var = disk / "var"
            var.mkdir()
            try:
                with drilled(var) as service:
                    yield service, mounted
            finally:
                if keep is not None:
                    shutil.copytree(var / "log", keep, dirs_exist_ok=True)


def run(service: Service, faults: Sequence[Fault], *, clients: int, calm: float) -> list[Outcome]:
    """Drill faults one after the other on a running service, printing as it goes."""
    print(heading(), flush=True)
    outcomes = []
    for number, fault in enumerate(faults):
        outcome = drill(service, fault, clients=clients, calm=calm, seed=1000 * (number + 1))
        print(row(outcome), flush=True)
        for problem in outcome.problems[:MOST_SHOWN]:
            print(f"    {problem}", flush=True)
        outcomes.append(outcome)
    return outcomes


def main(arguments: Sequence[str]) -> int:
    """Run what was asked for; 1 if anything was lost or wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m drills.faults",
        description="Break each part of the service under load; see that nothing is lost.",
    )
    parser.add_argument("--short", action="store_true", help="the few that the tests run")
    parser.add_argument("--only", action="append", metavar="TEXT", help="faults named like this")
    parser.add_argument("--list", action="store_true", help="name the faults and end")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--calm", type=float, default=2.0, help="seconds of load around a fault")
    parser.add_argument("--keep", type=Path, help="copy the service's logs there")
    options = parser.parse_args(arguments)
    names = list(SHORT if options.short else FAULTS)
    if options.only:
        names = [name for name in FAULTS if any(text in name for text in options.only)]
    if options.list or not names:
        print("\n".join(FAULTS))
        return 0 if options.list else 2
    began = time.monotonic()
    with service_on_a_small_disk(options.keep) as (service, mounted):
        took = start(service)
        disk = f"a tmpfs of {DISK}" if mounted else "the disk, full by RLIMIT_FSIZE"
        print(f"{options.clients} callers; data on {disk}; started in {took:.1f} s", flush=True)
        faults = [FAULTS[name] for name in names]
        outcomes = run(service, faults, clients=options.clients, calm=options.calm)
    bad = [outcome.fault.name for outcome in outcomes if outcome.problems]
    acknowledged = sum(outcome.ledger.acknowledged() for outcome in outcomes)
    print(
        f"{len(outcomes)} faults in {time.monotonic() - began:.0f} s: {acknowledged} acknowledged,"
        f" {sum(outcome.found for outcome in outcomes)} found;"
        f" {'all well' if not bad else 'not well: ' + ', '.join(bad)}"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
