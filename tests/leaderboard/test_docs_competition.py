"""The calls in docs/api-competition.md and the examples in docs/competition.md are run."""

import datetime as dt
import doctest
import json
import re
from pathlib import Path

import pytest

import leaderboard.commitments
from leaderboard.models import Player
from leaderboard.services.challenges import challenge_settle
from tests.leaderboard.lines import CASTLE, CASTLE_2, CASTLE_3, longer
from tests.leaderboard.playing import DAY, NOON, SetClock, make_caller, make_challenge
from tests.leaderboard.test_docs import assert_like, curl

DOCS = Path(__file__).parents[2] / "docs"
DAY_BEFORE, DAY_AFTER = DAY - dt.timedelta(days=1), DAY + dt.timedelta(days=1)


def calls() -> list[tuple[str, str]]:
    """The commands of the page with the answers below them."""
    text = (DOCS / "api-competition.md").read_text()
    blocks = re.findall(r"```console\n\$ (.*?)\n(.*?)```", text, re.DOTALL)
    return [(command, answer) for command, answer in blocks]


@pytest.fixture
def token(db: None, at: SetClock) -> str:
    """A day as the page has it: three challenges, and another player's results of two days."""
    at(NOON - dt.timedelta(days=1))
    make_challenge(CASTLE)
    yesterday = make_challenge(CASTLE_2, DAY_BEFORE)
    make_challenge(CASTLE_3, DAY_AFTER)
    other = make_caller()
    Player.objects.update(handle="Ada", handle_skeleton="ada", is_guest=False)
    assert other.submit(longer(CASTLE_2, 2), yesterday).status_code == 201
    at(NOON.replace(hour=11))
    assert challenge_settle(challenge=yesterday)
    path = f"challenges/beleaguered-castle/{DAY}/submissions"
    assert other.post(path, {"line": longer(CASTLE, 4)}).status_code == 201
    at(NOON)
    return make_caller().headers["authorization"].removeprefix("Bearer ")


def test_the_page_of_calls_tells_the_truth(token: str) -> None:
    found = calls()
    assert len(found) == 17
    variables = {"TOKEN": token}
    for command, written in found:
        answer = json.loads(curl(command, variables).content)
        assert_like(answer, json.loads(written), command)
        # What was submitted last can be looked at.
        if answer.get("line") and answer.get("id"):
            variables["SUBMISSION"] = answer["id"]


def test_the_check_of_a_commitment_can_be_done_by_hand() -> None:
    result = doctest.testfile(str(DOCS / "competition.md"), module_relative=False)
    assert (result.failed, result.attempted) == (0, 8)


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.commitments)
    assert (result.failed, result.attempted) == (0, 6)
