"""The board of a challenge: standings, how they are spread, groups, freshness."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import clock
from leaderboard.models import Player
from leaderboard.services.assistance import assistance_note
from leaderboard.services.groups import group_create
from tests.leaderboard.lines import longer, unfinished
from tests.pages.days import CASTLE, fill_board, make_today, submit, today
from tests.pages.helping import forgive
from tests.pages.test_accessibility import DESKTOP, PHONE, both_themes, violations
from tests.pages.visitors import register, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = f"/board/{CASTLE.variant}/"
CLEAN, ASSISTED, UNFINISHED = (
    "✓ Clean: won without help",
    "Won with help: no rank",
    "Not won: a record of progress",
)


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    scheme = getattr(request, "param", "light")
    size = {"width": 1280, "height": 800}
    return {"viewport": size, "reduced_motion": "reduce", "color_scheme": scheme}


@pytest.fixture
def ada(page: Page) -> Player:
    """A registered player, who is signed in."""
    player = register("Ada")
    sign_in(page, player)
    return player


def rows(page: Page) -> Any:
    """The rows of the standings, without the sections' titles."""
    return page.locator("#standings tbody:not(.section) tr")


class TestStandings:
    def test_ranks_sections_and_ties(self, page: Page) -> None:
        [challenge] = make_today([CASTLE])
        fill_board(challenge, CASTLE)
        page.goto(f"{BOARD}{today()}")
        expect(rows(page)).to_have_count(6)
        ranks = rows(page).locator("th").all_inner_texts()
        assert ranks == ["1", "2", "2", "4", "5", "\N{EN DASH}"]
        expect(rows(page).nth(0)).to_contain_text("Ada")
        assert rows(page).nth(2).locator("td").all_inner_texts()[1:3] == ["75", "+2"]
        expect(page.locator("tbody.section")).to_have_text([CLEAN, UNFINISHED])
        expect(page.locator("#own")).to_be_hidden()
        expect(page.locator("#secrecy")).to_be_visible()
        expect(page.locator("#solution")).to_be_hidden()

    def test_difficulty_and_par(self, page: Page) -> None:
        make_today([CASTLE])
        page.goto(f"{BOARD}{today()}")
        expect(page.locator("#par")).to_have_text(
            re.compile("^Par 73, proven · (easy|medium|hard|fiendish)$")
        )
        expect(page.locator("#total")).to_have_text("no results yet")

    def test_pages_of_a_long_board_with_ones_own_row_in_sight(
        self, page: Page, ada: Player
    ) -> None:
        [challenge] = make_today([CASTLE])
        for _ in range(50):
            submit(challenge, CASTLE.line)
        submit(challenge, longer(CASTLE, 2), player=ada)
        page.goto(f"{BOARD}{today()}")
        expect(rows(page)).to_have_count(50)
        expect(page.locator("#own")).to_be_in_viewport()
        expect(page.locator("#own")).to_contain_text("Rank 51of 51✓ clean75 moves+2 to par")
        page.get_by_role("button", name="More").click()
        expect(rows(page)).to_have_count(1)
        expect(rows(page)).to_contain_text("Ada (you)")
        expect(rows(page).locator("th")).to_have_text("51")
        page.get_by_role("button", name="Better").click()
        expect(rows(page)).to_have_count(50)

    def test_the_card_with_ones_own_place_never_lies_on_ones_own_row(
        self, page: Page, ada: Player
    ) -> None:
        [challenge] = make_today([CASTLE])
        for _ in range(30):
            submit(challenge, CASTLE.line)
        submit(challenge, longer(CASTLE, 2), player=ada)
        for _ in range(15):
            submit(challenge, longer(CASTLE, 4))
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{BOARD}{today()}")
        own, row = page.locator("#own"), page.locator("tr.own")
        expect(own).to_be_in_viewport()
        expect(row).not_to_be_in_viewport()
        row.evaluate("row => row.scrollIntoView({block: 'end'})")
        expect(own).not_to_be_in_viewport()
        page.evaluate("scrollTo(0, 0)")
        expect(own).to_be_in_viewport()


class TestFreshness:
    def test_a_new_result_comes_without_a_reload(self, page: Page) -> None:
        [challenge] = make_today([CASTLE])
        page.clock.install(time=clock.now())
        page.goto(f"{BOARD}{today()}")
        expect(page.locator("#standings")).to_contain_text("Nobody has won this one yet.")
        expect(page.locator(".histogram")).to_have_count(0)
        submit(challenge, CASTLE.line, "Ada")
        page.clock.fast_forward(20_000)
        expect(page.locator("#standings")).to_contain_text("Ada")
        expect(page.locator(".histogram")).to_contain_text("One win without help, at par.")

    def test_a_lost_network_is_said_and_nothing_is_lost(
        self, page: Page, complaints: list[str]
    ) -> None:
        [challenge] = make_today([CASTLE])
        submit(challenge, CASTLE.line, "Ada")
        page.clock.install(time=clock.now())
        page.goto(f"{BOARD}{today()}")
        expect(rows(page)).to_have_count(1)
        page.context.set_offline(True)
        page.clock.fast_forward(20_000)
        expect(page.locator("#stale")).to_have_text(
            re.compile("^As of [0-9:]{5}. The service cannot be reached.* asked again by itself.$")
        )
        expect(rows(page)).to_have_count(1)
        page.context.set_offline(False)
        page.clock.fast_forward(20_000)
        expect(page.locator("#stale")).to_be_hidden()
        forgive(complaints, "ERR_INTERNET_DISCONNECTED")

    @pytest.mark.parametrize(
        ("status", "problem", "words"),
        [
            (503, "unavailable", "The service cannot answer at the moment. Try again in 7 s."),
            (429, "too-many-requests", "Too many requests in a short time. Try again in 7 s."),
        ],
    )
    def test_no_answer_is_said_and_asked_for_again(
        self, page: Page, complaints: list[str], status: int, problem: str, words: str
    ) -> None:
        make_today([CASTLE])
        page.route(
            "**/standings?*",
            lambda route: route.fulfill(
                status=status, headers={"Retry-After": "7"}, json={"type": f"/problems/{problem}"}
            ),
        )
        page.goto(f"{BOARD}{today()}")
        expect(page.get_by_role("alert")).to_contain_text(words)
        page.unroute("**/standings?*")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#standings")).to_contain_text("Nobody has won this one yet.")
        forgive(complaints, str(status), "preloaded")


# The words of a histogram's bars that reach out of it, where they are cut off.
CUT = """() => {
  const box = document.querySelector(".bins").getBoundingClientRect();
  return [...document.querySelectorAll(".bin :is(b, span)")].filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { width, top, right, bottom, left } = range.getBoundingClientRect();
    const isCut = top < box.top || bottom > box.bottom || left < box.left || right > box.right;
    return width && isCut;
  }).map((each) => each.textContent);
}"""


class TestHistogram:
    def test_ones_own_bar_is_marked_and_a_table_says_the_same(
        self, page: Page, ada: Player
    ) -> None:
        [challenge] = make_today([CASTLE])
        for extra in (0, 2, 2):
            submit(challenge, longer(CASTLE, extra) if extra else CASTLE.line)
        submit(challenge, longer(CASTLE, 4), player=ada)
        submit(challenge, unfinished(CASTLE, 30))
        page.goto(f"{BOARD}{today()}")
        figure = page.get_by_role("figure")
        expect(figure.locator("figcaption")).to_have_text(
            "Moves over par 4 wins without help, half of them at +2 or better."
            " Yours: +4. 1 game not won, with 18 of 52 cards home."
        )
        bins = figure.locator(".bin")
        expect(bins).to_have_text(["10", "+1", "2+2", "+3", "1+4you"])
        heights = [bins.nth(at).locator("i").bounding_box() for at in (0, 2, 4)]
        assert [round(box["height"]) for box in heights if box] == [48, 96, 48]
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)
            assert page.evaluate(CUT) == []
        figure.get_by_text("As a table").click()
        expect(figure.locator("tr")).to_have_text(
            ["Over parWithout help", "01", "+22", "+4 (you)1"]
        )

    def test_wins_with_help_are_told_apart(self, page: Page, ada: Player) -> None:
        [challenge] = make_today([CASTLE])
        submit(challenge, CASTLE.line)
        assistance_note(player=ada, challenge=challenge)
        submit(challenge, CASTLE.line, player=ada)
        page.goto(f"{BOARD}{today()}")
        expect(page.locator(".bin i")).to_have_count(2)
        expect(page.locator("tbody.section")).to_have_text([CLEAN, ASSISTED])
        expect(page.locator("#own")).to_contain_text(ASSISTED)
        page.get_by_text("As a table").click()
        expect(page.locator(".histogram tbody tr")).to_have_text(["0 (you)11"])

    def test_many_bars_become_wider_ones(self, page: Page) -> None:
        [challenge] = make_today([CASTLE])
        for extra in (0, 10, 80):
            submit(challenge, longer(CASTLE, extra) if extra else CASTLE.line)
        page.goto(f"{BOARD}{today()}")
        expect(page.locator(".bin")).to_have_count(17)
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)
            assert page.evaluate(CUT) == []
        page.get_by_text("As a table").click()
        expect(page.locator(".histogram tbody th")).to_have_text(
            ["0 to +4", "+10 to +14", "+80 to +84"]
        )


class TestGroups:
    def test_the_board_among_friends(self, page: Page, ada: Player) -> None:
        challenge = make_today()[0]
        submit(challenge, CASTLE.line, "Stranger")
        submit(challenge, longer(CASTLE, 2), player=ada)
        group = group_create(player=ada, name="Kings of Sunday")
        page.goto(f"{BOARD}{today()}")
        expect(rows(page)).to_have_count(2)
        page.get_by_label("Among").select_option("Kings of Sunday")
        expect(rows(page)).to_have_count(1)
        assert rows(page).locator("th, td").all_inner_texts()[0] == "1"
        assert rows(page).locator("td").all_inner_texts()[-1] == "2"
        expect(page.locator("#own")).to_contain_text("Rank 1of 1overall 2")
        assert page.url.endswith(f"?group={group.pk}")
        page.get_by_role("link", name="Citadel").click()
        assert page.url.endswith(f"?group={group.pk}")
        page.wait_for_load_state("networkidle")

    def test_a_group_of_others(self, page: Page, ada: Player, complaints: list[str]) -> None:
        make_today([CASTLE])
        group = group_create(player=register("Bob"), name="Queens of Monday")
        page.goto(f"{BOARD}{today()}?group={group.pk}")
        expect(page.get_by_role("alert")).to_contain_text(
            "This group is not there, or you are not in it."
        )
        forgive(complaints, "404")


@both_themes
def test_axe_finds_nothing(page: Page, ada: Player) -> None:
    challenges = make_today()
    fill = [(CASTLE.line, None), (longer(CASTLE, 6), None), (unfinished(CASTLE, 30), None)]
    for line, handle in fill:
        submit(challenges[0], line, handle)
    assistance_note(player=ada, challenge=challenges[0])
    submit(challenges[0], longer(CASTLE, 2), player=ada)
    group_create(player=ada, name="Kings of Sunday")
    page.goto(f"/board/citadel/{today()}")
    expect(page.locator("#standings")).to_contain_text("Nobody has won")
    found = {"empty": violations(page)}
    page.goto(f"{BOARD}{today()}")
    page.get_by_text("As a table").click()
    expect(page.locator("tr.own")).to_have_count(1)
    expect(page.get_by_label("Among")).to_be_visible()
    found["full"] = violations(page)
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
