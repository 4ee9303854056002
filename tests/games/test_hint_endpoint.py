"""POST deals/{variant}/{number}/hint."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games import advice, advice_views
from games.models import Deal
from games.rules import CITADEL, STREETS_AND_ALLEYS, deal, format_move, parse_move, replay
from games.solver import SOLVER_VERSION, Budget, Result, solve
from games.tasks import message_count
from tests.advising import HandWorker, hand_worker
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE, Rates

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("help_allowed")]
URL = f"/api/v1/deals/citadel/{SOLVABLE}/hint"


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there."""
    return hand_worker(monkeypatch, settings)


def test_it_works(api: APIClient, worker: HandWorker) -> None:
    response = api.post(URL)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "private, no-store"
    body = response.json()
    move, line = body.pop("move"), body.pop("line")
    board = deal(CITADEL, SOLVABLE)
    board.check(parse_move(move))
    # Whoever follows the line need not ask again.
    followed = replay(board, line)
    assert (followed.won, followed.move_count) == (True, PAR)
    assert line.split()[0] == move
    assert body == {
        "variant": "citadel",
        "number": str(SOLVABLE),
        "move_count": 0,
        "verdict": "solvable",
        "shortest": True,
        "moves_left": {"low": PAR, "high": PAR, "proven": True},
        "reason": None,
        "solver_version": SOLVER_VERSION,
    }
    assert not Deal.objects.exists()


def test_following_the_hints_wins_in_par(
    api: APIClient, worker: HandWorker, best_result: Result
) -> None:
    board, played = deal(CITADEL, SOLVABLE), list[str]()
    for move in (best_result.line or ())[:45]:
        board.push(move)
        played.append(format_move(move))
    while not board.is_won():
        body = api.post(URL, {"line": " ".join(played)}).json()
        assert body["move_count"] == len(played)
        assert body["moves_left"]["high"] == PAR - len(played)
        played.append(body["move"])
        board.push(parse_move(body["move"]))
    assert len(played) == PAR
    body = api.post(URL, {"line": " ".join(played)}).json()
    assert (body["verdict"], body["move"], body["line"]) == ("solvable", None, "")
    assert body["moves_left"]["high"] == 0


def test_none_is_left_where_the_deal_is_lost(api: APIClient, worker: HandWorker) -> None:
    body = api.post(f"/api/v1/deals/citadel/{UNSOLVABLE}/hint").json()
    assert (body["verdict"], body["move"], body["shortest"]) == ("unsolvable", None, False)
    assert body["line"] is None
    assert body["moves_left"] == {"low": None, "high": None, "proven": False}
    assert body["reason"] is None


def test_an_open_question_says_what_was_spent(
    api: APIClient, worker: HandWorker, settings: Any
) -> None:
    settings.ASSIST_BUDGET = {"nodes": 200, "seconds": None, "bytes": None}
    body = api.post(f"/api/v1/deals/streets-and-alleys/{SOLVABLE_STREETS}/hint").json()
    assert (body["verdict"], body["move"], body["reason"]) == ("undetermined", None, "nodes")
    assert body["line"] is None


SOLVABLE_STREETS = 79680425071963186202


def test_the_deal_above_is_not_decided_within_its_nodes() -> None:
    result = solve(deal(STREETS_AND_ALLEYS, SOLVABLE_STREETS), Budget(nodes=200))
    assert result.stopped == "nodes"


def test_the_same_question_is_asked_once(api: APIClient, worker: HandWorker) -> None:
    first = api.post(URL, {"line": ""})
    # Other texts of the same line, and none.
    assert api.post(URL).json() == first.json()
    assert len(worker.keys) == 1


def test_transposed_lines_share_an_answer_but_not_the_count(
    api: APIClient, worker: HandWorker
) -> None:
    move, back = detour()
    start = api.post(URL).json()
    there = api.post(URL, {"line": f"{move} {back}"}).json()
    assert there == {**start, "move_count": 2}
    assert len(worker.keys) == 1


def detour() -> tuple[str, str]:
    """A move and the one that undoes it."""
    board = deal(CITADEL, SOLVABLE)
    for move in board.legal_moves():
        if move.destination:
            there = board.copy()
            there.push(move)
            back = move._replace(source=move.destination, destination=move.source)
            if there.is_legal(back):
                return f"{move.source}{move.destination}", f"{back.source}{back.destination}"
    raise AssertionError("this deal has such moves")


def test_refused_while_the_deal_is_played_for(
    api: APIClient, worker: HandWorker, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("help_refused")
    response = api.post(URL)
    assert response.status_code == 403
    assert response.json()["type"] == "/problems/assistance-refused"
    assert worker.keys == []


def test_an_answer_that_is_there_is_refused_too(
    api: APIClient, worker: HandWorker, request: pytest.FixtureRequest
) -> None:
    assert api.post(URL).status_code == 200
    request.getfixturevalue("help_refused")
    assert api.post(URL).status_code == 403


def test_202_says_where_to_ask_again(api: APIClient, worker: HandWorker) -> None:
    worker.at_once = False
    response = api.post(URL)
    assert response.status_code == 202
    body = response.json()
    assert response.headers["Location"] == f"/api/v1/advice/{body['id']}"
    assert response.headers["Retry-After"] == "1"
    assert response.headers["Cache-Control"] == "private, no-store"
    assert body == {"id": body["id"], "state": "pending"}


def test_503_where_no_worker_is_there(api: APIClient, worker: HandWorker) -> None:
    worker.leave()
    response = api.post(URL)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "10"
    assert response.json()["type"] == "/problems/no-worker"
    assert worker.keys == []


def test_503_with_the_broker_away(
    api: APIClient, lonely_task: Any, monkeypatch: pytest.MonkeyPatch, worker: HandWorker
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(advice_views, "advice_make", lonely_task)
    monkeypatch.setattr("games.assistance._guards", [lambda variant, number: None])
    for _ in range(2):
        response = api.post(URL)
        assert response.status_code == 503
        assert response.json()["type"] == "/problems/no-worker"


def test_503_with_the_cache_away(api: APIClient, worker: HandWorker, settings: Any) -> None:
    settings.CACHE_URL = "unix:///nowhere/cache.sock?db=1"
    response = api.post(URL)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"


def test_the_question_goes_to_its_own_queue(api: APIClient, settings: Any) -> None:
    from games.presence import note_worker

    note_worker()
    settings.ASSIST_WAIT = 0
    assert api.post(URL).status_code == 202
    assert message_count("assist") == 1
    assert message_count("labels") == 0


def test_a_search_that_fails_is_said(
    api: APIClient, worker: HandWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(advice, "answer", fail)
    response = api.post(URL)
    assert response.status_code == 503
    assert response.json()["type"] == "/problems/advice-failed"
    assert response.headers["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("line", "kind", "code"),
    [
        ("38 9z", "unreadable-line", "bad_text"),
        ("11", "illegal-line", "same_row"),
        ("1h 1h 1h 1h 1h 1h 1h 1h", "illegal-line", "wrong_foundation"),
    ],
)
def test_a_line_that_is_none(
    api: APIClient, worker: HandWorker, line: str, kind: str, code: str
) -> None:
    response = api.post(URL, {"line": line})
    assert response.status_code == 400
    problem = response.json()
    assert problem["type"] == f"/problems/{kind}"
    [error] = problem["errors"]
    assert (error["pointer"], error["code"]) == ("/line", code)
    assert isinstance(error["offset"], int)
    assert worker.keys == []


@pytest.mark.parametrize("path", ["citadel/0", "citadel/1x", "klondike/1"])
def test_no_such_deal(api: APIClient, path: str) -> None:
    assert api.post(f"/api/v1/deals/{path}/hint").status_code == 404


def test_it_is_throttled(api: APIClient, worker: HandWorker, rates: Rates) -> None:
    rates(assist="1/hour")
    assert api.post(URL).headers["RateLimit"] == '"assist";r=0;t=3600'
    assert api.post(URL).status_code == 429


def test_it_is_only_posted_to(api: APIClient) -> None:
    assert api.get(URL).status_code == 405
