"""How the play page is laid out: what stays where it is, what can be hit, what stands together."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import presence
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import STREETS, unfinished
from tests.pages.days import CASTLE, make_today, today
from tests.pages.helping import LOST, PLAYED, agree, open_played
from tests.pages.playing import open_play, play, take_in, wait_for_table
from tests.pages.visitors import register, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
both_sizes = pytest.mark.parametrize(
    "context_options", [DESKTOP, PHONE], ids=["desktop", "phone"], indirect=True
)
# Width and height of all that can be hit, and its words. Links within a sentence need no room of
# their own (WCAG 2.5.8), and the places of the table are as large as cards.
TARGETS = """() => [...document.querySelectorAll("a, button, input, summary, textarea")]
  .filter((each) => each.checkVisibility() && !each.closest("#more > p") && !each.matches(".place"))
  .map((each) => [each.getBoundingClientRect(), each.textContent.trim() || each.id])
  .filter(([box]) => box.width > 1)
  .map(([box, words]) => [Math.round(box.width), Math.round(box.height), words])"""


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"viewport": getattr(request, "param", DESKTOP), "reduced_motion": "reduce"}


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there, however slow the test is."""
    monkeypatch.setattr(presence, "SECONDS", 600)
    return hand_worker(monkeypatch, settings)


def cards(page: Page) -> list[Any]:
    """Where the cards lie."""
    found: list[Any] = page.locator(".card").evaluate_all(
        "cards => cards.map(card => JSON.stringify(card.getBoundingClientRect()))"
    )
    assert len(found) == 52
    return found


@both_sizes
def test_no_card_moves_for_what_is_told(page: Page, worker: HandWorker) -> None:
    make_today([CASTLE])
    open_played(page, line=LOST)
    before = cards(page)
    page.locator('[data-do="hint"]').click()
    agree(page)
    advice = page.locator("#advice")
    expect(advice).to_contain_text("Lost from here", timeout=30_000)
    assert cards(page) == before
    advice.get_by_role("button", name="Where was it lost?").click()
    expect(advice).to_contain_text("A best finish from there is 9 over par", timeout=30_000)
    assert cards(page) == before
    advice.get_by_role("button", name="Close").click()
    assert cards(page) == before
    take_in(page, unfinished(CASTLE, PLAYED))
    before = cards(page)
    page.locator('[data-do="hint"]').click()
    expect(page.locator("#said")).to_have_text(re.compile("^Hint: "))
    assert cards(page) == before


@both_sizes
def test_all_targets_are_large_enough(page: Page) -> None:
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    play(page, CASTLE.board, unfinished(CASTLE, 3))
    targets = page.evaluate(TARGETS)
    page.get_by_role("button", name="More").click()
    targets += page.evaluate(TARGETS)
    page.keyboard.press("Escape")
    page.goto(f"/deals/{STREETS.variant}/{STREETS.number}")
    wait_for_table(page)
    expect(page.get_by_role("button", name="Ask the solver")).to_be_visible()
    targets += page.evaluate(TARGETS)
    assert len(targets) > 30
    assert [each for each in targets if each[0] < 24 or each[1] < 24] == []


@both_sizes
def test_the_goal_is_said_and_the_rules_are_near(page: Page) -> None:
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    goal = "Bring all 52 cards home, each suit from ace to king, in as few moves as you can."
    expect(page.locator("#said")).to_have_text(goal)
    expect(page.locator("#play").get_by_role("link", name="Rules")).to_be_visible()
    page.get_by_role("button", name="More").click()
    more = page.locator("#more")
    expect(more).to_contain_text("each suit from ace to king")
    more.get_by_role("link", name="The rules").click()
    expect(page).to_have_url(re.compile("/how-to-play$"))


class TestMore:
    """The dialog of all that is needed seldom."""

    @pytest.fixture
    def more(self, page: Page) -> Any:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        play(page, CASTLE.board, unfinished(CASTLE, 3))
        page.get_by_role("button", name="More").click()
        return page.locator("#more")

    def test_what_belongs_together_stands_together_and_conceding_last(self, more: Any) -> None:
        expect(more.get_by_role("region").locator("h3")).to_have_text(
            ["Copy", "Paste moves", "Ask the solver", "Give up for now"]
        )
        apart = more.get_by_role("region", name="Give up for now").get_by_role("button")
        expect(apart).to_have_text(["Concede …"])
        expect(more.get_by_role("button").last).to_have_text("Concede …")

    def test_it_says_what_a_pasted_line_counts(self, more: Any) -> None:
        expect(more.locator("#import-help")).to_contain_text(
            "Any legal line counts, wherever it comes from: every move is replayed. Only help"
            " asked for on this site, or by its API, makes a result one “with help”."
        )

    def test_nothing_pasted(self, page: Page, more: Any) -> None:
        page.get_by_role("button", name="Play these moves").click()
        expect(page.locator("#import-said")).to_have_text("Paste some moves first.")


class TestKeeping:
    """Whose result is bound to a browser is told how to keep it."""

    def test_a_guest(self, page: Page) -> None:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        expect(page.locator("#who")).to_have_text("Sign in or up")
        take_in(page, CASTLE.line)
        expect(page.locator("#result-said")).to_contain_text("rank 1 of 1")
        keep = page.locator("#result").get_by_role("link", name="Keep this result")
        expect(keep).to_have_text("Keep this result: choose a handle")
        keep.click()
        expect(page.locator("#guest")).to_contain_text("all your results come along")
        expect(page.locator("#sign-up")).to_be_visible()

    def test_a_registered_player(self, page: Page) -> None:
        make_today([CASTLE])
        sign_in(page, register("Ada"))
        open_play(page, CASTLE.variant, today())
        take_in(page, CASTLE.line)
        expect(page.locator("#result-said")).to_contain_text("rank 1 of 1")
        expect(page.locator("#result-keep")).to_be_hidden()
