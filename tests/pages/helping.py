"""Help on the page: a worker that the test plays, lines that are lost, and what is forgiven."""

from playwright.sync_api import Page

from tests.leaderboard.lines import CASTLE, Won, unfinished
from tests.pages.days import today
from tests.pages.playing import open_play, take_in

# Lost by its 16th move, after which some more are made.
LOST = "6h 82 21 85 84 64 48 84 48 34 35 12 21 12 15 71 25 32 3h"
# So far into a shortest line hints are found at once, and more than moves home are left.
PLAYED = 40


def open_played(page: Page, won: Won = CASTLE, line: str | None = None) -> None:
    """Open the day's challenge with a line on the table."""
    open_play(page, won.variant, today())
    take_in(page, line or unfinished(won, PLAYED))


def agree(page: Page) -> None:
    """Agree that the result will be assisted."""
    page.get_by_role("button", name="Help me").click()


def forgive(complaints: list[str], *wanted: str) -> None:
    """Take the browser's complaints for the test's own doing: each names one of these."""
    assert complaints
    assert [each for each in complaints if not any(part in each for part in wanted)] == []
    complaints.clear()
