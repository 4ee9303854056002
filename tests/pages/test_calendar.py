"""The calendar: the days so far with one's own outcome."""

import datetime as dt
import re

import pytest
from playwright.sync_api import Page, expect

from leaderboard.models import Challenge
from tests.leaderboard.lines import CITADEL, STREETS
from tests.pages.days import CASTLE, make_today, submit, today
from tests.pages.playing import open_play, take_in
from tests.pages.visitors import register, settled_day, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


def day_link(page: Page, date: dt.date) -> str:
    """What a day's link says."""
    link = page.get_by_role("link", name=re.compile(f"^{date:%A, %-d %B %Y}: "))
    return link.get_attribute("aria-label") or ""


def test_a_visitors_days_by_what_the_browser_knows(page: Page) -> None:
    make_today()
    make_today([CITADEL, STREETS], days_ago=3)
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    expect(page.locator("#result-said")).to_contain_text("rank")
    page.context.clear_cookies()
    page.goto("/calendar")
    expect(page.locator(".days a")).to_have_count(2)
    # The games stand in one order everywhere.
    assert day_link(page, today()).endswith(
        ": Beleaguered Castle won here; Streets and Alleys not played; Citadel not played"
    )
    page.get_by_role("link", name=re.compile(f"^{today():%A, %-d %B %Y}: ")).click()
    expect(page.locator("#day li")).to_have_count(3)
    page.locator("#day").get_by_role("link", name="Board: Beleaguered Castle").click()
    expect(page.locator("#standings")).to_contain_text("guest")


def test_ones_own_outcomes_on_every_device(page: Page) -> None:
    ada, bob = register("Ada"), register("Bob")
    past = settled_day(CASTLE, 3, [(ada, 2), (bob, 0)])
    [late] = make_today([CITADEL], days_ago=2)
    submit(late, CITADEL.line, player=ada)
    [now] = make_today([STREETS])
    submit(now, " ".join(STREETS.line.split()[:20]), player=ada)
    sign_in(page, ada)
    page.goto("/calendar")
    expect(page.locator(".dot.won").nth(1)).to_be_visible()  # the first explains the colours
    assert day_link(page, past.date).endswith(
        ": Beleaguered Castle won in 75 moves, +2 to par, rank 2 of 2"
    )
    assert day_link(page, late.date).endswith(": Citadel won late in 67 moves, par")
    assert "Streets and Alleys not won, " in day_link(page, now.date)
    page.get_by_role("link", name=re.compile(": Beleaguered Castle won in")).click()
    day = page.locator("#day")
    expect(day.locator("li")).to_contain_text("par 73")
    day.get_by_role("link", name="Your replay").click()
    expect(page.locator("#words")).to_contain_text("Won in 75 moves")
    page.go_back()
    page.get_by_role("link", name=re.compile(": Citadel won late")).click()
    day.get_by_role("link", name=re.compile("^Solver.s line")).click()
    expect(page).to_have_url(re.compile(f"/replay/citadel/{late.date}$"))
    page.locator("#replay[data-ready]").wait_for()


def test_earlier_days_come_by_the_page(page: Page) -> None:
    for days_ago in range(101):
        make_today([CASTLE], days_ago=days_ago)
    oldest = Challenge.objects.earliest("date").date
    sign_in(page, register("Ada"))
    page.goto("/calendar")
    expect(page.locator(".days a")).to_have_count(100)
    page.get_by_role("button", name="Earlier days").click()
    expect(page.locator(".days a")).to_have_count(101)
    expect(page.get_by_role("button", name="Earlier days")).to_be_hidden()
    assert "not played" in day_link(page, oldest)


def test_on_a_phone_the_day_that_was_chosen_comes_into_sight(page: Page) -> None:
    for days_ago in range(70):
        make_today([CASTLE], days_ago=days_ago)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/calendar")
    expect(page.locator(".days a")).to_have_count(70)
    page.locator(".days a").last.click()
    expect(page.locator("#day")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#day h2")).to_be_focused()
