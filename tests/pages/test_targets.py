"""On a phone a finger meets what it is meant to meet, on every page but those of the game."""

import datetime as dt
from typing import Any

import pytest
from playwright.sync_api import Page

from leaderboard.services.groups import group_create, group_join
from tests.leaderboard.lines import CITADEL
from tests.pages.days import CASTLE, fill_board, make_today, today
from tests.pages.helping import forgive
from tests.pages.visitors import register, settled_day, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

# Width and height of all that can be hit, and its words. A link within a sentence needs no room
# of its own (WCAG 2.5.8): words stand beside it in its paragraph.
TARGETS = """() => {
  const hasWordsBeside = (link) => [...link.parentNode.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && /[a-z]{3}/i.test(node.data));
  const isWithinText = (each) => each.matches(":is(p, .prose li) > a") && hasWordsBeside(each);
  return [...document.querySelectorAll("a, button, input, select, summary, textarea")]
    .filter((each) => each.checkVisibility() && !isWithinText(each))
    .map((each) => [(each.closest("label") ?? each).getBoundingClientRect(), each])
    .filter(([box]) => box.width > 1)
    .map(([box, each]) => [
      Math.round(box.width), Math.round(box.height), each.textContent.trim() || each.id]);
}"""


@pytest.fixture
def context_options() -> dict[str, Any]:
    return {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}


def test_all_targets_are_large_enough(page: Page, complaints: list[str]) -> None:
    ada = register("Lovelace")
    others = [register(handle) for handle in ("Bob", "Eve")]
    settled_day(CITADEL, 2, [(ada, 2), (others[0], 0), (others[1], 4)])
    [challenge, *_] = make_today()
    fill_board(challenge, CASTLE)
    group = group_create(player=ada, name="Kings of Sunday")
    for other in others:
        group_join(player=other, group_id=group.pk, code=group.join_code)
    found: dict[str, list[Any]] = {}
    page.goto("/account")
    page.locator("#account[data-ready]").wait_for()
    found["visitor"] = page.evaluate(TARGETS)
    page.goto("/nowhere")
    found["nowhere"] = page.evaluate(TARGETS)
    forgive(complaints, "404")
    sign_in(page, ada)
    for path, ready in {
        "/": "article:nth-of-type(3) .buttons",
        f"/board/{CASTLE.variant}/{today()}": "#standings tbody tr",
        f"/board/{CITADEL.variant}/{today()}": "#standings .notice",
        f"/standings/all?group={group.pk}": "tr.own",
        "/groups": ".members li",
        f"/players/{ada.handle}": "#history tbody tr",
        "/account": "#account[data-ready]",
        "/calendar": ".days .dot.won",
        "/deals": "#by-number",
        "/how-to-play": "article",
        f"/replay/{CITADEL.variant}/{today() - dt.timedelta(days=2)}": "#replay[data-ready]",
    }.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.wait_for_load_state("networkidle")
        if path == "/groups":
            page.get_by_text("Change the group").click()
        if path == "/calendar":
            page.locator(".days a").first.click()
        found[path] = page.evaluate(TARGETS)
        if path == "/":
            page.get_by_role("button", name="Settings").click()
            found["settings"] = page.evaluate(TARGETS)
    assert len(found) == 14
    assert [path for path, targets in found.items() if len(targets) < 8] == []
    small = {
        path: [each for each in targets if each[0] < 24 or each[1] < 24]
        for path, targets in found.items()
    }
    wrong = [f"{path}: {each}" for path, wrong in small.items() for each in wrong]
    assert wrong == []
