"""What the player keeps between runs, in files: the day's deals, games, what waits to be sent."""

import dataclasses
import datetime as dt
import re
from pathlib import Path
from typing import Any

from castle_client.errors import UnexpectedAnswerError
from castle_client.models import Today
from castle_client.outbox import Outbox
from castle_client.reading import read
from castle_client.tokens import TokenFile, read_json, write_json

KEPT_GAMES = 100


class Keeper:
    """The files for one service, in a directory of its own."""

    def __init__(self, directory: Path, url: str) -> None:
        place = directory / re.sub(r"[^a-z0-9.]+", "-", url.lower()).strip("-")
        self.tokens = TokenFile(directory / "tokens.json")
        self.outbox = Outbox(place / "outbox.json")
        self._today = place / "today.json"
        self._games = place / "games.json"

    def today(self, date: dt.date) -> Today | None:
        """Return the challenges of a date if they were kept."""
        try:
            kept = read(Today, read_json(self._today, {}))
        except UnexpectedAnswerError:
            return None
        return kept if kept.date == date else None

    def keep_today(self, today: Today) -> None:
        """Keep the day's challenges, to play them without a network."""
        write_json(self._today, _as_json(today))

    def line(self, game: str) -> str:
        """Return the line of a game that was left; none is the empty one."""
        line = read_json(self._games, {}).get(game, "")
        return line if isinstance(line, str) else ""

    def keep_line(self, game: str, line: str) -> None:
        """Keep the line of a game, and those of the last hundred games."""
        games = read_json(self._games, {})
        games.pop(game, None)
        games[game] = line
        write_json(self._games, dict(list(games.items())[-KEPT_GAMES:]))


def _as_json(value: Any) -> Any:
    """A model as JSON that reads as the same model."""
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: _as_json(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {name: _as_json(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_as_json(each) for each in value]
    return value.isoformat() if isinstance(value, dt.date) else value
