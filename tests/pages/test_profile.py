"""A player's page: statistics for everybody, the history for oneself."""

import pytest
from playwright.sync_api import Page, expect

from tests.leaderboard.lines import CITADEL
from tests.pages.days import CASTLE, make_today, submit
from tests.pages.visitors import register, settled_day, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_statistics_that_everybody_sees(page: Page) -> None:
    ada, bob = register("Ada"), register("Bob")
    settled_day(CASTLE, 3, [(ada, 0), (bob, 2)])
    settled_day(CITADEL, 2, [(ada, 4)])
    # Days without a deal break no streak, and today can still be won.
    page.goto("/players/ada")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    games = page.locator("#statistics article")
    expect(games).to_have_count(4)
    shown = [
        (game.get_by_role("heading").inner_text(), *game.locator("dd").all_inner_texts())
        for game in games.all()
    ]
    assert shown == [
        ("All games", "2", "2", "2", "2", "2", "+2"),
        ("Beleaguered Castle", "1", "1", "1", "1", "1", "0"),
        ("Streets and Alleys", "0", "0", "0", "0", "0", "\N{EN DASH}"),
        ("Citadel", "1", "1", "1", "1", "1", "+4"),
    ]
    figure = page.locator(".histogram")
    expect(figure.locator("figcaption")).to_have_text(
        "Moves over par 2 wins without help, half of them at par or better."
    )
    expect(figure.locator(".bin")).to_have_text(["10", "+1", "+2", "+3", "1+4"])
    figure.get_by_text("As a table").click()
    expect(figure.locator("tbody tr")).to_have_text(["01", "+41"])
    ranks = page.locator("h2:text('Best ranks') + ul li")
    expect(ranks).to_have_count(2)
    expect(ranks.filter(has_text="Beleaguered Castle")).to_contain_text("Rank 1 of 2")
    expect(page.locator("#history")).to_be_hidden()


def test_ones_own_history_in_pages(page: Page) -> None:
    ada = register("Ada")
    [challenge] = make_today([CASTLE])
    words = CASTLE.line.split()
    for length in range(1, 53):
        submit(challenge, " ".join(words[:length]), player=ada)
    sign_in(page, ada)
    page.goto("/players/ADA")
    rows = page.locator("#history tbody tr")
    expect(rows).to_have_count(50)
    expect(rows.first).to_contain_text("not won")
    page.get_by_role("button", name="Earlier games").click()
    expect(rows).to_have_count(52)
    expect(page.get_by_role("button", name="Earlier games")).to_be_hidden()


def test_nobody_of_that_name(page: Page, complaints: list[str]) -> None:
    page.goto("/players/nobody")
    expect(page.get_by_role("alert")).to_have_text("There is no player of this name.")
    assert "404" in complaints.pop()


def test_somebody_who_has_not_played(page: Page) -> None:
    register("Ada")
    page.goto("/players/Ada")
    expect(page.locator("#statistics")).to_have_text("No game of a day has been counted yet.")
