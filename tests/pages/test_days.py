"""Board, replay: what a player reads beside the table."""

import datetime as dt
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import clock
from leaderboard.models import Submission
from tests.leaderboard.lines import longer
from tests.pages.days import CASTLE, fill_board, make_today, submit, today
from tests.pages.playing import open_play, play, position, take_in, wait_for_table

pytestmark = pytest.mark.django_db(transaction=True)


class TestBoard:
    def test_ranks_sections_and_ties(self, page: Page) -> None:
        [challenge] = make_today([CASTLE])
        fill_board(challenge, CASTLE)
        page.goto(f"/board/{CASTLE.variant}/{today()}")
        rows = page.locator("#standings tbody:not(.section) tr")
        expect(rows).to_have_count(6)
        assert rows.locator("th").all_inner_texts() == ["1", "2", "2", "4", "5", "\N{EN DASH}"]
        expect(rows.nth(0)).to_contain_text("Ada")
        assert rows.nth(2).locator("td").all_inner_texts()[1:3] == ["75", "+2"]
        expect(page.locator("tbody.section")).to_have_text("Not won: a record of progress")
        expect(page.locator("#own")).to_be_hidden()
        expect(page.locator("#secrecy")).to_be_visible()
        expect(page.locator("#solution")).to_be_hidden()

    def test_it_stays_fresh(self, page: Page) -> None:
        [challenge] = make_today([CASTLE])
        page.clock.install()
        page.goto(f"/board/{CASTLE.variant}/{today()}")
        expect(page.locator("#standings")).to_contain_text("Nobody has won this one yet.")
        submit(challenge, CASTLE.line, "Ada")
        page.clock.fast_forward(20_000)
        expect(page.locator("#standings")).to_contain_text("Ada")

    def test_pages_of_a_long_board(self, page: Page) -> None:
        [challenge] = make_today([CASTLE])
        for _ in range(51):
            submit(challenge, CASTLE.line)
        submit(challenge, longer(CASTLE, 2), "last_one")
        page.goto(f"/board/{CASTLE.variant}/{today()}")
        rows = page.locator("#standings tbody tr")
        expect(rows).to_have_count(50)
        page.get_by_role("button", name="More").click()
        expect(rows).to_have_count(2)
        expect(rows.last).to_contain_text("last_one")
        expect(rows.last.locator("th")).to_have_text("52")
        page.get_by_role("button", name="Better").click()
        expect(rows).to_have_count(50)


class TestReplay:
    def test_ones_own_line_at_once(self, page: Page) -> None:
        make_today([CASTLE])
        open_play(page, CASTLE.variant, today())
        play(page, CASTLE.board, CASTLE.line)
        page.locator("#result-replay").click()
        wait_for_table(page)
        expect(page.locator("#words")).to_have_text(
            re.compile(r"^Won in 73 moves, par, time 0:\d\d\.$")
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
        expect(page.locator("#at")).to_have_text("Move 3 of 73")
        page.get_by_role("button", name="Pause").click()
        at = page.locator("#at").inner_text()
        page.wait_for_timeout(500)
        assert page.locator("#at").inner_text() == at

    def test_others_and_the_solver_after_settling(self, page: Page) -> None:
        [challenge] = make_today([CASTLE], days_ago=2)
        self.settle(challenge)
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
        expect(page.locator("#words")).to_have_text("The fewest moves known: par 73, proven.")

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

    def settle(self, challenge: Any) -> None:
        """Let Ada have submitted on the day itself, which is over."""
        noon = dt.datetime.combine(challenge.date, dt.time(12), dt.UTC)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock, "now", lambda: noon)
            submit(challenge, longer(CASTLE, 2), "Ada")


def submit_as_guest(page: Page) -> None:
    """Win the day's Beleaguered Castle by an imported line, and go to its replay."""
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    page.locator("#result-replay").click()
    wait_for_table(page)
