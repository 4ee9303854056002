"""POST challenges/{variant}/{date}/hint."""

from typing import Any

import pytest

from games import clock
from games.rules import parse_move
from leaderboard.models import Assistance, Result
from leaderboard.services.tokens import Scope
from leaderboard.views import advice as views
from tests.advising import HandWorker, hand_worker
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db(transaction=True)
HINT = f"challenges/{CASTLE.variant}/{DAY}/hint"
# The end of a shortest line: hints on it are found at once.
PLAYED = 60


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    make_challenge(CASTLE)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there."""
    return hand_worker(monkeypatch, settings)


def ask(caller: Caller) -> Any:
    """Ask for a hint after most of the line."""
    return caller.post(HINT, {"line": unfinished(CASTLE, PLAYED)})


def test_it_works(guest: Caller, worker: HandWorker) -> None:
    response = ask(guest)
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-store"
    body = response.json()
    assert (body["variant"], body["number"]) == (CASTLE.variant, str(CASTLE.number))
    assert (body["move_count"], body["verdict"], body["shortest"]) == (PLAYED, "solvable", True)
    assert body["moves_left"]["high"] == CASTLE.par - PLAYED
    board = CASTLE.board
    for move in CASTLE.moves[:PLAYED]:
        board.push(move)
    board.check(parse_move(body["move"]))


def test_submissions_from_then_on_are_assisted_and_earlier_results_stay(
    guest: Caller, worker: HandWorker
) -> None:
    challenge = make_challenge_of(DAY)
    assert not guest.submit(longer(CASTLE, 2), challenge).json()["assisted"]
    ask(guest)
    after = guest.submit(CASTLE.line, challenge).json()
    assert (after["assisted"], after["outcome"]) == (True, "won")
    result = Result.objects.get(player=guest.player)
    assert not result.submission.assisted
    # The same line as before is the same submission, as it was received.
    assert not guest.submit(longer(CASTLE, 2), challenge).json()["assisted"]


def make_challenge_of(date: Any) -> Any:
    """The challenge that is there."""
    from leaderboard.models import Challenge

    return Challenge.objects.get(date=date)


def test_others_are_not_assisted_for_it(guest: Caller, player: Caller, worker: HandWorker) -> None:
    ask(guest)
    assert not player.submit(CASTLE.line, make_challenge_of(DAY)).json()["assisted"]


def test_it_is_noted_before_the_answer_leaves(
    guest: Caller, worker: HandWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[bool] = []
    leave = views.respond

    def watch(*given: Any) -> Any:
        noted.append(Assistance.objects.filter(player=guest.player).exists())
        return leave(*given)

    monkeypatch.setattr(views, "respond", watch)
    ask(guest)
    worker.at_once = False
    guest.post(HINT, {"line": ""})
    assert noted == [True, True]


def test_what_cannot_be_noted_is_not_answered(
    guest: Caller, worker: HandWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> bool:
        raise OSError

    monkeypatch.setattr(views, "assistance_note", fail)
    guest.client.raise_request_exception = False
    response = ask(guest)
    assert response.status_code == 500
    assert "move" not in response.json()


def test_it_is_noted_once(guest: Caller, worker: HandWorker) -> None:
    ask(guest)
    ask(guest)
    assert Assistance.objects.get().asked_at == clock.now()


def test_202_is_noted_and_its_player_alone_polls(
    guest: Caller, player: Caller, worker: HandWorker
) -> None:
    worker.at_once = False
    response = ask(guest)
    assert response.status_code == 202
    assert response["Retry-After"] == "1"
    assert Assistance.objects.filter(player=guest.player).exists()
    path = response["Location"].removeprefix("/api/v1/")
    assert guest.get(path).status_code == 202
    worker.work()
    assert guest.get(path).json()["move_count"] == PLAYED
    problem_of(player.get(path), 404)
    problem_of(Caller().get(path), 404)


def test_503_where_no_worker_is_there_and_nothing_noted(guest: Caller, worker: HandWorker) -> None:
    worker.leave()
    problem = problem_of(ask(guest), 503)
    assert problem["type"] == "/problems/no-worker"
    assert not Assistance.objects.exists()


def test_the_deals_own_endpoint_refuses_until_settling(
    guest: Caller, worker: HandWorker, at: SetClock
) -> None:
    path = f"deals/{CASTLE.variant}/{CASTLE.number}/hint"
    body = {"line": unfinished(CASTLE, PLAYED)}
    ask(guest)
    for time in ("2025-03-09 12:00:00", "2025-03-10 01:59:59"):
        at(instant(time))
        for caller in (guest, Caller()):
            problem = problem_of(caller.post(path, body), 403)
            assert problem["type"] == "/problems/assistance-refused"
    at(instant("2025-03-10 02:00:00"))
    assert Caller().post(path, body).json()["verdict"] == "solvable"


def test_until_settling_it_is_noted_and_after_it_not(
    guest: Caller, player: Caller, worker: HandWorker, at: SetClock
) -> None:
    at(instant("2025-03-10 01:59:59"))
    assert ask(guest).status_code == 200
    at(instant("2025-03-10 02:00:00"))
    assert ask(player).status_code == 200
    assert [note.player for note in Assistance.objects.all()] == [guest.player]


def test_a_challenge_that_is_not_open_is_like_one_that_never_was(
    guest: Caller, worker: HandWorker, at: SetClock
) -> None:
    at(instant("2025-03-08 23:59:59"))
    ahead = problem_of(ask(guest), 404)
    never = problem_of(guest.post(f"challenges/{CASTLE.variant}/2031-01-01/hint", {}), 404)
    assert ahead["detail"] == never["detail"]
    assert worker.keys == []


def test_a_line_that_breaks_the_rules(guest: Caller, worker: HandWorker) -> None:
    problem = problem_of(guest.post(HINT, {"line": "11"}), 400)
    assert problem["type"] == "/problems/illegal-line"
    assert problem["errors"][0]["pointer"] == "/line"
    assert not Assistance.objects.exists()


def test_a_player_is_needed(worker: HandWorker) -> None:
    problem_of(Caller().post(HINT, {}), 401)


def test_the_scope_play_is_needed(worker: HandWorker) -> None:
    problem_of(ask(make_caller(Scope.READ)), 403)
    assert not Assistance.objects.exists()


def test_what_others_see_tells_nothing_of_it(
    guest: Caller, player: Caller, worker: HandWorker
) -> None:
    ask(guest)
    body = player.get(path_of(make_challenge_of(DAY))).json()
    assert body["counts"] == {"ranked": 0, "assisted": 0, "unfinished": 0}
