"""Weighs the pages of a running service, as a first visit over a slow line:

    python -m tests.pages.weigh http://127.0.0.1:8000

The line is Lighthouse's "slow 4G": 150 ms to and fro, 1.6 Mbit/s down, 0.75 up. For each
page: requests, kilobytes transferred (heads included), and seconds until it can be used;
for the play page also until the first move lies.
"""

import sys
import time
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.pages.browser import launch

SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}


def visit(browser: Browser, url: str, ready: str) -> tuple[Page, dict[str, Any]]:
    """Open a page in a new profile over the slow line; the page and what it cost."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator(ready).first.wait_for()
    seconds = time.perf_counter() - start
    page.wait_for_load_state("networkidle")
    return page, {"requests": len(sizes), "kB": sum(sizes) / 1000, "usable": seconds}


def main(address: str) -> None:
    """Print a line for each page."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        visit(browser, address, "article .button.primary")  # fills the service's caches
        page, cost = visit(browser, address, "article .button.primary")
        print("today  {requests} requests  {kB:.1f} kB  usable after {usable:.2f} s".format(**cost))
        path = page.locator("article a.button").first.get_attribute("href")
        page, cost = visit(browser, f"{address}{path}", "#play[data-ready]")
        start = time.perf_counter()
        for card in page.locator(".card.open").all():
            card.click()
            page.keyboard.press("Escape")
            if page.locator("#moves").inner_text() != "0":
                break
        cost["move"] = cost["usable"] + time.perf_counter() - start
        print(
            "play   {requests} requests  {kB:.1f} kB  usable after {usable:.2f} s,"
            " first move after {move:.2f} s".format(**cost)
        )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
