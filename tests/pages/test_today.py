"""The first page: today's deals, one's own state, streaks."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from leaderboard.models import Challenge
from leaderboard.services.assistance import assistance_note
from leaderboard.services.players import guest_create
from tests.leaderboard.lines import CITADEL
from tests.pages.days import CASTLE, fill_board, make_today, submit, today
from tests.pages.playing import open_play, play, take_in, wait_for_table
from tests.pages.visitors import register, settled_day, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

GRADE = re.compile("^(easy|medium|hard|fiendish) [0-9]+/100$")


def test_three_deals_with_par_difficulty_and_wins(page: Page) -> None:
    challenges = make_today()
    fill_board(challenges[0], CASTLE)
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(3)
    first = page.get_by_role("article", name="Beleaguered Castle")
    expect(first.locator("dd")).to_have_text(["73", GRADE, "5"])
    expect(first.locator(".own")).to_have_text("Not played yet")
    citadel = page.get_by_role("article", name="Citadel")
    expect(citadel.locator("dd")).to_have_text(["67", GRADE, "0"])
    expect(page.locator("#countdown")).to_have_text(
        re.compile(r"^Next deals in ([0-9]+ h )?[0-9]+ (min|s)$")
    )
    expect(page.locator("#date")).to_have_text(f"{today():%A, %-d %B %Y}")
    expect(page.locator("#streak")).to_be_hidden()


def test_the_links_come_with_the_page(client: Client) -> None:
    text = client.get("/").content.decode()
    for challenge in make_today():
        for kind in ("play", "board"):
            assert f'href="/{kind}/{challenge.variant}/{challenge.date}"' in text


def test_it_knows_ones_own_state(page: Page) -> None:
    make_today()
    open_play(page, CASTLE.variant, today())
    play(page, CASTLE.board, " ".join(CASTLE.line.split()[:5]))
    page.get_by_role("link", name="Castle", exact=True).click()
    article = page.get_by_role("article", name="Beleaguered Castle")
    expect(article.locator(".own")).to_have_text("Begun: 5 moves")
    article.get_by_role("link", name="Play on: Beleaguered Castle").click()
    wait_for_table(page)
    play(page, CASTLE.board, CASTLE.line)  # from the fifth move on it is another line
    expect(page.locator("#moves")).not_to_have_text("0")


def test_a_win_is_shown_with_its_rank_and_the_streak(page: Page) -> None:
    ada = register("Ada")
    settled_day(CITADEL, 4, [(ada, 0)])
    settled_day(CITADEL, 3, [(ada, 0)])
    # A day that nobody can win any more, at any hour: yesterday's may have its grace still.
    settled_day(CITADEL, 2, [(guest_create(), 0)])
    castle = make_today()[0]
    helped = guest_create()
    assistance_note(player=helped, challenge=castle)
    submit(castle, CASTLE.line, player=helped)  # stands on the board, without a rank
    sign_in(page, ada)
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    expect(page.locator("#result-said")).to_contain_text("rank 1 of 1")
    page.locator("#result").get_by_role("link", name="Today").click()
    own = page.get_by_role("article", name="Beleaguered Castle").locator(".own")
    expect(own).to_have_text("✓ Won in 73 moves, par, rank 1 of 1")
    # Overall two days were won, then one was missed; today is the first of another streak.
    expect(page.locator("#streak")).to_have_text(
        re.compile(
            r"^Your streak: 1 day \(best 2\) · Beleaguered Castle 1 day \(best 1\)"
            r" · Citadel 0 days \(best 2\)$"
        )
    )


def test_a_deal_that_is_still_being_made(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    make_today()
    Challenge.objects.filter(variant=CITADEL.variant).delete()
    monkeypatch.setattr("leaderboard.views.challenges.challenges_demand", lambda *_: None)
    page.goto("/")
    citadel = page.get_by_role("article", name="Citadel")
    expect(citadel.locator(".own")).to_contain_text("This deal is being chosen and proven")
    expect(page.get_by_role("article", name="Streets").locator("dd").first).to_be_visible()
