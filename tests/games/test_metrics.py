"""What operators see of searches and replays in the metrics."""

import pytest
from prometheus_client import REGISTRY
from rest_framework.test import APIClient

from games.models import Deal
from games.services import jobs_measure, label_run
from leaderboard.models import Submission
from tests.games.conftest import SOLVABLE, UNSOLVABLE, HandClock
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import make_caller, make_challenge

pytestmark = pytest.mark.django_db


def value(name: str, **labels: str) -> float:
    """What a series stands at."""
    found = REGISTRY.get_sample_value(name, labels)
    assert found is not None, (name, labels)
    return found


def test_replays_are_timed(api: APIClient) -> None:
    before = value("castle_verification_seconds_count")
    api.post("/api/v1/deals/citadel/5/verify", {"line": "12"})
    assert value("castle_verification_seconds_count") == before + 1


def test_searches_are_counted(api: APIClient, hand_clock: HandClock) -> None:
    def outcomes() -> list[float]:
        names = ("solvable", "unsolvable", "failed")
        return [value("castle_searches_total", kind="labels", outcome=name) for name in names]

    before, states = outcomes(), value("castle_search_states_total", kind="labels")
    for number in (SOLVABLE, UNSOLVABLE):
        api.post(f"/api/v1/deals/citadel/{number}/label")
        label_run(deal_id=Deal.objects.get(number=number).pk)
    assert outcomes() == [before[0] + 1, before[1] + 1, before[2]]
    stored = sum(row.states for row in Deal.objects.all())
    assert value("castle_search_states_total", kind="labels") == states + stored


def test_a_search_that_fails_is_counted(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("games.services.runs.solve", fail)
    before = value("castle_searches_total", kind="labels", outcome="failed")
    api.post(f"/api/v1/deals/citadel/{SOLVABLE}/label")
    assert not label_run(deal_id=Deal.objects.get().pk)
    assert value("castle_searches_total", kind="labels", outcome="failed") == before + 1


def test_what_waits_is_measured(api: APIClient, hand_clock: HandClock) -> None:
    jobs_measure()
    assert value("castle_jobs_waiting", kind="labels") == 0
    assert value("castle_jobs_oldest_seconds", kind="labels") == 0
    for number in (5, 6):
        api.post(f"/api/v1/deals/citadel/{number}/label")
        hand_clock.forward(seconds=30)
    jobs_measure()
    assert value("castle_jobs_waiting", kind="labels") == 2
    assert value("castle_jobs_oldest_seconds", kind="labels") == 60
    assert value("castle_jobs_waiting", kind="par") == 0


def test_submissions_are_counted_once(django_capture_on_commit_callbacks: object) -> None:
    challenge, caller = make_challenge(), make_caller()
    before = value("castle_submissions_total", outcome="won")
    rejected = value("castle_submissions_total", outcome="rejected")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        for line in (CASTLE.line, CASTLE.line, "11"):
            caller.submit(line, challenge)
    assert Submission.objects.count() == 2
    assert value("castle_submissions_total", outcome="won") == before + 1
    assert value("castle_submissions_total", outcome="rejected") == rejected + 1
