"""GET deals/{variant}/{number}."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.models import Deal, Job
from games.rules import CITADEL, format_line
from games.services import deal_ensure, label_request, label_store
from games.solver import SOLVER_VERSION, Result, Verdict
from tests.games.conftest import PAR, SOLVABLE, HandClock
from tests.games.test_layout_endpoint import LAYOUT

pytestmark = pytest.mark.django_db
URL = f"/api/v1/deals/citadel/{SOLVABLE}"


def get_label(api: APIClient) -> Any:
    """The label that the endpoint shows."""
    response = api.get(URL)
    assert response.status_code == 200
    return response.json()["label"]


def test_it_works(api: APIClient) -> None:
    assert api.get("/api/v1/deals/citadel/5").json() == {**LAYOUT, "label": None}


@pytest.mark.usefixtures("help_allowed")
def test_a_label(api: APIClient, best_result: Result, hand_clock: HandClock) -> None:
    row = deal_ensure(variant=CITADEL, number=SOLVABLE)
    label_store(row=row, result=best_result, difficulty=70)
    assert get_label(api) == {
        "state": "done",
        "verdict": "solvable",
        "reason": None,
        "par": {"low": PAR, "high": PAR, "proven": True},
        "difficulty": {"number": 70, "grade": "hard"},
        "moves": PAR,
        "line": format_line(best_result.line or ()),
        "states": best_result.states,
        "seconds": best_result.seconds,
        "solver_version": SOLVER_VERSION,
        "labelled_at": "2025-03-09T12:00:00Z",
    }


@pytest.mark.usefixtures("help_refused")
def test_while_the_deal_is_played_for_its_line_is_not_shown(
    api: APIClient, best_result: Result
) -> None:
    label_store(row=deal_ensure(variant=CITADEL, number=SOLVABLE), result=best_result)
    response = api.get(URL)
    label = response.json()["label"]
    assert (label["verdict"], label["moves"], label["line"]) == ("solvable", PAR, None)
    assert format_line(best_result.line or ()) not in response.content.decode()


def test_a_label_that_is_waited_for(api: APIClient) -> None:
    label_request(variant=CITADEL, number=SOLVABLE)
    label = get_label(api)
    assert (label["state"], label["verdict"], label["line"]) == ("queued", None, None)
    assert label["par"] == {"low": None, "high": None, "proven": False}


def test_an_open_verdict_says_why(api: APIClient) -> None:
    open_result = Result(Verdict.undetermined, None, 57, None, 1000, 0.5, 4096, stopped="seconds")
    label_store(row=deal_ensure(variant=CITADEL, number=SOLVABLE), result=open_result)
    label = get_label(api)
    assert (label["state"], label["verdict"]) == ("done", "undetermined")
    assert label["reason"] == "seconds"
    assert label["par"] == {"low": 57, "high": None, "proven": False}


def test_a_search_that_was_given_up_says_why(api: APIClient, hand_clock: HandClock) -> None:
    label_request(variant=CITADEL, number=SOLVABLE)
    Job.objects.update(state="failed", ended_at=hand_clock.now(), reason="the worker was lost")
    label = get_label(api)
    assert (label["state"], label["verdict"]) == ("failed", None)
    assert label["reason"] == "the worker was lost"


def test_it_never_writes(api: APIClient) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert api.get(URL).status_code == 200
    assert len(queries) > 0
    assert all(query["sql"].startswith("SELECT") for query in queries)
    assert not Deal.objects.exists()


def test_it_is_asked_for_each_time(api: APIClient, best_result: Result) -> None:
    response = api.get(URL)
    assert response.headers["Cache-Control"] == "no-cache"
    had = {"If-None-Match": response.headers["ETag"]}
    assert api.get(URL, headers=had).status_code == 304
    label_store(row=deal_ensure(variant=CITADEL, number=SOLVABLE), result=best_result)
    assert api.get(URL, headers=had).status_code == 200


def test_head(api: APIClient) -> None:
    response = api.head(URL)
    assert response.status_code == 200
    assert response.headers["ETag"] == api.get(URL).headers["ETag"]
