"""`python -m drills.scan [URL]`: what can be seen of a running service from outside.

Without a URL the service is started in a directory of its own, and what only its own machine
can see is looked at too: who listens where, and the sockets of the embedded servers. Prints a
line for each check, `ok` or `open`; the exit status is 1 if anything is open.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from drills.scan_checks import Target, outside
from drills.scan_machine import on_this_machine
from tests.service import PROJECT, service_in

# Made up, but whole: what `manage.py check --deploy` is run under.
PRODUCTION = {
    "CASTLE_ENV": "production",
    "ALLOWED_HOSTS": "castle.example",
    "SECRET_KEY": "made-up-for-the-check-made-up-for-the-check-0123456789",
    "CHALLENGE_SECRET": "another-made-up-for-the-check-0123456789-abcdefgh",
    "HANDLE_SECRET": "a-third-made-up-for-the-check-0123456789-abcdefgh",
    "DATABASE_URL": "postgresql://castle@db/castle",
    "REDIS_URL": "redis://broker/0",
    "CACHE_URL": "redis://cache/0",
}


class Found(NamedTuple):
    """One check: its name, and what is open, empty if nothing is."""

    name: str
    fault: str


def check_deploy() -> Found:
    """Django's own check of the settings of production."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env={"PATH": os.environ["PATH"], "CASTLE_VAR": tempfile.gettempdir(), **PRODUCTION},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    return Found("manage.py check --deploy", "" if done.returncode == 0 else done.stderr[-500:])


def scan(url: str) -> Iterator[Found]:
    """All checks of a service by its address."""
    parts = urlsplit(url)
    target = Target(
        parts.hostname or "localhost",
        parts.port or (443 if parts.scheme == "https" else 80),
        parts.scheme == "https",
    )
    for name, fault in outside(target):
        yield Found(name, fault)


def told(found: Sequence[Found]) -> int:
    """Print the list; the exit status."""
    for name, fault in found:
        print(f"{'open' if fault else 'ok':5} {name}{': ' + fault if fault else ''}")
    count = sum(1 for each in found if each.fault)
    print(f"{len(found)} checks, {count} open")
    return 1 if count else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Scan; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m drills.scan", description=__doc__)
    parser.add_argument("url", nargs="?", help="of a running service; else one is started")
    asked = parser.parse_args(arguments)
    if asked.url:
        return told([*scan(asked.url), check_deploy()])
    with tempfile.TemporaryDirectory(prefix="castle-scan-") as var:
        Path(var).chmod(0o755)
        with service_in(Path(var)) as service:
            service.start()
            found = list(scan(f"http://localhost:{service.port}"))
            found += [Found(*each) for each in on_this_machine(service)]
            service.stop(signal.SIGINT)
    return told([*found, check_deploy()])


if __name__ == "__main__":
    sys.exit(main())
