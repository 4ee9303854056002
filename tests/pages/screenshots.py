"""Makes the pictures in docs/screenshots:  python -m pytest tests/pages/screenshots.py

Not a test by its name, so `make test` leaves it out: the pictures are to be looked at.
"""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import presence
from games.rules import format_position
from leaderboard.models import Submission
from leaderboard.services.groups import group_create, group_join
from tests.advising import hand_worker
from tests.leaderboard.lines import CITADEL, CITADEL_2, STREETS, WON, longer
from tests.pages.days import CASTLE, fill_board, make_today, submit, today
from tests.pages.helping import LOST, agree, open_played
from tests.pages.playing import open_play, play, take_in, wait_for_table
from tests.pages.test_accessibility import long_rows
from tests.pages.visitors import register, settled_day, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

FOLDER = Path(__file__).parent.parent.parent / "docs" / "screenshots"
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
# Chromium makes PNG and JPEG; its canvas makes WebP, which is a third of either.
TO_WEBP = """
async (png) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({type: "image/webp", quality: 0.82});
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
"""


@pytest.fixture(
    params=[(size, theme) for size in SIZES for theme in ("light", "dark")], ids="-".join
)
def look(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A size and a theme."""
    found: tuple[str, str] = request.param
    return found


@pytest.fixture
def context_options(look: tuple[str, str]) -> dict[str, Any]:
    size, theme = look
    return {"viewport": SIZES[size], "reduced_motion": "reduce", "color_scheme": theme}


@pytest.fixture
def shoot(page: Page, look: tuple[str, str]) -> Callable[[str], None]:
    """Takes a picture under a name."""
    blank = page.context.new_page()
    FOLDER.mkdir(exist_ok=True)

    def take(name: str) -> None:
        page.wait_for_load_state("networkidle")
        png = base64.b64encode(page.screenshot()).decode()
        target = FOLDER / f"{name}-{'-'.join(look)}.webp"
        target.write_bytes(base64.b64decode(blank.evaluate(TO_WEBP, png)))

    return take


def test_pictures(page: Page, shoot: Callable[[str], None]) -> None:
    for days_ago in range(1, 24):
        make_today([WON[days_ago % 3], STREETS, CITADEL_2], days_ago=days_ago)
    challenges = make_today()
    fill_board(challenges[0], CASTLE)
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    expect(page.locator("#result-said")).to_contain_text("rank")
    shoot("result")
    page.goto(page.locator("#result-replay").get_attribute("href") or "")
    wait_for_table(page)
    page.get_by_label("Step through the moves").fill("21")
    shoot("replay")
    open_play(page, CITADEL.variant, today())
    play(page, CITADEL.board, " ".join(CITADEL.line.split()[:24]))
    page.locator('.card[data-card="7H"]').click()
    shoot("play")
    longest = register("The_longest-handle-2")
    group = group_create(player=longest, name="The Kings of the Long Sunday Afternoon")
    for number in range(1, 9):
        other = register(f"Another-handle_{number}")
        group_join(player=other, group_id=group.pk, code=group.join_code)
        settled_day(CASTLE, 23 + number, [(longest, 2 * number), (other, number)])
    submit(challenges[0], longer(CASTLE, 4), player=longest)
    sign_in(page, longest)
    for name, path in {
        "today": "/",
        "board": f"/board/{CASTLE.variant}/{today()}",
        "calendar": "/calendar",
        "deals": "/deals",
        "standings": f"/standings/all?group={group.pk}",
        "groups": "/groups",
        "account": "/account",
        "how-to-play": "/how-to-play",
        "profile": f"/players/{longest.handle}",
    }.items():
        page.goto(path)
        shoot(name)
    page.goto("/deals")
    page.get_by_label("Board text").fill(format_position(long_rows()))
    page.get_by_role("button", name="Lay out").click()
    wait_for_table(page)
    shoot("longest-rows")
    page.get_by_role("button", name="Settings").click()
    shoot("settings")


def test_pictures_of_help(
    page: Page, shoot: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(presence, "SECONDS", 600)
    hand_worker(monkeypatch, settings)
    page.set_default_timeout(30_000)
    make_today([CASTLE, CITADEL])
    page.goto(f"/board/{CASTLE.variant}/{today()}")
    shoot("board-empty")
    open_played(page)
    page.keyboard.press("?")
    shoot("help-consent")
    agree(page)
    page.locator('[data-do="hint"].primary').wait_for()
    shoot("hint")
    take_in(page, LOST)
    page.keyboard.press("?")
    page.locator("#advice").get_by_role("button", name="Where was it lost?").click()
    page.get_by_role("button", name="Back to move 15").wait_for()
    shoot("lost")
    page.goto(f"/replay/{Submission.objects.get().id}")
    wait_for_table(page)
    page.get_by_role("button", name="Where was it lost?").click()
    page.get_by_role("button", name="Go to move 16").click()
    shoot("post-mortem")
