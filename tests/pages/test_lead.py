"""Following hints to the win without asking again, and what the page says when it may not ask."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import presence
from games.rules import replay
from leaderboard.models import Assistance
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import unfinished
from tests.pages.days import CASTLE, make_today
from tests.pages.helping import PLAYED, agree, forgive, open_played
from tests.pages.playing import by_keys, moves_made, take_in, wait_for_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there; one question may be asked."""
    monkeypatch.setattr(presence, "SECONDS", 600)
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "assist": "1/hour"}
    return hand_worker(monkeypatch, settings)


@pytest.fixture
def practice(page: Page, worker: HandWorker) -> None:
    """A hint is shown on a practice deal."""
    page.goto(f"/deals/{CASTLE.variant}/{CASTLE.number}")
    wait_for_table(page)
    take_in(page, unfinished(CASTLE, PLAYED))
    hint(page)


def button(page: Page) -> Any:
    """The button that asks for a hint, and makes it."""
    return page.locator('[data-do="hint"]')


def hint(page: Page) -> None:
    """Ask for a hint, and see it; the solver may have to be made ready first."""
    page.keyboard.press("?")
    expect(page.locator("#said")).to_have_text(re.compile("^Hint: "), timeout=30_000)
    expect(button(page)).to_have_text("Make it")


@pytest.mark.usefixtures("practice")
class TestFollowing:
    def test_all_hints_to_the_win_take_one_question(self, page: Page, worker: HandWorker) -> None:
        page.keyboard.press("?")
        while not page.locator("#play.won").count():
            hint(page)
            left = CASTLE.par - moves_made(page)
            expect(page.locator("#said")).to_contain_text(f"; {left} moves more at best")
            page.keyboard.press("?")
        expect(page.locator("#result-words")).to_be_visible()
        assert moves_made(page) == CASTLE.par
        assert len(worker.keys) == 1

    def test_a_move_that_is_taken_back_comes_back_to_the_line(
        self, page: Page, worker: HandWorker
    ) -> None:
        for _ in range(2):
            page.keyboard.press("Escape")
            play_something_else(page)
            page.keyboard.press("u")
            hint(page)
        assert len(worker.keys) == 1

    def test_without_a_network(self, page: Page, worker: HandWorker) -> None:
        page.keyboard.press("?")
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        hint(page)
        page.context.set_offline(False)


def play_something_else(page: Page) -> None:
    """Make a move after the position of the hint that is not the one advised."""
    board = replay(CASTLE.board, unfinished(CASTLE, PLAYED)).board
    best = CASTLE.moves[PLAYED]
    by_keys(page, board, next(each for each in board.legal_moves() if each.source != best.source))
    assert moves_made(page) == PLAYED + 1


@pytest.mark.usefixtures("practice")
class TestRest:
    def test_the_button_says_when_the_solver_takes_questions_again(
        self, page: Page, complaints: list[str]
    ) -> None:
        page.keyboard.press("Escape")
        page.keyboard.press("u")
        button(page).click()
        expect(button(page)).to_have_text(re.compile("^Hint in ([0-9] h )?[0-9]+ min$"))
        expect(button(page)).to_be_disabled()
        words = (
            "^So many questions in a short time: the solver takes the next in"
            " ([0-9] h )?[0-9]+ min."
            " You can play on meanwhile.$"
        )
        expect(page.locator("#said")).to_have_text(re.compile(words))
        # On the line that is known no question is needed.
        page.keyboard.press("r")
        expect(button(page)).to_be_enabled()
        expect(button(page)).to_have_text("Hint")
        hint(page)
        forgive(complaints, "429")

    def test_it_can_be_asked_again_afterwards(self, page: Page, complaints: list[str]) -> None:
        page.keyboard.press("Escape")
        page.keyboard.press("u")
        page.clock.install()
        button(page).click()
        expect(button(page)).to_be_disabled()
        page.clock.fast_forward("01:00:00")
        expect(button(page)).to_be_enabled()
        expect(button(page)).to_have_text("Hint")
        forgive(complaints, "429")


def test_on_a_day_it_is_noted_with_the_first(page: Page, worker: HandWorker) -> None:
    make_today([CASTLE])
    open_played(page)
    page.keyboard.press("?")
    agree(page)
    expect(button(page)).to_have_text("Make it", timeout=30_000)
    page.keyboard.press("?")
    hint(page)
    assert Assistance.objects.count() == 1
    assert len(worker.keys) == 1
