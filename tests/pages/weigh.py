"""Weighs the pages of a running service, as a first visit over a slow line:

    python -m tests.pages.weigh http://127.0.0.1:8000

The line is Lighthouse's "slow 4G": 150 ms to and fro, 1.6 Mbit/s down, 0.75 up. Three first
visits are made, and the middle one in time is told: requests; kilobytes transferred, heads
included; and in seconds from the start of the navigation, by the browser's own clock

- today: when the links to play can be used, and when par and difficulty stand there;
- play: when the cards lie, and when the first move (a key for the row, one for where to) is
  counted.
"""

import json
import sys
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from games.rules import HOME, deal, get_variant
from tests.pages.browser import launch

VISITS = 3
SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
# Notes when something that a selector names is there, seen by the page itself at each change.
NOTE = """
(() => {
  const wanted = %s;
  const notes = window.notes = {};
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(wanted)) {
      if (!(name in notes) && document.querySelector(selector)) notes[name] = performance.now();
    }
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})();
"""
TODAY = {"links": "article .play", "facts": "article:nth-of-type(3) .facts dd"}
PLAY = {"cards": "#play[data-ready]", "move": "[data-do=undo]:not(:disabled)"}


@dataclass
class Visit:
    """A first visit: what came over the line, and when what was noted was there."""

    requests: int = 0
    transferred: float = 0
    seconds: dict[str, float] = field(default_factory=dict)


def open_slowly(browser: Browser, wanted: dict[str, str]) -> tuple[Page, Visit]:
    """A page of a new profile behind the slow line, which counts and notes."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.add_init_script(NOTE % json.dumps(wanted))
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    visit = Visit()

    def count(event: dict[str, Any]) -> None:
        visit.requests += 1
        visit.transferred += event["encodedDataLength"] / 1000

    session.on("Network.loadingFinished", count)
    return page, visit


def first_visit(browser: Browser, url: str, wanted: dict[str, str], keys: str = "") -> Visit:
    """Open a page for the first time; on a table, press keys as soon as the cards lie."""
    page, visit = open_slowly(browser, wanted)
    page.goto(url, wait_until="commit")
    for name, selector in wanted.items():
        page.locator(selector).first.wait_for()
        if name == "cards":
            page.keyboard.type(keys)
    page.wait_for_load_state("networkidle")
    visit.seconds = {
        name: milliseconds / 1000 for name, milliseconds in page.evaluate("window.notes").items()
    }
    page.context.close()
    return visit


def middle_visit(browser: Browser, url: str, wanted: dict[str, str], keys: str = "") -> Visit:
    """The visit of the middle by its last note."""
    last = list(wanted)[-1]
    visits = [first_visit(browser, url, wanted, keys) for _ in range(VISITS)]
    return sorted(visits, key=lambda visit: visit.seconds[last])[VISITS // 2]


def first_move(challenge: dict[str, Any]) -> str:
    """The keys of a legal move."""
    board = deal(get_variant(challenge["variant"]), int(challenge["number"]))
    move = board.legal_moves()[0]
    return f"{move.source}{'h' if move.destination == HOME else move.destination}"


def main(address: str) -> None:
    """Print a line for each page."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        today = browser.new_context().request.get(f"{address}/api/v1/challenges/today").json()
        challenge = today["results"][0]
        path = f"/play/{challenge['variant']}/{challenge['date']}"
        first_visit(browser, address, TODAY)  # fills the service's caches
        visit = middle_visit(browser, address, TODAY)
        print(
            f"today  {visit.requests} requests  {visit.transferred:.1f} kB"
            "  links after {links:.2f} s, par and difficulty after {facts:.2f} s".format(
                **visit.seconds
            )
        )
        visit = middle_visit(browser, address + path, PLAY, first_move(challenge))
        print(
            f"play   {visit.requests} requests  {visit.transferred:.1f} kB"
            "  cards after {cards:.2f} s, first move after {move:.2f} s".format(**visit.seconds)
        )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
