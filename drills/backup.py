"""Back up under load, destroy the data, restore: `python -m drills.backup --help`.

What must come of it: every row of every table as it was at the moment of the backup, all that
was acknowledged before it, boards that a slow recount agrees with, and a service that runs.
"""

import argparse
import copy
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from castle_site.embedded import Places
from drills.checks import lost, wrong_ranks
from drills.ledger import Ledger
from drills.lines import lines_of_today
from drills.load import Load
from drills.service import drilled, start, url_of
from tests.service import PROJECT, Service


def manage(service: Service, *arguments: str) -> str:
    """Run `manage.py` on the service's directory; what it printed. Raises CalledProcessError."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=service.variables,
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def acknowledged_so_far(ledger: Ledger) -> Ledger:
    """What has been acknowledged up to now."""
    with ledger.lock:
        return Ledger(
            submissions=copy.copy(ledger.submissions),
            attempts=copy.copy(ledger.attempts),
            guests=copy.copy(ledger.guests),
            labels=copy.copy(ledger.labels),
        )


def drill(service: Service, file: Path, *, clients: int, seconds: float) -> list[str]:
    """Load for some seconds before and after a backup, destroy, restore; what went wrong."""
    start(service)
    load = Load(service.port, lines_of_today(url_of(service)), clients=clients)
    load.start()
    try:
        time.sleep(seconds)
        before = acknowledged_so_far(load.ledger)
        print(f"under load: {manage(service, 'backup', str(file))}", flush=True)
        time.sleep(seconds)
    finally:
        load.stop()
    problems = list(load.ledger.faults)
    print(
        f"{before.acknowledged()} writes acknowledged before the backup began,"
        f" {load.ledger.acknowledged()} in all; {file.stat().st_size} bytes"
    )
    service.stop(signal.SIGTERM)
    shutil.rmtree(Places.of(service.var).data)
    print("the data directory is gone")

    began = time.monotonic()
    print(manage(service, "restore", str(file)), flush=True)
    restored = time.monotonic() - began
    start(service)
    print(f"restored after {restored:.1f} s, the service up after {time.monotonic() - began:.1f} s")
    missing = lost(before, url_of(service))
    rows, wrong = wrong_ranks(service.port, url_of(service))
    print(
        f"{before.acknowledged() - len(missing)} of {before.acknowledged()} acknowledged writes"
        f" found; {rows} rows of boards, {len(wrong)} wrong"
    )
    report = json.loads(manage(service, "reverify", "--json"))
    print(f"reverified: {report['submissions']} submissions, {report['wrong']} wrong")
    if not before.submissions:
        problems.append("nothing was acknowledged before the backup")
    service.stop(signal.SIGTERM)
    return problems + missing + wrong


def main(arguments: Sequence[str]) -> int:
    """Run the drill; 1 if anything was lost or wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m drills.backup",
        description="Back up under load, destroy the data directory, restore, compare.",
    )
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10, help="of load before and after")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="castle-drill-") as directory:
        Path(directory).chmod(0o755)
        var = Path(directory, "var")
        var.mkdir()
        with drilled(var) as service:
            file = Path(directory, "castle.backup")
            problems = drill(service, file, clients=options.clients, seconds=options.seconds)
    print("\n".join(problems) or "all well")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
