"""POST deals/{variant}/{number}/label."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games import views
from games.models import Deal, Job
from games.rules import CITADEL
from games.services import deal_ensure, label_store
from games.solver import Result
from games.tasks import label_make, message_count
from tests.games.conftest import PAR, SOLVABLE, Rates

pytestmark = pytest.mark.django_db(transaction=True)
URL = f"/api/v1/deals/citadel/{SOLVABLE}/label"


def test_it_works(api: APIClient) -> None:
    response = api.post(URL)
    assert response.status_code == 202
    assert response.headers["Location"] == f"/api/v1/deals/citadel/{SOLVABLE}"
    assert response.headers["Retry-After"] == "1"
    assert response.json()["label"]["state"] == "queued"
    assert message_count("labels") == 1
    label_make(Deal.objects.get().pk)
    assert message_count("par") == 1
    response = api.post(URL)
    assert response.status_code == 200
    assert "Location" not in response.headers
    assert response.json()["label"]["verdict"] == "solvable"


def test_asking_again_sends_nothing_more(api: APIClient) -> None:
    api.post(URL)
    assert api.post(URL).status_code == 202
    assert message_count("labels") == 1
    assert Job.objects.count() == 1


def test_a_proven_label_is_answered_at_once(api: APIClient, best_result: Result) -> None:
    label_store(row=deal_ensure(variant=CITADEL, number=SOLVABLE), result=best_result)
    response = api.post(URL)
    assert response.status_code == 200
    assert response.json()["label"]["par"] == {"low": PAR, "high": PAR, "proven": True}
    assert message_count("labels") == message_count("par") == 0


def test_a_label_without_par_has_it_searched_for(api: APIClient, first_result: Result) -> None:
    label_store(row=deal_ensure(variant=CITADEL, number=SOLVABLE), result=first_result)
    Deal.objects.update(solver_version="0.0")
    assert api.post(URL).status_code == 200
    assert message_count("par") == 1


def test_a_full_backlog_is_said(api: APIClient, settings: Any) -> None:
    settings.LABEL_BACKLOG = 1
    api.post("/api/v1/deals/citadel/5/label")
    response = api.post(URL)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "60"
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "/problems/backlog-full",
        "title": "Too many labels are waiting to be made",
        "status": 503,
        "detail": "Ask again later: no more labels are queued until some are made.",
        "instance": URL,
        "errors": [],
    }


def test_it_is_throttled(api: APIClient, rates: Rates) -> None:
    rates(label="1/hour")
    assert api.post(URL).headers["RateLimit"] == '"label";r=0;t=3600'
    response = api.post("/api/v1/deals/citadel/5/label")
    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 3600
    assert response.json()["type"] == "/problems/too-many-requests"
    assert Deal.objects.count() == 1


def test_a_broker_that_is_away_loses_nothing(
    api: APIClient, lonely_task: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "label_make", lonely_task)
    response = api.post(URL)
    assert response.status_code == 202
    assert Job.objects.get().state == "queued"


def test_a_store_of_counts_that_is_away_refuses(api: APIClient, settings: Any) -> None:
    settings.CACHE_URL = "unix:///nowhere/cache.sock?db=1"
    response = api.post(URL)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert not Deal.objects.exists()


def test_it_is_only_posted_to(api: APIClient) -> None:
    assert api.get(URL).status_code == 405
