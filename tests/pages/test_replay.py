"""The replay page: watching lines, and the post-mortem of one."""

import datetime as dt
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import clock, presence
from leaderboard.models import Assistance, Challenge, Submission
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import longer
from tests.pages.days import CASTLE, make_today, submit, today
from tests.pages.helping import LOST, agree, forgive
from tests.pages.playing import moves_made, open_play, play, position, take_in, wait_for_table
from tests.pages.test_accessibility import both_themes, violations

pytestmark = pytest.mark.django_db(transaction=True)

LOSS = (
    "Lost by move 16: nine of spades onto ten of hearts. Before it, after 15 moves, it could"
    " still be won."
)
SLOW = 30_000


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


def submit_on_the_day(challenge: Challenge, line: str) -> None:
    """Let Ada have submitted on the day itself, which is over."""
    noon = dt.datetime.combine(challenge.date, dt.time(12), dt.UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: noon)
        submit(challenge, line, "Ada")


def submit_as_guest(page: Page) -> None:
    """Win the day's Beleaguered Castle by an imported line, and go to its replay."""
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    page.locator("#result-replay").click()
    wait_for_table(page)


def open_lost(page: Page) -> None:
    """Concede the day's Beleaguered Castle with a lost line, and open its replay."""
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    take_in(page, LOST)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Concede …").click()
    page.get_by_role("button", name="Concede", exact=True).click()
    expect(page.locator("#said")).to_contain_text("Recorded")
    page.goto(f"/replay/{Submission.objects.get().id}")
    wait_for_table(page)


class TestWatching:
    def test_ones_own_line_at_once(self, page: Page) -> None:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        play(page, CASTLE.board, CASTLE.line)
        page.locator("#result-replay").click()
        wait_for_table(page)
        expect(page.locator("#words")).to_have_text(
            re.compile(r"^Won in 73 moves, par, time 0:\d\d\. Par 73, proven; [a-z]+\.$")
        )
        expect(page.locator("figure")).to_have_count(1)
        page.get_by_role("button", name="One move on").click()
        expect(page.locator("#at")).to_have_text("Move 1 of 73")
        page.get_by_label("Step through the moves").fill("73")
        assert "Row 8: a space" in position(page)
        assert "Foundation of spades: king, complete" in position(page)

    def test_it_plays_and_pauses(self, page: Page) -> None:
        make_today([CASTLE])
        submit_as_guest(page)
        page.locator("#speed").select_option("fast")
        page.get_by_role("button", name="Play").click()
        # It may be several moves on before anybody looks.
        expect(page.locator("#at")).to_have_text(re.compile(r"^Move [1-9]\d* of 73$"))
        page.get_by_role("button", name="Pause").click()
        at = page.locator("#at").inner_text()
        page.wait_for_timeout(500)
        assert page.locator("#at").inner_text() == at

    def test_others_and_the_solver_after_settling(self, page: Page) -> None:
        [challenge] = make_today([CASTLE], days_ago=2)
        submit_on_the_day(challenge, longer(CASTLE, 2))
        page.goto(f"/board/{CASTLE.variant}/{challenge.date}")
        expect(page.locator("#solution")).to_be_visible()
        page.get_by_role("link", name="75: watch the replay").click()
        wait_for_table(page)
        expect(page.locator("figcaption")).to_have_text(
            ["The submitted line", "The solver's line, 73 moves"]
        )
        page.get_by_label("Step through the moves").fill("75")
        complete = page.locator('.place[aria-label="Foundation of hearts: king, complete"]')
        expect(complete).to_have_count(2)

    def test_the_solvers_line(self, page: Page) -> None:
        [challenge] = make_today([CASTLE], days_ago=2)
        page.goto(f"/replay/{CASTLE.variant}/{challenge.date}")
        wait_for_table(page)
        expect(page.locator("#words")).to_have_text(
            re.compile("^The fewest moves known. Par 73, proven; [a-z]+.$")
        )

    def test_what_is_secret_is_not_shown(self, page: Page, complaints: list[str]) -> None:
        [challenge] = make_today([CASTLE])
        submit(challenge, CASTLE.line, "Ada")
        page.goto(f"/replay/{Submission.objects.get().id}")
        expect(page.get_by_role("alert")).to_contain_text(
            "There is no such replay, or it is not open"
        )
        assert complaints == [
            "error: Failed to load resource: the server responded with a status of 404 (Not Found)"
        ]
        complaints.clear()


class TestPostMortem:
    def test_the_move_that_lost_is_marked_and_reached(self, page: Page, worker: HandWorker) -> None:
        open_lost(page)
        page.get_by_role("button", name="Where was it lost?").click()
        agree(page)
        said = page.locator("#post-mortem-said p")
        expect(said).to_have_text(f"{LOSS} A best finish from there is 9 over par.", timeout=SLOW)
        expect(page.locator("#ticks .tick")).to_have_count(1)
        page.get_by_role("button", name="Go to move 16").click()
        expect(page.locator("#at")).to_have_text("Move 16 of 19")
        expect(page.locator("#mark")).to_have_text("Here the deal was lost.")
        expect(page.get_by_label("Step through the moves")).to_have_attribute(
            "aria-valuetext", "move 16 of 19: here the deal was lost"
        )
        expect(page.locator(".card.picked")).to_have_attribute("data-card", "9S")
        page.get_by_role("button", name="Show how it could still be won").click()
        expect(page.locator("figcaption")).to_have_text(["The submitted line", "Won from move 15"])
        page.get_by_label("Step through the moves").press("End")
        complete = page.locator('.place[aria-label="Foundation of hearts: king, complete"]')
        expect(complete).to_have_count(1)
        assert Assistance.objects.count() == 1

    def test_it_can_be_refused(self, page: Page, worker: HandWorker) -> None:
        open_lost(page)
        page.get_by_role("button", name="Where was it lost?").click()
        page.get_by_role("button", name="No help").click()
        assert worker.keys == []
        assert Assistance.objects.count() == 0

    def test_of_a_win_where_moves_were_given_away(self, page: Page, worker: HandWorker) -> None:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        take_in(page, longer(CASTLE, 2))
        page.locator("#result-replay").click()
        wait_for_table(page)
        page.get_by_role("button", name="Where were moves given away?").click()
        dialog = page.get_by_role("dialog", name="Look at it with the solver?")
        expect(dialog).to_contain_text("This win stays as it is.")
        agree(page)
        said = page.locator("#post-mortem-said")
        expect(said).to_contain_text("Moves over par were given away at 2 places:", timeout=SLOW)
        said.get_by_role("button").first.click()
        expect(page.locator("#mark")).to_have_text("1 move given away.")

    def test_of_anybodys_line_after_settling(self, page: Page, worker: HandWorker) -> None:
        [challenge] = make_today([CASTLE], days_ago=2)
        submit_on_the_day(challenge, LOST)
        page.goto(f"/replay/{Submission.objects.get().id}")
        wait_for_table(page)
        page.get_by_role("button", name="Where was it lost?").click()
        expect(page.locator("#post-mortem-said p")).to_have_text(LOSS, timeout=SLOW)
        expect(page.locator("#consent")).to_be_hidden()

    def test_no_worker(self, page: Page, complaints: list[str]) -> None:
        open_lost(page)
        page.get_by_role("button", name="Where was it lost?").click()
        agree(page)
        expect(page.locator("#post-mortem-said")).to_contain_text(
            "No answer. The solver is away at the moment. Try again in 10 s."
        )
        expect(page.get_by_role("button", name="Where was it lost?")).to_be_enabled()
        forgive(complaints, "503")


class TestOnTheTable:
    """The post-mortem of the line so far, on the play page."""

    def test_the_line_is_recorded_and_its_loss_marked(self, page: Page, worker: HandWorker) -> None:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        take_in(page, LOST)
        page.get_by_role("button", name="More").click()
        page.locator("#more").get_by_role("button", name="Where was it lost?").click()
        expect(page.locator("#consent")).to_contain_text("Your line so far is recorded first")
        agree(page)
        expect(page.locator("#advice p")).to_have_text(
            f"{LOSS} A best finish from there is 9 over par.", timeout=SLOW
        )
        expect(page.locator("#lost-tick")).to_be_visible()
        page.get_by_role("button", name="Back to move 15").click()
        assert moves_made(page) == 15
        page.keyboard.press("r")
        page.get_by_label("Step through your moves").fill("16")
        expect(page.get_by_label("Step through your moves")).to_have_attribute(
            "aria-valuetext", "move 16 of 19, which lost"
        )
        submission = Submission.objects.get()
        assert (submission.outcome, submission.move_count) == ("unfinished", 19)
        assert not submission.assisted

    def test_of_a_practice_deal(self, page: Page, worker: HandWorker) -> None:
        page.goto(f"/deals/{CASTLE.variant}/{CASTLE.number}")
        wait_for_table(page)
        take_in(page, LOST)
        page.locator('[data-do="hint"]').click()
        expect(page.locator("#advice p")).to_contain_text("Lost from here", timeout=SLOW)
        page.locator("#advice").get_by_role("button", name="Where was it lost?").click()
        expect(page.locator("#advice p")).to_have_text(LOSS, timeout=SLOW)
        assert Submission.objects.count() == 0


@both_themes
def test_axe_finds_nothing(page: Page, worker: HandWorker) -> None:
    open_lost(page)
    page.get_by_role("button", name="Where was it lost?").click()
    found = {"consent": violations(page)}
    agree(page)
    page.get_by_role("button", name="Show how it could still be won").click(timeout=SLOW)
    page.get_by_label("Step through the moves").fill("16")
    found["post-mortem"] = violations(page)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
