"""The real servers under load: nothing disagrees, nothing is lost, nobody passes a full limit.

One short run of `python -m tests.concurrency`, in a process of its own: it lives by another
clock and another database than the tests around it.
"""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.service import PROJECT

SHORT = (
    *("--rounds", "1", "--clients", "8", "--steps", "25", "--seed", "20250309"),
    *("--pause", "0.4", "--limits", "25", "200", "--shrink", "0", "--json"),
)


@pytest.fixture(scope="module")
def figures() -> Any:
    """What the run has counted, by part."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.concurrency", *SHORT],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    faults = [fault for part in found.values() for fault in part["faults"]]
    assert (faults, done.returncode) == ([], 0)
    return found


def compared(part: Any, *kinds: str) -> list[str]:
    """Which of these comparisons were not made."""
    return [kind for kind in kinds if part["compared"].get(kind, 0) == 0]


def test_all_agree_under_load(figures: Any) -> None:
    """Mixed rounds, Valkeys that come and go, ties that are paged through, limits hit at once."""
    assert [part["disagreements"] for part in figures.values()] == [0, 0, 0, 0]
    mixed, outage, paging, throttles = (
        figures[name] for name in ("mixed", "outage", "paging", "throttles")
    )
    assert (
        compared(
            mixed,
            *("page", "me", "distribution", "profile", "period", "period me", "acknowledged"),
            *("page under load", "me under load", "distribution under load"),
            *("group page", "group me", "group distribution", "group page under load"),
            *("identical", "repeat", "same submission", "settled once"),
        )
        == []
    )
    done = set(mixed["requests"])
    assert {"erase", "upgrade", "player_hide", "player_unhide", "result_hide", "join"} <= done
    states = ("flushed", "hung", "stopped", "started again", "flushed again")
    assert compared(outage, *(f"requests while {state}" for state in states)) == []
    assert compared(outage, "page under load", "me under load", "page", "acknowledged") == []
    # Only who makes an account is told to come back.
    assert outage["compared"]["sign-up"] == 9
    assert outage["statuses"]["503"] >= 2
    assert paging["requests"]["submit while paging"] == 400
    assert compared(paging, "unchanged rows once", "no row twice", "no player twice") == []
    assert throttles["requests"]["throttled"] == 200 * throttles["compared"]["passed"] / 2
    assert throttles["statuses"]["429"] == 190 * throttles["compared"]["passed"] / 2
