"""Standings of weeks, months, years and all time on the page."""

import datetime as dt
import doctest
import re

import pytest
from playwright.sync_api import Page, expect

from castle_site.pages import periods
from castle_site.pages.periods import KINDS, kind_of, kinds_beside, period_at, period_beside
from leaderboard.services.groups import group_create, group_join
from leaderboard.services.players import guest_create
from tests.leaderboard.lines import CASTLE, CITADEL
from tests.pages.days import today
from tests.pages.visitors import register, settled_day, sign_in

DAY = dt.date(2025, 3, 9)


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(periods)
    assert result.attempted > 1
    assert result.failed == 0


def test_every_kind_leads_to_its_neighbours_and_back() -> None:
    assert periods.period_words(period_at("week", DAY)) == "Week 10 of 2025"
    for kind in KINDS[:3]:
        period = period_at(kind, DAY)
        assert kind_of(period) == kind
        before = period_beside(period, -1, DAY)
        assert before is not None
        found = period_beside(periods.period_parse(before.name) or period, 1, DAY)
        assert found is not None
        assert found.name == period.name
        assert period_beside(period, 1, DAY) is None
    assert period_beside(period_at("all", DAY), -1, DAY) is None
    assert period_beside(period_at("year", dt.date(1, 5, 5)), -1, DAY) is None
    names = [(link.name, link.current) for link in kinds_beside(period_at("month", DAY), DAY)]
    assert names == [("2025-W10", False), ("2025-03", True), ("2025", False), ("all", False)]


@pytest.mark.django_db(transaction=True)
class TestPage:
    def test_wins_then_moves_over_par(self, page: Page) -> None:
        ada, bob, eve = register("Ada"), register("Bob"), register("Eve")
        first = settled_day(CASTLE, 3, [(ada, 2), (bob, 0), (eve, 2), (guest_create(), 0)])
        settled_day(CITADEL, 2, [(ada, 3)])
        sign_in(page, eve)
        page.goto("/standings/all")
        rows = page.locator("#standings tbody tr")
        expect(rows).to_have_count(3)
        assert [row.split() for row in rows.all_inner_texts()] == [
            ["1", "Ada", "2", "+5"],
            ["2", "Bob", "1", "0"],
            ["3", "Eve", "(you)", "1", "+2"],
        ]
        expect(page.locator("#own")).to_have_text("YouRank 3of 31 win+2 to par")
        through = today() - dt.timedelta(days=2)
        expect(page.locator("#through")).to_have_text(
            f"Since the first day, counted through {through:%A, %-d %B %Y}: 3 players."
        )
        page.get_by_role("link", name="Beleaguered Castle").click()
        expect(rows).to_have_count(3)
        expect(rows.first).to_contain_text("Bob")
        page.get_by_role("link", name="Week").click()
        expect(page.get_by_role("heading", level=2)).to_have_text(
            periods.period_words(period_at("week", today()))
        )
        page.goto(f"/standings/{first.date:%Y-%m}")
        expect(rows.last).to_contain_text("Eve")
        page.get_by_role("link", name=re.compile("^Before: ")).click()
        expect(page.locator("#standings")).to_contain_text("Nobody stands here yet.")
        expect(page.locator("#through")).to_contain_text("No day of it is final yet.")

    def test_among_a_group(self, page: Page) -> None:
        ada, bob, eve = register("Ada"), register("Bob"), register("Eve")
        settled_day(CASTLE, 2, [(ada, 2), (bob, 0), (eve, 4)])
        group = group_create(player=ada, name="Kings")
        group_join(player=eve, group_id=group.pk, code=group.join_code)
        sign_in(page, eve)
        page.goto("/standings/all")
        page.get_by_label("Among").select_option("Kings")
        rows = page.locator("#standings tbody tr")
        expect(rows).to_have_count(2)
        assert [row.split() for row in rows.all_inner_texts()] == [
            ["1", "Ada", "1", "+2", "2"],
            ["2", "Eve", "(you)", "1", "+4", "3"],
        ]
        expect(page.locator("#own")).to_contain_text("Rank 2of 2overall 3")
        page.get_by_role("link", name="Beleaguered Castle").click()
        expect(page).to_have_url(re.compile(f"beleaguered-castle\\?group={group.pk}$"))
        expect(rows).to_have_count(2)
        page.get_by_label("Among").select_option("Everybody")
        expect(rows).to_have_count(3)

    def test_pages_and_ones_own_row_out_of_sight(self, page: Page) -> None:
        players = [register(f"Player{number}") for number in range(52)]
        settled_day(CASTLE, 2, [(player, 2 * (player == players[-1])) for player in players])
        sign_in(page, players[-1])
        page.goto("/standings/all")
        rows = page.locator("#standings tbody tr")
        expect(rows).to_have_count(50)
        expect(page.locator("#own")).to_contain_text("Rank 52of 52")
        expect(page.locator("#own")).to_be_in_viewport()
        page.get_by_role("button", name="More").click()
        expect(rows).to_have_count(2)
        expect(rows.last).to_contain_text("Player51 (you)")
        page.get_by_role("button", name="Better").click()
        expect(rows).to_have_count(50)

    def test_guests_are_told_how_to_stand_here(self, page: Page) -> None:
        sign_in(page, guest_create())
        page.goto("/standings")
        expect(page.locator("#own")).to_contain_text("Guests stand on no board of a period.")
        page.get_by_role("link", name="Choose a handle").click()
        expect(page.locator("#sign-up")).to_be_visible()

    def test_a_group_of_others(self, page: Page, complaints: list[str]) -> None:
        group = group_create(player=register("Ada"), name="Kings")
        page.goto(f"/standings/all?group={group.pk}")
        expect(page.get_by_role("alert")).to_contain_text("Only members see the board of a group")
        assert "401" in complaints.pop()
        sign_in(page, register("Eve"))
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("you are not in it")
        assert {re.sub(r".*status of (\d+).*", r"\1", each) for each in complaints} == {"404"}
        complaints.clear()
