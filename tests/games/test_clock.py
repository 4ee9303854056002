"""The clock, and the one that tests are run by."""

import datetime as dt
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from games import clock
from tests.clock import INSTANT, INSTANTS, ahead, parse_instant
from tests.service import PROJECT

# A test in a run of its own: what it starts has the environment that services get.
PROGRAM = """
import os, subprocess, sys
from tests.clock import variables

def test_it_works():
    command = [sys.executable, "-c",
        "import time; from games import clock; print(clock.now().isoformat(), time.tzname[0])"]
    for environment in (None, {"PATH": os.environ["PATH"], **variables()}):
        answer = subprocess.check_output(command, env=environment, text=True)
        assert answer[:15] == "2028-02-29T23:5", answer
    assert answer.split()[1] == "+14"
"""


def test_it_works() -> None:
    # As it is in the service, by whatever clock these tests are run.
    now = runpy.run_path(str(clock.__file__))["now"]
    before = dt.datetime.now(dt.UTC)
    found = now()
    assert before <= found <= dt.datetime.now(dt.UTC)
    assert found.utcoffset() == dt.timedelta(0)


@pytest.mark.every_instant
def test_a_test_begins_at_its_instant_and_time_goes_on() -> None:
    first, second = clock.now(), clock.now()
    asked = [os.environ[INSTANT]] if INSTANT in os.environ else INSTANTS
    begun = max(instant for instant in map(parse_instant, asked) if instant <= first)
    assert begun <= first < second < begun + dt.timedelta(minutes=1)
    assert abs(first - dt.datetime.now(dt.UTC) - ahead()) < dt.timedelta(seconds=2)


def test_what_a_test_starts_lives_by_its_clock_and_zone(tmp_path: Path) -> None:
    (tmp_path / "test_program.py").write_text(PROGRAM)
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", str(tmp_path)],
        cwd=PROJECT,
        env=environment | {INSTANT: "2028-02-29T23:50:00", "TZ": "Pacific/Kiritimati"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr
