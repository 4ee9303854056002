"""GET advice/{id}."""

import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from games import advice
from games.rules import CITADEL, deal, parse_move
from games.services.advice import MAX_RUNS
from games.solver import Budget
from tests.advising import HandWorker, hand_worker
from tests.games.conftest import PAR, SOLVABLE, Rates

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("help_allowed")]


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there and takes its time."""
    made = hand_worker(monkeypatch, settings)
    made.at_once = False
    return made


def ask(api: APIClient, **headers: Any) -> str:
    """Ask for a hint; where to poll."""
    response = api.post(f"/api/v1/deals/citadel/{SOLVABLE}/hint", **headers)
    assert response.status_code == 202
    return str(response.headers["Location"])


def test_it_works(api: APIClient, worker: HandWorker) -> None:
    url = ask(api)
    waiting = api.get(url)
    assert waiting.status_code == 202
    assert waiting.headers["Location"] == url
    assert waiting.json() == {"id": url.rpartition("/")[2], "state": "pending"}
    worker.work()
    response = api.get(url)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "private, no-store"
    body = response.json()
    assert (body["variant"], body["number"], body["verdict"]) == (
        "citadel",
        str(SOLVABLE),
        "solvable",
    )
    assert body["moves_left"]["high"] == PAR
    deal(CITADEL, SOLVABLE).check(parse_move(body["move"]))
    assert api.get(url).json() == body
    assert len(worker.keys) == 1


def test_nobody_else_gets_the_answer(api: APIClient, worker: HandWorker) -> None:
    url = ask(api)
    worker.work()
    other = api.get(url, REMOTE_ADDR="192.0.2.7")
    assert other.status_code == 404
    never = api.get(f"/api/v1/advice/{uuid.uuid4()}", REMOTE_ADDR="192.0.2.7")
    assert never.json()["detail"] == other.json()["detail"]


def test_every_asker_has_an_own_id(api: APIClient, worker: HandWorker) -> None:
    assert ask(api) != ask(api, REMOTE_ADDR="192.0.2.7")
    assert len(worker.keys) == 1


def test_it_is_refused_when_the_deal_has_come_to_be_played_for(
    api: APIClient, worker: HandWorker, request: pytest.FixtureRequest
) -> None:
    url = ask(api)
    worker.work()
    request.getfixturevalue("help_refused")
    response = api.get(url)
    assert response.status_code == 403
    assert "move" not in response.json()


def test_a_worker_that_has_gone_is_said(api: APIClient, worker: HandWorker) -> None:
    url = ask(api)
    worker.leave()
    response = api.get(url)
    assert response.status_code == 503
    assert response.json()["type"] == "/problems/no-worker"


def test_a_question_that_was_lost_is_sent_again(api: APIClient, worker: HandWorker) -> None:
    from django.core.cache import cache

    url = ask(api)
    cache.delete(f"advice:{worker.keys[0]}")
    # The message that comes late finds nothing to do.
    worker.work()
    assert api.get(url).status_code == 202
    assert len(worker.keys) == 2
    worker.work()
    assert api.get(url).status_code == 200


def test_a_question_that_kills_its_workers_is_given_up(
    api: APIClient, worker: HandWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """The end of a process."""

    def kill(*_: object) -> dict[str, Any]:
        raise KilledError

    url = ask(api)
    with monkeypatch.context() as patch:
        patch.setattr(advice, "answer", kill)
        for _ in range(MAX_RUNS):
            with pytest.raises(KilledError):
                worker.work()
            assert api.get(url).status_code == 202
        worker.work()
    response = api.get(url)
    assert response.status_code == 503
    assert response.json()["type"] == "/problems/advice-failed"


def test_a_message_that_comes_twice_asks_the_solver_once(
    api: APIClient, worker: HandWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(api)
    asked = []

    def answer(question: advice.Question, budget: Budget, seconds: float) -> dict[str, Any]:
        asked.append(question)
        return {}

    monkeypatch.setattr(advice, "answer", answer)
    worker.work()
    worker.work()
    assert len(asked) == 1


def test_it_is_counted_as_a_read(api: APIClient, worker: HandWorker, rates: Rates) -> None:
    rates(read="1/hour", assist="1/hour")
    url = ask(api)
    assert api.get(url).headers["RateLimit"] == '"read";r=0;t=3600'
    assert api.get(url).status_code == 429


def test_what_is_no_id(api: APIClient) -> None:
    assert api.get("/api/v1/advice/12").status_code == 404
