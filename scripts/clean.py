#!/usr/bin/env python3
"""Removes everything that the set-up and the service have made. Standard library only."""

import hashlib
import os
import shutil
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
MADE = (".venv", "var", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis")


def main() -> int:
    """Ask, then remove."""
    name = "castle-" + hashlib.sha256(os.fsencode(PROJECT / "var")).hexdigest()[:12]
    paths = [PROJECT / made for made in MADE] + [Path("/var/lib") / name]
    found = [path for path in paths if path.exists()]
    if not found:
        return 0
    print("This removes, with all data and secrets:", *found, sep="\n  ")
    if sys.stdin.isatty() and input("Type yes to go on: ") != "yes":
        return 1
    for path in found:
        shutil.rmtree(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
