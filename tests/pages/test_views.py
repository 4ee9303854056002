"""The pages as the server sends them, before any script has run."""

import re
from pathlib import Path

import pytest
from django.test import Client

from castle_site.pages.modules import JS, modules_of

PAGES = [
    "/",
    "/play/citadel/2025-03-09",
    "/board/streets-and-alleys/2025-03-09",
    "/replay/2f0c3c57-5d0a-4c3a-9d7f-0c9d3a5b8a11",
    "/replay/citadel/2025-03-09",
    "/calendar",
    "/standings",
    "/standings/2025-W10",
    "/standings/all/citadel",
    "/groups",
    "/deals",
    "/deals/board",
    "/deals/citadel/99999999999999999999",
    "/players/Ada",
    "/account",
    "/how-to-play",
]
SCRIPTS = {
    *("today", "play", "board", "replay", "calendar", "standings", "groups"),
    *("deals", "profile", "account", "example"),
}


@pytest.mark.parametrize("path", PAGES)
def test_it_works_without_the_database(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-cache, private"
    text = response.content.decode()
    assert text.count("<h1") == 1
    assert '<main id="main"' in text


def test_a_page_that_is_not_there_leads_on(client: Client) -> None:
    response = client.get("/nowhere")
    text = response.content.decode()
    assert response.status_code == 404
    assert "The address may be mistyped" in text
    for path in ("/", "/calendar", "/standings", "/groups", "/deals", "/how-to-play"):
        assert f'href="{path}"' in text


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_inline_and_nothing_from_elsewhere(client: Client, path: str) -> None:
    response = client.get(path)
    policy = response["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    text = response.content.decode()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 2
    assert all("src=" in attributes and not body for attributes, body in scripts)
    assert not re.search(r"""<style|\sstyle=|\son[a-z]+=|(?:src|href)="(?:https?:)?//""", text)


@pytest.mark.parametrize(
    "path",
    [
        "/play/freecell/2025-03-09",
        "/play/citadel/2025-02-30",
        "/play/citadel/2025-3-9",
        "/deals/citadel/0",
        "/deals/citadel/100000000000000000000",
        "/deals/citadel/-1",
        "/deals/freecell/1",
        "/board/freecell/2025-03-09",
        "/replay/none",
        "/standings/2025-13",
        "/standings/2021-W53",
        "/standings/never",
        "/standings/all/freecell",
        "/players/no%20handle",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_day_ahead_is_the_same_page_as_any_other(client: Client) -> None:
    past = client.get("/play/citadel/2025-03-09").content
    ahead = client.get("/play/citadel/2125-03-09").content
    assert ahead == past.replace(b"2025-03-09", b"2125-03-09").replace(b"Mar 2025", b"Mar 2125")


def test_the_theme_of_the_cookie(client: Client) -> None:
    client.cookies["castle_theme"] = "dark"
    assert b'<html lang="en" data-theme="dark">' in client.get("/").content
    client.cookies["castle_theme"] = '"><script>'
    assert b'<html lang="en">' in client.get("/").content


def test_every_module_is_announced() -> None:
    for name in SCRIPTS:
        modules = modules_of(f"{name}.js")
        assert f"castle_site/js/{name}.js" in modules
        for module in modules:
            text = (JS / Path(module).name).read_text(encoding="utf-8")
            for imported in re.findall(r"""(?:from|import)\s*"\./([a-z]+\.js)";""", text):
                assert f"castle_site/js/{imported}" in modules
    rules = (JS / "rules.js").read_text(encoding="utf-8")
    assert "import " not in rules


@pytest.mark.parametrize(("path", "rounds"), [("/", 2), ("/play/citadel/2025-03-09", 3)])
def test_what_is_needed_at_once_comes_in_few_rounds(client: Client, path: str, rounds: int) -> None:
    # HTTP/1.1: six connections to a host, each with a file at a time.
    text = client.get(path).content.decode()
    needed = re.findall(r'<link rel="(?:stylesheet|preload|modulepreload)"', text)
    assert 6 < len(needed) <= 6 * rounds
