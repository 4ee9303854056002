"""Hints on the play page: what is said before, the move that is shown, and no answer."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import presence
from games.rules import format_card, replay
from leaderboard.models import Assistance, Player, Submission
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import CITADEL, unfinished
from tests.pages.days import CASTLE, fill_board, make_today, submit, today
from tests.pages.helping import LOST, PLAYED, agree, forgive, open_played
from tests.pages.playing import (
    by_keys,
    middle,
    moves_made,
    open_play,
    take_in,
    wait_for_table,
)
from tests.pages.test_accessibility import both_themes, violations

pytestmark = pytest.mark.django_db(transaction=True)

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
RANK_NAMES = dict(zip("A23456789TJQK", [*RANKS, "jack", "queen", "king"], strict=True))
HINT = "^Hint: the [a-z]+ of [a-z]+ home; 33 moves more at best, par in all. “Make it” plays it.$"


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    scheme = getattr(request, "param", "light")
    size = {"width": 1280, "height": 800}
    return {"viewport": size, "reduced_motion": "reduce", "color_scheme": scheme}


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there, however slow the test is."""
    monkeypatch.setattr(presence, "SECONDS", 600)
    return hand_worker(monkeypatch, settings)


def hint_button(page: Page) -> Any:
    """The button that asks for a hint, and makes it."""
    return page.locator('[data-do="hint"]')


def expect_hint(page: Page, words: str) -> None:
    """See a hint in these words; the solver may have to be made ready first."""
    expect(page.locator("#said")).to_have_text(re.compile(words), timeout=30_000)


class TestBefore:
    """On a day that is being played for, help costs the rank."""

    def test_it_is_said_before_the_first_and_can_be_refused(
        self, page: Page, worker: HandWorker
    ) -> None:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        hint_button(page).click()
        dialog = page.locator("#consent")
        expect(dialog).to_contain_text("won with help, without a rank")
        expect(dialog).to_contain_text(", 02:00 UTC")
        page.get_by_role("button", name="No help").click()
        expect(dialog).to_be_hidden()
        expect(page.locator("#assisted")).to_be_hidden()
        assert worker.keys == []
        assert Player.objects.count() == 0

    def test_the_result_is_assisted_and_shown_so(self, page: Page, worker: HandWorker) -> None:
        [challenge] = make_today([CASTLE])
        submit(challenge, CASTLE.line, "Ada")
        open_played(page)
        hint_button(page).click()
        agree(page)
        expect_hint(page, HINT)
        expect(page.locator("#assisted")).to_be_visible()
        assert Assistance.objects.count() == 1
        take_in(page, CASTLE.line)
        expect(page.locator("#result-said")).to_have_text(
            "Accepted. Won with help: it stands on the board below the ranks."
        )
        page.locator("#result").get_by_role("link", name="Board").click()
        expect(page.locator("tbody.section")).to_have_text(
            ["✓ Clean: won without help", "Won with help: no rank"]
        )
        expect(page.locator("tr.own th")).to_have_text("\N{EN DASH}")

    def test_it_is_said_once(self, page: Page, worker: HandWorker) -> None:
        make_today([CASTLE])
        open_played(page)
        hint_button(page).click()
        agree(page)
        expect(hint_button(page)).to_have_text("Make it")
        page.reload()
        wait_for_table(page)
        expect(page.locator("#assisted")).to_be_visible()
        page.keyboard.press("?")
        expect(hint_button(page)).to_have_text("Make it")
        expect(page.locator("#consent")).to_be_hidden()

    def test_after_settling_help_is_free(self, page: Page, worker: HandWorker) -> None:
        [challenge] = make_today([CASTLE], days_ago=2)
        open_play(page, CASTLE.variant, challenge.date)
        take_in(page, unfinished(CASTLE, PLAYED))
        hint_button(page).click()
        expect_hint(page, HINT)
        expect(page.locator("#assisted")).to_be_hidden()


class TestMove:
    @pytest.fixture(autouse=True)
    def _hinted(self, page: Page, worker: HandWorker) -> None:
        """A hint is shown on a practice deal."""
        page.goto(f"/deals/{CASTLE.variant}/{CASTLE.number}")
        wait_for_table(page)
        take_in(page, unfinished(CASTLE, PLAYED))
        page.keyboard.press("?")
        expect_hint(page, "; 33 moves more at best. “Make it”")

    def test_it_is_marked_and_made_by_its_button(self, page: Page) -> None:
        card = page.locator(".card.picked").get_attribute("data-card") or ""
        home = page.locator(f'.place[data-place="h{"CDHS".index(card[1])}"]')
        expect(page.locator(".place.target")).to_have_count(1)
        expect(home).to_have_class(re.compile("target"))
        hint_button(page).click()
        assert moves_made(page) == PLAYED + 1
        expect(home).to_have_accessible_name(re.compile(f": {RANK_NAMES[card[0]]}, "))
        expect(hint_button(page)).to_have_text("Hint")
        expect(page.locator(".place.target, .card.picked")).to_have_count(0)

    def test_it_is_made_by_its_key(self, page: Page) -> None:
        page.keyboard.press("?")
        assert moves_made(page) == PLAYED + 1

    def test_it_is_made_at_its_place(self, page: Page) -> None:
        page.mouse.click(*middle(page, ".place.target"))
        assert moves_made(page) == PLAYED + 1

    def test_another_move_can_be_made(self, page: Page) -> None:
        board = replay(CASTLE.board, unfinished(CASTLE, PLAYED)).board
        card = page.locator(".card.picked").get_attribute("data-card")
        move = next(
            each
            for each in board.legal_moves()
            if format_card(board.rows[each.source - 1][-1]) != card
        )
        moved = format_card(board.rows[move.source - 1][-1])
        by_keys(page, board, move)
        expect(hint_button(page)).to_have_text("Hint")
        assert moves_made(page) == PLAYED + 1
        expect(page.locator("#spoken")).to_have_text(re.compile(f"^{RANK_NAMES[moved[0]]} of "))

    def test_escape_leaves_it(self, page: Page) -> None:
        page.keyboard.press("Escape")
        expect(hint_button(page)).to_have_text("Hint")
        assert moves_made(page) == PLAYED


class TestNoMove:
    def test_lost_from_here(self, page: Page, worker: HandWorker) -> None:
        make_today([CASTLE])
        open_played(page, line=LOST)
        hint_button(page).click()
        agree(page)
        expect(page.locator("#advice p")).to_have_text("Lost from here: no line wins any more.")
        page.locator("#advice").get_by_role("button", name="Undo").click()
        assert moves_made(page) == len(LOST.split()) - 1
        expect(page.locator("#advice")).to_be_hidden()

    @pytest.mark.parametrize("change", ["import", "slider", "move", "undo"])
    def test_it_is_told_of_its_own_position_only(
        self, page: Page, worker: HandWorker, change: str
    ) -> None:
        make_today([CASTLE])
        open_played(page, line=LOST)
        hint_button(page).click()
        agree(page)
        advice = page.locator("#advice")
        expect(advice).to_contain_text("Lost from here")
        board = replay(CASTLE.board, LOST).board
        if change == "import":
            take_in(page, unfinished(CASTLE, PLAYED))
        elif change == "slider":
            page.get_by_label("Step through your moves").press("ArrowLeft")
        elif change == "move":
            by_keys(page, board, board.legal_moves()[0])
        else:
            page.keyboard.press("u")
        expect(advice).to_be_hidden()
        expect(page.locator("#said")).not_to_contain_text("Lost")

    def test_a_game_that_is_won(self, page: Page, worker: HandWorker) -> None:
        make_today([CASTLE])
        open_played(page, line=CASTLE.line)
        expect(page.locator("#result")).to_be_visible()
        expect(hint_button(page)).to_be_hidden()

    def test_a_board_of_ones_own_has_none(self, page: Page) -> None:
        page.goto("/deals/board")
        assert hint_button(page).count() == 0
        page.wait_for_load_state("networkidle")


class TestWaiting:
    def test_the_solver_takes_longer(self, page: Page, worker: HandWorker) -> None:
        make_today([CASTLE])
        worker.at_once = False
        open_played(page)
        hint_button(page).click()
        agree(page)
        expect(page.locator("#said")).to_have_text(re.compile("^The solver is still searching"))
        hint_button(page).click()
        expect(page.locator("#said")).to_have_text("The solver is still at your last question.")
        worker.work()
        expect_hint(page, HINT)

    def test_an_answer_for_an_earlier_position_is_not_shown(
        self, page: Page, worker: HandWorker
    ) -> None:
        make_today([CASTLE])
        worker.at_once = False
        open_played(page)
        hint_button(page).click()
        agree(page)
        expect(page.locator("#said")).to_have_text(re.compile("^The solver is still searching"))
        page.keyboard.press("u")
        worker.work()
        worker.at_once = True
        hint_button(page).click()
        expect_hint(page, "; 34 moves more at best")


class TestNoAnswer:
    def test_no_worker(self, page: Page, complaints: list[str]) -> None:
        make_today([CASTLE])
        open_played(page)
        hint_button(page).click()
        agree(page)
        expect(page.locator("#said")).to_have_text(
            "No answer. The solver is away at the moment. Try again in 10 s."
        )
        expect(page.locator("#assisted")).to_be_hidden()
        assert Assistance.objects.count() == 0
        assert moves_made(page) == PLAYED
        forgive(complaints, "503")

    def test_no_network(self, page: Page, worker: HandWorker, complaints: list[str]) -> None:
        make_today([CASTLE])
        open_played(page)
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        hint_button(page).click()
        agree(page)
        expect(page.locator("#said")).to_have_text(
            "No answer. The service cannot be reached: there is no network, or the service is away."
        )
        page.context.set_offline(False)
        assert Submission.objects.count() == 0
        forgive(complaints, "ERR_INTERNET_DISCONNECTED")

    def test_a_practice_deal_that_is_played_for(
        self, page: Page, worker: HandWorker, complaints: list[str]
    ) -> None:
        make_today([CASTLE])
        page.goto(f"/deals/{CASTLE.variant}/{CASTLE.number}")
        wait_for_table(page)
        hint_button(page).click()
        expect(page.locator("#said")).to_contain_text("help with it is given on the day's own page")
        forgive(complaints, "403")


@both_themes
def test_axe_finds_nothing(page: Page, worker: HandWorker) -> None:
    fill_board(make_today([CASTLE, CITADEL])[0], CASTLE)
    open_played(page)
    hint_button(page).click()
    found = {"consent": violations(page)}
    agree(page)
    expect_hint(page, HINT)
    found["hint"] = violations(page)
    take_in(page, LOST)
    hint_button(page).click()
    expect(page.locator("#advice")).to_contain_text("Lost from here")
    found["lost"] = violations(page)
    page.locator("#advice").get_by_role("button", name="Where was it lost?").click()
    expect(page.locator("#advice")).to_contain_text("Lost by move 16")
    found["post-mortem"] = violations(page)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
    assert len(found) == 4
