"""Fixtures of the page's tests: one Chromium, and a page that tolerates no error."""

import datetime as dt
import os
import time
from collections.abc import Iterator
from typing import Any
from zoneinfo import available_timezones

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

from games import clock
from tests.clock import ahead, zone
from tests.pages.browser import launch

NO_WORKER = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of the page in this process."""
    # Playwright runs an event loop in this thread, which Django takes for asynchronous code.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about; empty at the end of every test."""
    return []


def watch(page: Page, complaints: list[str]) -> Page:
    """Note every error of a page: uncaught ones, the console's, violated policies."""
    page.on("pageerror", lambda error: complaints.append(f"uncaught {error}"))
    page.on(
        "console",
        lambda message: (
            complaints.append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning") and message.text != NO_WORKER
            else None
        ),
    )
    page.set_default_timeout(8000)
    return page


@pytest.fixture
def context_options() -> dict[str, Any]:
    """Options of the browser context; a test module may have its own."""
    return {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


def until_edge(instant: dt.datetime) -> dt.timedelta:
    """How long it is until a day ends or is final: until 00:00 or 02:00 UTC."""
    midnight = instant.replace(hour=0, minute=0, second=0, microsecond=0)
    edges = (midnight + dt.timedelta(hours=hours) for hours in (2, 24))
    return next(edge - instant for edge in edges if edge > instant)


@pytest.fixture
def is_slow(_begin: None, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether time goes a thousand times slower in this test, so that its day lasts.

    What a page shows is another thing after an edge of the day. Time does not stand still:
    what comes later has a later time. Right before an edge the test waits for it, unless it was
    asked to begin there: a countdown in the browser goes on as ever.
    """
    asked = bool(ahead())
    while not asked and until_edge(clock.now()) < dt.timedelta(seconds=20):
        time.sleep(0.1)
    begin, began = clock.now(), time.monotonic()
    if not asked and until_edge(begin) > dt.timedelta(minutes=2):
        return False
    # A second is a millisecond.
    monkeypatch.setattr(
        clock, "now", lambda: begin + dt.timedelta(milliseconds=time.monotonic() - began)
    )
    return True


@pytest.fixture(autouse=True)
def _lasting_day(is_slow: bool) -> None:
    """Let the day last in every test of the page."""


class Traffic:
    """The requests of a browser profile that are under way."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.pending: set[Request] = set()
        context.on("request", lambda request: self.pending.add(request))
        context.on("requestfinished", lambda request: self.pending.discard(request))
        context.on("requestfailed", lambda request: self.pending.discard(request))

    def settle(self) -> None:
        """Wait until all that was asked of the service has been answered."""
        page = self.context.pages[0]
        page.wait_for_timeout(20)
        while self.pending:
            page.wait_for_timeout(20)


@pytest.fixture
def context(
    browser: Browser, live_server: LiveServer, context_options: dict[str, Any], is_slow: bool
) -> Iterator[BrowserContext]:
    """A browser profile without a past, in the time and the time zone of the tests."""
    # What the service worker fetches would be seen by nobody here; its tests let it work.
    options = {"service_workers": "block", "base_url": live_server.url} | context_options
    if zone() in available_timezones():
        options["timezone_id"] = zone()
    context = browser.new_context(**options)
    if is_slow:
        context.clock.set_fixed_time(clock.now())
    yield context
    context.close()


def settle_database() -> None:
    """Wait until the service has let go of the database, which is about to be emptied.

    A request is answered before its connection has ended what it began; to empty the tables at
    that moment may be a deadlock.
    """
    for _ in range(250):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
                " AND state <> 'idle'"
            )
            (busy,) = cursor.fetchone()
        if not busy:
            return
        time.sleep(0.02)
    pytest.fail("after 5 seconds the service still works on a request")


@pytest.fixture
def traffic(context: BrowserContext) -> Traffic:
    """What the browser and the service have to say to each other."""
    return Traffic(context)


@pytest.fixture
def page(context: BrowserContext, traffic: Traffic, complaints: list[str]) -> Iterator[Page]:
    """A page; the test fails if it makes the browser complain."""
    yield watch(context.new_page(), complaints)
    # What the service still works on would meet a database that is being emptied.
    traffic.settle()
    settle_database()
    assert complaints == []
