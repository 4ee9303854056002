"""Files of settled challenges for tests, and a board that has all that they may hold."""

import json
from typing import Any, NamedTuple

from leaderboard.models import Assistance, Challenge
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    NOON,
    Caller,
    instant,
    make_caller,
    make_challenge,
)

SETTLING = instant("2025-03-10 02:00:00")


class File(NamedTuple):
    """A file as it comes: what its headers say, and all of it."""

    headers: Any
    content: bytes

    @property
    def text(self) -> str:
        """What is in it."""
        return self.content.decode()


def ask(path: str, **headers: str) -> Any:
    """The answer to a call for a file, read to its end."""
    response = Caller().get(f"bulk/{path}", **headers)
    response.read = response.getvalue()
    return response


def file(path: str, **headers: str) -> File:
    """A file that is there."""
    response = ask(path, **headers)
    assert response.status_code == 200
    return File(response.headers, response.read)


def rows(path: str) -> list[Any]:
    """The rows of an NDJSON file."""
    found = file(path)
    assert found.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in found.text.splitlines()]


def make_board() -> Challenge:
    """A board with results of every kind."""
    challenge = make_challenge()
    for extra in (0, 2, 2, 4):
        make_caller().submit(longer(CASTLE, extra), challenge)
    helped = make_caller()
    assert helped.player is not None
    Assistance.objects.create(player=helped.player, challenge=challenge, asked_at=NOON)
    helped.submit(longer(CASTLE, 1), challenge)
    for caller, moves in ((make_caller(), 20), (make_caller(), 10)):
        caller.submit(unfinished(CASTLE, moves), challenge)
    return challenge
