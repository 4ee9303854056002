"""Whole games, from the first card to the rank on the board, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.leaderboard.lines import CITADEL, STREETS, Won, longer
from tests.pages.days import CASTLE, make_today, submit, today
from tests.pages.playing import (
    Player,
    by_keys,
    by_mouse,
    by_touch,
    line_for_taps,
    moves_made,
    open_play,
    play,
)

pytestmark = pytest.mark.django_db(transaction=True)


def win(page: Page, won: Won, line: str, how: Player) -> None:
    """Play a line to the end, on a board where others have par and par + 4."""
    [challenge] = make_today([won])
    submit(challenge, won.line, "at_par")
    submit(challenge, longer(won, 4), "four_over")
    open_play(page, won.variant, today())
    play(page, won.board, line, how)
    expect(page.locator("#result")).to_be_visible()
    assert moves_made(page) == len(line.split())


def follow_by_tab(page: Page, name: str) -> None:
    """Go to a link of the open dialog with the tab key, and follow it."""
    link = page.locator("dialog[open]").get_by_role("link", name=name)
    for _ in range(10):
        if link.evaluate("link => link === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def expect_rank(page: Page, won: Won, rank: int, moves: int, *, keys: bool = False) -> None:
    """See the rank in the result, then on the board, in the row that is marked as one's own."""
    expect(page.locator("#result-said")).to_have_text(f"Accepted. You are at rank {rank} of 3.")
    if keys:
        follow_by_tab(page, "Board")
    else:
        page.locator("#result").get_by_role("link", name="Board").click()
    own = page.locator("tr.own")
    expect(own.locator("th")).to_have_text(str(rank))
    expect(own).to_contain_text("(you)")
    over = moves - won.par
    expect(own.locator("td").nth(1)).to_have_text(str(moves))
    expect(own.locator("td").nth(2)).to_have_text(f"+{over}" if over else "0")
    expect(page.locator("#own")).to_contain_text(f"Rank {rank}")


@pytest.mark.parametrize("won", [CASTLE, STREETS, CITADEL], ids=lambda won: won.variant)
def test_a_win_by_mouse(page: Page, won: Won) -> None:
    win(page, won, won.line, by_mouse)
    expect_rank(page, won, 1, won.par)


def test_a_win_by_keyboard(page: Page) -> None:
    line = longer(CITADEL, 2)
    win(page, CITADEL, line, by_keys)
    expect_rank(page, CITADEL, 2, CITADEL.par + 2, keys=True)


class TestTouch:
    """A phone."""

    @pytest.fixture
    def context_options(self) -> dict[str, object]:
        return {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            "device_scale_factor": 1,
            "reduced_motion": "reduce",
        }

    def test_a_win_by_touch(self, page: Page) -> None:
        win(page, CASTLE, line_for_taps(CASTLE), by_touch)
        expect_rank(page, CASTLE, 1, CASTLE.par)
