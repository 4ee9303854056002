"""Finding a Chromium on the machine, and starting it."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Return the path of the system's Chromium or Chrome; None to take Playwright's own.

    CHROMIUM in the environment names another one.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        return str(Path(named).resolve(strict=True))
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


def launch(playwright: Playwright) -> Browser:
    """Start a headless Chromium that asks nothing of the network."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
