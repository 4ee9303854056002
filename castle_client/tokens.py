"""Tokens kept in a file that nobody else can read."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any


def default_directory() -> Path:
    """Return where a person's clients keep their things: ``$XDG_STATE_HOME/castle`` or so."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "castle"


class TokenFile:
    """The tokens of services, by address, in a file of mode 0600."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_directory() / "tokens.json"

    def load(self, url: str) -> str | None:
        """Return the token for a service; None if there is none."""
        token = read_json(self.path, {}).get(url.rstrip("/"))
        return token if isinstance(token, str) else None

    def save(self, url: str, token: str | None) -> None:
        """Keep a service's token; None forgets it."""
        tokens = read_json(self.path, {})
        tokens[url.rstrip("/")] = token
        write_json(self.path, {name: kept for name, kept in tokens.items() if kept is not None})


def read_json(path: Path, default: Any) -> Any:
    """Return a file's JSON; the default if there is no file, or not of the default's type."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return default
    return found if isinstance(found, type(default)) else default


def write_json(path: Path, value: Any) -> None:
    """Write a file of mode 0600 whole or not at all: a crash leaves the old one or the new one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp makes files of mode 0600.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
