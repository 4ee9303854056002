"""The calls in docs/bulk.md give the answers that stand there, and its script its figure."""

import datetime as dt
import doctest
import io
import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from leaderboard.models import Assistance
from tests.leaderboard.lines import CASTLE, CASTLE_2, longer, unfinished
from tests.leaderboard.playing import DAY, NOON, SetClock, make_caller, make_challenge, path_of
from tests.leaderboard.test_docs import curl

PAGE = Path(__file__).parents[2] / "docs" / "bulk.md"
BEFORE = DAY - dt.timedelta(days=1)


@pytest.fixture
def _days(db: None, at: SetClock) -> None:
    """The days of the page: one settled with results of all kinds, one open."""
    at(NOON - dt.timedelta(days=1))
    challenge = make_challenge(CASTLE_2, BEFORE)
    best, second, helped, tried = (make_caller() for _ in range(4))
    best.post(f"{path_of(challenge)}/attempts")
    assert helped.player is not None
    Assistance.objects.create(player=helped.player, challenge=challenge, asked_at=NOON)
    at(NOON - dt.timedelta(days=1) + dt.timedelta(seconds=412))
    for caller, line in (
        (best, CASTLE_2.line),
        (second, longer(CASTLE_2, 2)),
        (helped, longer(CASTLE_2, 1)),
        (tried, unfinished(CASTLE_2, 30)),
    ):
        assert caller.submit(line, challenge).status_code == 201
    at(NOON)
    late = make_caller()
    assert late.submit(longer(CASTLE_2, 4), challenge).json()["late"] is True
    assert late.submit(CASTLE.line, make_challenge(CASTLE)).status_code == 201


@pytest.mark.usefixtures("_days")
def test_the_page_tells_the_truth() -> None:
    calls = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(calls) == 4
    for command, written in calls:
        response = curl(command, {})
        text = response.getvalue().decode()
        if response["Content-Type"] == "application/json":
            assert json.loads(text) == json.loads(written), command
        else:
            assert text == written, command


@pytest.mark.usefixtures("_days")
def test_the_script_gives_its_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    def urlopen(url: str) -> Any:
        response = Client().get(url.removeprefix("http://localhost:8000"))
        assert response.status_code == 200
        return io.BytesIO(response.getvalue())

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert (result.failed, result.attempted) == (0, 5)
