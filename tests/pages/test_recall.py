"""One's own line of a day on a device that does not know it yet."""

import pytest
from playwright.sync_api import Page, expect

from leaderboard.models import Submission
from tests.leaderboard.lines import CITADEL, longer, unfinished
from tests.pages.days import CASTLE, make_today, submit, today
from tests.pages.playing import moves_made, open_play, wait_for_table
from tests.pages.visitors import register, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


def look_again(page: Page, *lines: str) -> None:
    """Open a day on which the player has sent lines, by today's page of another device."""
    [challenge] = make_today([CASTLE])
    ada = register("Ada")
    for line in lines:
        submit(challenge, line, player=ada)
    sign_in(page, ada)


def test_the_best_line_lies_on_the_table(page: Page) -> None:
    look_again(page, longer(CASTLE, 2), CASTLE.line)
    page.goto("/")
    page.get_by_role("link", name="Look again: Beleaguered Castle").click()
    wait_for_table(page)
    expect(page.locator("#said")).to_have_text(
        "Your best here: 73 moves, par. Step through it, or restart to play again."
    )
    assert moves_made(page) == 73
    page.get_by_label("Step through your moves").fill("40")
    assert moves_made(page) == 40
    page.get_by_label("Step through your moves").fill("73")
    page.get_by_role("button", name="Result").click()
    expect(page.locator("#result-said")).to_have_text("Accepted. You are at rank 1 of 1.")
    best = Submission.objects.get(line=CASTLE.line)
    expect(page.locator("#result-replay")).to_have_attribute("href", f"/replay/{best.pk}")
    assert Submission.objects.count() == 2


def test_it_can_be_played_again(page: Page) -> None:
    look_again(page, CASTLE.line)
    open_play(page, CASTLE.variant, today())
    page.get_by_role("button", name="Restart").click()
    assert moves_made(page) == 0
    page.reload()
    wait_for_table(page)
    assert moves_made(page) == 0


def test_a_game_that_was_conceded_goes_on(page: Page) -> None:
    look_again(page, unfinished(CASTLE, 30))
    open_play(page, CASTLE.variant, today())
    expect(page.locator("#said")).to_have_text(
        "Your game as it was recorded: 30 moves. Play on, or restart."
    )
    assert moves_made(page) == 30


def test_a_game_that_is_begun_here_stays(page: Page) -> None:
    look_again(page, CASTLE.line)
    open_play(page, CASTLE.variant, today())
    expect(page.locator("#said")).to_contain_text("Your best here")
    page.get_by_role("button", name="Restart").click()
    page.keyboard.press("6")
    page.keyboard.press("h")
    page.reload()
    wait_for_table(page)
    page.wait_for_load_state("networkidle")
    assert moves_made(page) == 1


def test_another_deal_is_new(page: Page) -> None:
    look_again(page, CASTLE.line)
    make_today([CITADEL])
    open_play(page, CITADEL.variant, today())
    page.wait_for_load_state("networkidle")
    expect(page.locator("#said")).to_contain_text("Bring all 52 cards home")
    assert moves_made(page) == 0
