"""The calls in docs/groups.md, one after the other, give the answers that stand there."""

import json
import re
from pathlib import Path

import pytest

from leaderboard.services.challenges import challenge_settle
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.lines import CASTLE, longer
from tests.leaderboard.playing import SetClock, make_challenge
from tests.leaderboard.test_docs import assert_like, curl

PAGE = Path(__file__).parents[2] / "docs" / "groups.md"


@pytest.mark.django_db
def test_the_page_tells_the_truth(at: SetClock) -> None:
    challenge = make_challenge()
    ada, bob = make_player_caller("Ada"), make_player_caller("Bob")
    stranger = make_player_caller("Eve")
    for caller, extra in ((stranger, 0), (ada, 2), (bob, 4)):
        assert caller.submit(longer(CASTLE, extra), challenge).status_code == 201
    variables = {
        name: caller.headers["authorization"].removeprefix("Bearer ")
        for name, caller in (("TOKEN", ada), ("FRIEND", bob), ("STRANGER", stranger))
    }
    calls = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(calls) == 11
    for command, written in calls:
        if "/standings/2025-03?" in command:
            at(challenge.settles_at)
            assert challenge_settle(challenge=challenge)
        response = curl(command, variables)
        if not written:
            assert (response.status_code, response.content) == (204, b""), command
            continue
        answer = json.loads(response.content)
        assert_like(answer, json.loads(written), command)
        if "join_code" in answer:
            variables |= {"GROUP": answer["id"], "CODE": answer["join_code"]}
