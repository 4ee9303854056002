"""Challenges on known deals, players with tokens, and what they send."""

import datetime as dt
import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from games.rules import deal, get_variant, replay
from leaderboard.commitments import commitment
from leaderboard.models import Challenge, Player
from leaderboard.selectors.challenges import challenges_forget
from leaderboard.services.players import guest_create
from leaderboard.services.tokens import Scope, token_create
from tests.leaderboard.lines import CASTLE, Won

DAY = dt.date(2025, 3, 9)
NOON = dt.datetime(2025, 3, 9, 12, tzinfo=dt.UTC)
SetClock = Callable[[dt.datetime], None]
KEY = bytes(range(32))

_handles = itertools.count(1)


def instant(text: str) -> dt.datetime:
    """An instant in UTC, written like `2025-03-09 23:59:59`."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def make_challenge(won: Won = CASTLE, date: dt.date = DAY, **values: Any) -> Challenge:
    """A challenge on a deal whose par and line are known; `values` replace columns.

    Of the examples of one test each makes its own, and rolls it back: none is remembered.
    """
    challenges_forget()
    assert replay(deal(get_variant(won.variant), won.number), won.line).won
    made = dt.datetime.combine(date, dt.time(), dt.UTC) - dt.timedelta(days=7)
    row = {
        "variant": won.variant,
        "date": date,
        "number": won.number,
        "candidate": 0,
        "key": KEY,
        "commitment": commitment(won.variant, date, won.number, KEY),
        "made_at": made,
        "verdict": "solvable",
        "line": won.line,
        "moves": won.par,
        "par_low": won.par,
        "par_high": won.par,
        "states": 1234,
        "solver_version": "1.0",
        "labelled_at": made,
    }
    return Challenge.objects.create(**(row | values))


@dataclass
class Caller:
    """Somebody who calls the API, as a player with a token or anonymously."""

    player: Player | None = None
    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(raise_request_exception=True))

    def get(self, path: str, **headers: str) -> Any:
        """GET a path under `/api/v1/`."""
        return self.client.get(f"/api/v1/{path}", headers=self.headers | _names(headers))

    def post(self, path: str, body: Mapping[str, Any] | bytes = b"{}", **headers: str) -> Any:
        """POST a JSON object, or bytes, to a path under `/api/v1/`."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post(
            f"/api/v1/{path}",
            data,
            content_type="application/json",
            headers=self.headers | _names(headers),
        )

    def submit(self, line: str, challenge: Challenge, **headers: str) -> Any:
        """POST a line to a challenge."""
        return self.post(f"{path_of(challenge)}/submissions", {"line": line}, **headers)


def _names(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def path_of(challenge: Challenge) -> str:
    """The path of a challenge under `/api/v1/`."""
    return f"challenges/{challenge.variant}/{challenge.date}"


def make_caller(*scopes: Scope, player: Player | None = None) -> Caller:
    """A guest with a token of all scopes, or of those named."""
    player = player or guest_create()
    token = token_create(player=player, scopes=scopes or tuple(Scope)).token
    return Caller(player, {"authorization": f"Bearer {token}"})


def problem_of(response: Any, status: int) -> Any:
    """The problem document of an answer, which must have that status."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == status
    return body
