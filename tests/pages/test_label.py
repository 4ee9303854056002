"""What the page says of a practice deal, by its label and by what comes to light while playing."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import presence
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import unfinished
from tests.pages.days import CASTLE
from tests.pages.helping import LOST, PLAYED
from tests.pages.playing import take_in, wait_for_table

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = 30_000


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there, however slow the test is."""
    monkeypatch.setattr(presence, "SECONDS", 600)
    return hand_worker(monkeypatch, settings)


@pytest.fixture(autouse=True)
def _practice(page: Page) -> None:
    """A deal that nobody has had labelled."""
    page.goto(f"/deals/{CASTLE.variant}/{CASTLE.number}")
    wait_for_table(page)
    expect(page.locator("#label")).to_have_text("Can it be won? Not known yet.")


def expect_winnable(page: Page) -> None:
    """See that the deal can be won; how hard it is can still be asked."""
    expect(page.locator("#label")).to_have_text("It can be won.", timeout=SLOW)
    expect(page.locator("#ask-label")).to_have_text("Ask how hard it is")


def test_a_hint_has_told(page: Page, worker: HandWorker) -> None:
    take_in(page, unfinished(CASTLE, PLAYED))
    page.keyboard.press("?")
    expect_winnable(page)


def test_where_it_was_lost_has_told(page: Page, worker: HandWorker) -> None:
    take_in(page, LOST)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Where was it lost?").click()
    expect(page.locator("#advice")).to_contain_text("Lost by move 16", timeout=SLOW)
    expect_winnable(page)


def test_a_win_has_told(page: Page) -> None:
    take_in(page, CASTLE.line)
    page.locator("#result").get_by_role("button", name="Close").click()
    expect_winnable(page)


def test_a_lost_position_tells_nothing_of_the_deal(page: Page, worker: HandWorker) -> None:
    take_in(page, LOST)
    page.keyboard.press("?")
    expect(page.locator("#advice")).to_contain_text("Lost from here", timeout=SLOW)
    expect(page.locator("#label")).to_have_text("Can it be won? Not known yet.")
