"""A pytest plugin that runs tests at other instants and in other time zones (`-p tests.clock`).

With CASTLE_TEST_INSTANT (`2028-02-29T23:59:59`, UTC) every test begins at that instant: in
this process and in every one that it starts, and time goes on from there. Without it, tests
marked `every_instant` begin at each of INSTANTS, one after the other.

With TZ the servers live in that time zone: those that the plugin starts, and the service.
(The process of the tests does not: Django sets its own zone, which is UTC.)
"""

import atexit
import datetime as dt
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import clock
from tests.concurrency.shared_clock import VARIABLE, SharedClock

INSTANT = "CASTLE_TEST_INSTANT"
INSTANTS = tuple(
    f"{date}T{time}"
    # A leap day; the last day of a year, which is in the first ISO week of the next.
    for date in ("2028-02-29", "2029-12-31")
    for time in ("23:59:59", "00:00:00", "01:59:59", "02:00:00")
)
ZONES = ("Pacific/Kiritimati", "America/Los_Angeles")

_PROJECT = Path(__file__).resolve().parents[1]
# Read now: Django replaces it.
_ZONE = os.environ.get("TZ")
_clock: SharedClock | None = None


def parse_instant(text: str) -> dt.datetime:
    """An instant in UTC, written like `2028-02-29T23:59:59`."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def ahead() -> dt.timedelta:
    """How far the clock of the tests is ahead of the machine's, to the second."""
    return dt.timedelta(seconds=round((clock.now() - dt.datetime.now(dt.UTC)).total_seconds()))


def zone() -> str | None:
    """The time zone that the tests are run in, if one was named."""
    return _ZONE


def variables() -> dict[str, str]:
    """What a process has to have in its environment to live by the clock and zone of the tests."""
    names = (VARIABLE, "PYTHONPATH") if VARIABLE in os.environ else ()
    zone = {} if _ZONE is None else {"TZ": _ZONE}
    return zone | {name: os.environ[name] for name in names}


def _start() -> SharedClock:
    """Make the clock of this process, and have all that it starts live by it."""
    handle, name = tempfile.mkstemp(prefix="castle-clock-")
    os.close(handle)
    Path(name).unlink()
    found = SharedClock(Path(name))
    atexit.register(Path(name).unlink, missing_ok=True)
    os.environ[VARIABLE] = name
    clocked = _PROJECT / "tests" / "concurrency" / "clocked"
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [str(clocked), str(_PROJECT), *before]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))
    return found


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark; begin at the instant that is asked for."""
    config.addinivalue_line("markers", "every_instant: run the test at each of several instants")
    if text := os.environ.get(INSTANT):
        global _clock
        _clock = _start()
        _clock.set(parse_instant(text))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run marked tests at each instant, unless all are run at one."""
    marked = metafunc.definition.get_closest_marker("every_instant") is not None
    if marked and INSTANT not in os.environ:
        metafunc.parametrize("_begin", INSTANTS, indirect=True)


@pytest.fixture(autouse=True)
def _begin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the test begin at its instant."""
    text = getattr(request, "param", os.environ.get(INSTANT))
    if text is None:
        yield
        return
    found = _clock
    if found is None:
        with tempfile.TemporaryDirectory(prefix="castle-clock-") as directory:
            found = SharedClock(Path(directory) / "clock")
    monkeypatch.setattr(clock, "now", found.now)
    found.set(parse_instant(text))
    yield
