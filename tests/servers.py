"""A pytest plugin that starts PostgreSQL and two Valkeys for the tests (`-p tests.servers`).

It is loaded before pytest-django reads the settings, which take the servers' addresses from
the environment. Under xdist the controller starts them; each worker has a database of its
own (pytest-django names it) and own numbers in the Valkeys. Servers named by DATABASE_URL,
REDIS_URL and CACHE_URL are used as they are.
"""

import atexit
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from castle_site.embedded import EmbeddedServers, Places

URLS = ("DATABASE_URL", "REDIS_URL", "CACHE_URL")
PLACE = "CASTLE_TEST_PLACE"
PREFIX = "castle-tests-"
# What is lost when the machine fails does not matter to a test.
DATABASE_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def _use_own_numbers(worker: str) -> None:
    """Point a worker of xdist at its own databases of the controller's Valkeys."""
    number = 1 + int(worker.removeprefix("gw")) % 31
    places = Places.of(Path(os.environ[PLACE]))
    if os.environ["REDIS_URL"] == places.broker_url():
        os.environ["REDIS_URL"] = places.broker_url(number)
    if os.environ["CACHE_URL"] == places.cache_url():
        os.environ["CACHE_URL"] = places.cache_url(32 + number)


def _remove_left_places() -> None:
    """Remove the directories of earlier runs that were killed."""
    for place in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = place.name.removeprefix(PREFIX).split("-")[0]
        # Another run that starts at this moment may be removing the same.
        with suppress(FileNotFoundError):
            if place.stat().st_uid == os.geteuid() and not Path("/proc", owner).exists():
                Places.of(place).remove()
                shutil.rmtree(place, ignore_errors=True)


def _start() -> None:
    os.environ["CASTLE_ENV"] = "test"
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        if PLACE in os.environ:
            _use_own_numbers(worker)
        return
    if all(name in os.environ for name in URLS):
        return
    _remove_left_places()
    place = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    # The servers' account has to get in; what they keep there is closed to all others.
    place.chmod(0o755)
    places = Places.of(place)
    servers = EmbeddedServers(places, database_settings=DATABASE_SETTINGS)
    servers.start()
    # Not a hook of pytest: those are not called when its own start fails.
    atexit.register(_stop, servers, os.getpid())
    os.environ[PLACE] = str(place)
    for name, url in zip(
        URLS, (places.database_url(), places.broker_url(), places.cache_url()), strict=True
    ):
        os.environ.setdefault(name, url)


def _stop(servers: EmbeddedServers, owner: int) -> None:
    """Stop the servers when pytest ends; when it is killed they end by themselves."""
    if os.getpid() == owner:
        servers.stop()
        servers.places.remove()
        shutil.rmtree(os.environ.pop(PLACE), ignore_errors=True)


_start()
