"""How often a submission asks the database: each time costs as much as replaying the line."""

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Challenge
from leaderboard.selectors.challenges import challenge_find_deal, challenges_forget
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import Caller, SetClock, make_caller, make_challenge, path_of

pytestmark = pytest.mark.django_db(transaction=True)

FIRST_WORDS = re.compile(r"\s*(?:WITH stored AS \(\s*)?(\w+(?: (?:INTO \w+|pg_advisory\w+))?)")
LOCKED = ["BEGIN", "SELECT pg_advisory_xact_lock_shared"]
# Who asks; under the locks what was found, and the result that stands; all that is written.
STORED = ["SELECT", *LOCKED, "SELECT", "SELECT", "INSERT INTO leaderboard_submission", "COMMIT"]


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    challenge = make_challenge()
    challenges_forget()
    assert challenge_find_deal(challenge.variant, challenge.date) == challenge
    return challenge


def statements(caller: Caller, line: str, challenge: Challenge, status: int) -> list[str]:
    """The first words of all that a submission says to the database."""
    with CaptureQueriesContext(connection) as queries:
        answer = caller.post(f"{path_of(challenge)}/submissions", {"line": line})
    assert answer.status_code == status, answer.content
    found = [FIRST_WORDS.match(query["sql"]) for query in queries.captured_queries]
    return [match[1] for match in found if match is not None]


def test_a_first_line_and_a_better_one(challenge: Challenge) -> None:
    caller = make_caller()
    assert statements(caller, unfinished(CASTLE, 30), challenge, 201) == STORED
    assert statements(caller, longer(CASTLE, 2), challenge, 201) == STORED
    assert statements(caller, CASTLE.line, challenge, 201) == STORED


def test_the_same_line_again(challenge: Challenge) -> None:
    caller = make_caller()
    caller.post(f"{path_of(challenge)}/submissions", {"line": CASTLE.line})
    # Nothing is stored; then the submission that is there is read.
    again = [*STORED, "SELECT"]
    assert statements(caller, CASTLE.line, challenge, 200) == again


def test_a_line_that_breaks_the_rules(challenge: Challenge) -> None:
    caller = make_caller()
    wrong = "11"
    assert statements(caller, wrong, challenge, 201) == STORED


def test_what_changes_of_a_challenge_is_read_when_it_is_looked_at(challenge: Challenge) -> None:
    """Its deal is remembered; its label is what the database says now."""
    for par_low in (70, 71):
        Challenge.objects.update(par_low=par_low)
        found = challenge_find_deal(challenge.variant, challenge.date)
        assert found is not None
        assert (found.number, found.par_low) == (challenge.number, par_low)


@pytest.mark.parametrize("headers", [{}, {"idempotency_key": "once"}], ids=["plain", "keyed"])
def test_a_database_with_other_challenges_is_asked_anew(
    challenge: Challenge, headers: dict[str, str]
) -> None:
    """After a backup was played back the same day may be another row, to a running service."""
    caller = make_caller()
    Challenge.objects.update(id=uuid.uuid4())
    answer = caller.submit(CASTLE.line, challenge, **headers)
    assert answer.status_code == 201, answer.content
    again = caller.submit(CASTLE.line, challenge, **headers)
    assert again.json()["id"] == answer.json()["id"]


def test_a_database_with_another_deal_of_the_day_replays_that(challenge: Challenge) -> None:
    caller = make_caller()
    Challenge.objects.update(id=uuid.uuid4(), number=challenge.number + 1)
    answer = caller.submit(CASTLE.line, challenge)
    assert (answer.status_code, answer.json()["status"]) == (201, "rejected")
