"""POST submissions/{id}/post-mortem."""

import json
import re
import uuid
from pathlib import Path
from typing import Any

import pytest

from games.rules import deal, get_variant, replay
from games.solver import SOLVER_VERSION
from leaderboard.models import Assistance, Challenge
from leaderboard.services.tokens import Scope
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import CASTLE, unfinished
from tests.leaderboard.playing import (
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    problem_of,
)

# A careless game, lost by its last move.
LOST = "6h 82 21 85 84 64 48 84 48 34 35 12 21 12 15 71"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def challenge(at: SetClock) -> Challenge:
    """The day's challenge."""
    return make_challenge(CASTLE)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there."""
    return hand_worker(monkeypatch, settings)


def submit(caller: Caller, challenge: Challenge, line: str) -> str:
    """Submit a line; the path of its post-mortem."""
    response = caller.submit(line, challenge)
    assert response.status_code == 201, response.content
    return f"submissions/{response.json()['id']}/post-mortem"


def test_it_works(guest: Caller, challenge: Challenge, worker: HandWorker) -> None:
    path = submit(guest, challenge, LOST)
    response = guest.post(path, {})
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-store"
    body = response.json()
    winning = body.pop("winning_line")
    assert body == {
        "submission": path.split("/")[1],
        "move_count": 16,
        "last_winnable": 15,
        "first_lost": 16,
        "exact": True,
        "losing_move": "71",
        "par": None,
        "over_par": None,
        "solver_version": SOLVER_VERSION,
    }
    whole = f"{LOST.removesuffix(' 71')} {winning}"
    assert replay(deal(get_variant(CASTLE.variant), CASTLE.number), whole).won


def test_the_answer_in_the_docs_is_of_this_game(
    guest: Caller, challenge: Challenge, worker: HandWorker
) -> None:
    page = Path(__file__).parents[2] / "docs" / "api-competition.md"
    [text] = re.findall(r"```json\n(.*?)```", page.read_text(), re.DOTALL)
    written = json.loads(text)
    found = guest.post(submit(guest, challenge, LOST), {}).json()
    assert list(written) == list(found)
    found_line, written_line = found.pop("winning_line"), written.pop("winning_line")
    assert len(written_line) < len(found_line)
    assert replay(CASTLE.board, f"{LOST.removesuffix(' 71')} {written_line}").error is None
    for name in ("submission", "solver_version"):
        assert isinstance(written.pop(name), str)
    assert written == {name: found[name] for name in written}


def test_a_line_that_can_still_be_won(
    guest: Caller, challenge: Challenge, worker: HandWorker
) -> None:
    body = guest.post(submit(guest, challenge, unfinished(CASTLE, 40)), {}).json()
    assert (body["last_winnable"], body["first_lost"], body["losing_move"]) == (40, None, None)
    assert body["exact"]


def test_how_far_from_par_it_was(guest: Caller, challenge: Challenge, worker: HandWorker) -> None:
    body = guest.post(submit(guest, challenge, unfinished(CASTLE, 3)), {"par": True}).json()
    assert body["par"] == [73, 72, 71, 70]
    assert body["over_par"] == [0, 0, 0, 0]


def test_submissions_from_then_on_are_assisted(
    guest: Caller, challenge: Challenge, worker: HandWorker
) -> None:
    path = submit(guest, challenge, unfinished(CASTLE, 40))
    guest.post(path, {})
    assert guest.submit(CASTLE.line, challenge).json()["assisted"]
    assert not guest.get(path.removesuffix("/post-mortem")).json()["assisted"]


def test_after_settling_nothing_is_noted(
    guest: Caller, challenge: Challenge, worker: HandWorker, at: SetClock
) -> None:
    path = submit(guest, challenge, unfinished(CASTLE, 40))
    at(instant("2025-03-10 02:00:00"))
    assert guest.post(path, {}).status_code == 200
    assert not Assistance.objects.exists()


def test_202_is_noted_and_polled_for(
    guest: Caller, player: Caller, challenge: Challenge, worker: HandWorker
) -> None:
    worker.at_once = False
    response = guest.post(submit(guest, challenge, unfinished(CASTLE, 40)), {})
    assert response.status_code == 202
    assert Assistance.objects.filter(player=guest.player).exists()
    path = response["Location"].removeprefix("/api/v1/")
    worker.work()
    assert guest.get(path).json()["last_winnable"] == 40
    problem_of(player.get(path), 404)


def test_503_where_no_worker_is_there_and_nothing_noted(
    guest: Caller, challenge: Challenge, worker: HandWorker
) -> None:
    path = submit(guest, challenge, unfinished(CASTLE, 40))
    worker.leave()
    problem_of(guest.post(path, {}), 503)
    assert not Assistance.objects.exists()


def test_nobody_elses(
    guest: Caller, player: Caller, challenge: Challenge, worker: HandWorker, at: SetClock
) -> None:
    path = submit(guest, challenge, CASTLE.line)
    never = problem_of(player.post(f"submissions/{uuid.uuid4()}/post-mortem", {}), 404)
    # After settling everybody may read the line; the post-mortem stays its player's.
    for time in ("2025-03-09 12:00:00", "2025-03-11 00:00:00"):
        at(instant(time))
        assert problem_of(player.post(path, {}), 404)["detail"] == never["detail"]
        problem_of(Caller().post(path, {}), 401)
    assert not Assistance.objects.exists()


def test_a_rejected_line_has_none(guest: Caller, challenge: Challenge, worker: HandWorker) -> None:
    problem = problem_of(guest.post(submit(guest, challenge, "11"), {}), 409)
    assert problem["type"] == "/problems/line-rejected"
    assert not Assistance.objects.exists()


def test_a_par_that_is_no_choice(guest: Caller, challenge: Challenge, worker: HandWorker) -> None:
    path = submit(guest, challenge, unfinished(CASTLE, 40))
    problem = problem_of(guest.post(path, {"par": "perhaps"}), 400)
    assert problem["errors"][0]["pointer"] == "/par"


def test_the_scope_play_is_needed(guest: Caller, challenge: Challenge, worker: HandWorker) -> None:
    path = submit(guest, challenge, unfinished(CASTLE, 40))
    problem_of(make_caller(Scope.READ, player=guest.player).post(path, {}), 403)
