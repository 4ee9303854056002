"""WCAG 2.2 AA as far as axe-core can tell, and what it cannot: zoom, reflow, long rows."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules import Board, format_position, make_card
from leaderboard.services.groups import group_create, group_join
from tests.leaderboard.lines import CITADEL, STREETS
from tests.pages.days import CASTLE, fill_board, make_today, today
from tests.pages.playing import open_play, take_in, wait_for_table
from tests.pages.visitors import register, settled_day, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

AXE = (Path(__file__).parent.parent / "data" / "axe" / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def violations(page: Page) -> list[Any]:
    """What axe-core finds wrong, shortly: rule and places."""
    # Evaluated by the browser's debugger, so the page's policy on scripts does not matter.
    page.evaluate(AXE)
    found = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
    assert len(found["passes"]) > 10
    return [
        (each["id"], node["html"][:160], node["failureSummary"])
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.fixture
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    name = getattr(request, "param", "light")
    scheme = "light" if name == "phone" else name
    viewport = PHONE if name == "phone" else DESKTOP
    return {"viewport": viewport, "reduced_motion": "reduce", "color_scheme": scheme}


both_themes = pytest.mark.parametrize("context_options", ["light", "dark"], indirect=True)
# On a phone too for what the room changes: sizes of targets, what covers what.
everywhere = pytest.mark.parametrize("context_options", ["light", "dark", "phone"], indirect=True)


@everywhere
def test_axe_finds_nothing_on_any_page(page: Page) -> None:
    challenges = make_today()
    fill_board(challenges[0], CASTLE)
    yesterday = make_today([CITADEL], days_ago=2)[0].date
    # Somebody who has won, so that all that belongs to a player is there.
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    expect(page.locator("#result-said")).to_contain_text("rank")
    found = {"result": violations(page)}
    replay = page.locator("#result-replay").get_attribute("href") or ""
    handle = page.locator("#who").inner_text()
    for path, ready in {
        "/": "article:nth-of-type(3) .buttons",
        f"/play/{STREETS.variant}/{today()}": "#play[data-ready]",
        f"/deals/{CITADEL.variant}/{CITADEL.number}": "#play[data-ready]",
        "/deals": "#by-number",
        f"/board/{CASTLE.variant}/{today()}": "tr.own",
        replay: "#replay[data-ready]",
        f"/replay/{CITADEL.variant}/{yesterday}": "#replay[data-ready]",
        "/calendar": ".days a",
        f"/players/{handle}": "#history tbody tr",
        "/account": "#account[data-ready]",
        "/how-to-play": "article",
    }.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.wait_for_load_state("networkidle")
        found[path] = violations(page)
        if path == "/":
            page.get_by_role("button", name="Settings").click()
            found["settings"] = violations(page)
    page.goto(f"/play/{STREETS.variant}/{today()}")
    wait_for_table(page)
    page.get_by_role("button", name="More").click()
    found["more"] = violations(page)
    assert len(found) == 14
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@both_themes
def test_axe_finds_nothing_on_the_pages_of_players(page: Page) -> None:
    longest = register("The_longest-handle-2")
    others = [register(handle) for handle in ("Ada", "Bob")]
    settled_day(CITADEL, 2, [(longest, 2), (others[0], 0), (others[1], 4)])
    make_today()
    group = group_create(player=longest, name="W" * 40)
    for other in others:
        group_join(player=other, group_id=group.pk, code=group.join_code)
    found = {}
    page.goto("/account")
    page.locator("#account[data-ready]").wait_for()
    found["visitor"] = violations(page)
    sign_in(page, longest)
    invitation = f"/groups#{group.pk}.{group.join_code}"
    for path, ready in {
        "/": "#streak strong",
        f"/standings/all?group={group.pk}": "tr.own",
        "/standings/2001-W01": "#standings .notice",
        invitation: ".members li",
        f"/players/{longest.handle}": "#history tbody tr",
        "/account": "#account[data-ready]",
        "/calendar": ".days .dot.won",
    }.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.wait_for_load_state("networkidle")
        if path == invitation:
            page.get_by_text("Change the group").click()
        if path == "/calendar":
            page.locator(".days a").last.click()
        found[path] = violations(page)
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        page.set_viewport_size(DESKTOP)
    page.goto("/groups")
    page.get_by_role("button", name="Leave …").click()
    found["question"] = violations(page)
    assert len(found) == 9
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def long_rows() -> Board:
    """Two rows of 19 cards, the longest there can be, one in each wing."""

    def run(top: int, suits: str) -> list[int]:
        return [make_card(top - step, "CDHS".index(suits[step % 4])) for step in range(top - 1)]

    first, second = run(13, "CDHS"), run(13, "DHSC")
    used = {*first, *second}
    others = [card for card in range(4, 52) if card not in used]
    rows = [others[:7] + first, [], [], others[14:17], [], others[7:14] + second, others[17:], []]
    return Board(rows, [1, 1, 1, 1])


@pytest.mark.parametrize(
    "size",
    [DESKTOP, PHONE, {"width": 640, "height": 400}, {"width": 320, "height": 640}],
    ids=["desktop", "phone", "zoomed-to-200-percent", "reflow-at-320"],
)
def test_the_longest_rows_are_readable(page: Page, size: Any) -> None:
    board = long_rows()
    assert sorted(map(len, board.rows))[-2:] == [19, 19]
    page.set_viewport_size(size)
    page.goto("/deals")
    page.get_by_label("Board text").fill(format_position(board))
    page.get_by_role("button", name="Lay out").click()
    wait_for_table(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    frame = page.locator(".table").bounding_box()
    assert frame is not None
    for row in (1, 6):
        boxes = [
            page.locator(f'.card[data-card="{text}"]').bounding_box()
            for text in board.row_texts()[row - 1].split()
        ]
        assert len(boxes) == 19
        lefts = sorted(box["x"] for box in boxes if box)
        assert lefts[0] >= frame["x"]
        assert lefts[-1] + (boxes[0] or {})["width"] <= frame["x"] + frame["width"] + 0.5
        # What shows of each card, and of its index, is wide enough to be read.
        steps = [right - left for left, right in itertools.pairwise(lefts)]
        assert min(steps) >= 10


def test_everything_can_be_reached_by_keyboard(page: Page) -> None:
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    reached = []
    for _ in range(16):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "document.activeElement.getAttribute('aria-label')"
                " ?? document.activeElement.innerText.trim()"
            )
        )
    assert reached[0] == "To the content"
    assert any(name.startswith("Row 1: ") for name in reached)
    assert "More" in reached
    assert "Settings" in reached


def test_moves_are_spoken(page: Page) -> None:
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    page.keyboard.press("6")
    expect(page.locator("#spoken")).to_have_text("Holding the two of spades. Choose: home, row 8.")
