"""Opening a game without a network: what the service worker keeps, and what it does not."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from castle_site.pages import offline
from castle_site.pages.modules import modules_of
from games.rules import replay
from tests.pages.cable import Cable
from tests.pages.days import CASTLE, make_today, today
from tests.pages.helping import forgive
from tests.pages.playing import open_play, play, wait_for_table

KEPT = """
async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map(({url}) => new URL(url).pathname);
  }
  return found;
}
"""


def test_the_worker_keeps_the_files_of_the_table(client: Client) -> None:
    response = client.get("/worker.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in response["Content-Security-Policy"]
    text = response.content.decode()
    files = json.loads(re.search(r"const FILES = (\[[^]]*\]);", text)[1])  # type: ignore[index]
    needed = modules_of("today.js", "play.js", "site.js", on_demand=True)
    assert {f"/static/{name}" for name in needed} < set(files)
    assert "/static/castle_site/js/result.js" in files


def test_another_release_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    offline._worker.cache_clear()
    before = offline._worker()
    monkeypatch.setattr(offline, "static", lambda path: f"/static/{path}?changed")
    offline._worker.cache_clear()
    after = offline._worker()
    offline._worker.cache_clear()
    versions = [re.search(r'VERSION = "(.*)"', text)[1] for text in (before, after)]  # type: ignore[index]
    assert all(re.fullmatch("[0-9a-f]{16}", version) for version in versions)
    assert len(set(versions)) == 2


@pytest.mark.django_db(transaction=True)
class TestWorker:
    @pytest.fixture
    def cable(self, live_server: Any) -> Iterator[Cable]:
        """The line between browser and service, which can be cut."""
        with Cable(live_server.thread.port) as cable:
            yield cable

    @pytest.fixture
    def context_options(self, cable: Cable) -> dict[str, Any]:
        return {
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
            "service_workers": "allow",
            "base_url": cable.url,
        }

    def wait_for_worker(self, page: Page) -> None:
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")

    def test_reload_without_network_finish_and_send(
        self, page: Page, cable: Cable, complaints: list[str]
    ) -> None:
        make_today()
        open_play(page, CASTLE.variant, today())
        words = CASTLE.line.split()
        play(page, CASTLE.board, " ".join(words[:10]))
        expect(page.locator("#who")).to_contain_text("guest")
        self.wait_for_worker(page)
        cable.cut()
        page.reload()
        wait_for_table(page)
        expect(page.locator("#moves")).to_have_text("10")
        board = CASTLE.board
        for move in replay(CASTLE.board, " ".join(words[:10])).moves:
            board.push(move)
        play(page, board, " ".join(words[10:]))
        expect(page.locator("#result-said")).to_contain_text("your line is kept here")
        page.get_by_role("dialog").get_by_role("link", name="Today").click()
        expect(page.get_by_role("article")).to_have_count(3)
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        cable.mend()
        open_play(page, CASTLE.variant, today())
        page.get_by_role("button", name="Result").click()
        expect(page.locator("#result-said")).to_contain_text("rank 1 of 1", timeout=15_000)
        # The browser may try a connection of before the cut once more after it is mended.
        forgive(complaints, "net::ERR")

    def test_nothing_of_a_player_is_kept_and_releases_replace_each_other(
        self, page: Page, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_today()
        open_play(page, CASTLE.variant, today())
        self.wait_for_worker(page)
        page.goto("/account")
        page.goto("/")
        expect(page.locator("article dd").first).to_have_text("73")
        kept = page.evaluate(KEPT)
        assert len(kept) == 1
        [(name, paths)] = kept.items()
        loose = sorted(path for path in paths if not path.startswith("/static/"))
        day = f"{CASTLE.variant}/{today()}"
        assert loose == ["/", f"/api/v1/challenges/{day}", f"/play/{day}"]

        text = offline._worker()
        newer = text.replace(name.removeprefix("castle-"), "0123456789abcdef")
        monkeypatch.setattr(offline, "_worker", lambda: newer)
        page.goto("/how-to-play")
        page.evaluate("navigator.serviceWorker.ready.then(each => each.update()).then(() => null)")
        for _ in range(200):
            page.wait_for_timeout(50)
            kept = page.evaluate(KEPT)
            if list(kept) == ["castle-0123456789abcdef"]:
                break
        assert list(kept) == ["castle-0123456789abcdef"]
        paths = kept["castle-0123456789abcdef"]
        assert f"/play/{day}" in paths
        assert f"/api/v1/challenges/{day}" in paths
