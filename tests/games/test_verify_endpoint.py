"""POST deals/{variant}/{number}/verify."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.rules import format_line
from games.solver import Result
from tests.games.conftest import PAR, SOLVABLE, Rates

pytestmark = pytest.mark.django_db
URL = "/api/v1/deals/citadel/5/verify"


def test_it_works(api: APIClient, best_result: Result) -> None:
    line = format_line(best_result.line or ())
    response = api.post(f"/api/v1/deals/citadel/{SOLVABLE}/verify", {"line": line})
    assert response.status_code == 200
    assert response.json() == {
        "legal": True,
        "outcome": "won",
        "move_count": PAR,
        "foundation_cards": 52,
        "line": line,
        "reason": None,
        "move_index": None,
        "text_offset": None,
        "detail": None,
    }


def test_an_unfinished_line(api: APIClient) -> None:
    answer = api.post(URL, {"line": " 12\n"}).json()
    assert (answer["legal"], answer["outcome"]) == (True, "unfinished")
    assert (answer["move_count"], answer["foundation_cards"]) == (1, 5)
    assert answer["line"] == "12"


def test_no_moves_at_all_are_a_line(api: APIClient) -> None:
    answer = api.post(URL, {"line": ""}).json()
    assert (answer["legal"], answer["outcome"], answer["move_count"]) == (True, "unfinished", 0)


def test_the_first_wrong_move_is_named(api: APIClient) -> None:
    response = api.post(URL, {"line": "12 34 56"})
    assert response.status_code == 200
    assert response.json() == {
        "legal": False,
        "outcome": None,
        "move_count": 1,
        "foundation_cards": 5,
        "line": "12",
        "reason": "does_not_fit",
        "move_index": 1,
        "text_offset": 3,
        "detail": "7C does not fit on TS, the available card of row 4",
    }


def test_moves_behind_the_win_are_wrong(api: APIClient, best_result: Result) -> None:
    line = format_line(best_result.line or ())
    answer = api.post(f"/api/v1/deals/citadel/{SOLVABLE}/verify", {"line": f"{line} 12"}).json()
    assert (answer["legal"], answer["reason"], answer["move_index"]) == (False, "after_end", PAR)


def test_fc_solve_is_read_when_named(api: APIClient) -> None:
    text = "-=-=-=-=-=-\n\n12\n\n====================\n"
    answer = api.post(URL, {"line": text, "format": "fc-solve"}).json()
    assert (answer["legal"], answer["line"]) == (True, "12")
    assert api.post(URL, {"line": text}).status_code == 400


def test_unknown_fields_are_not_read(api: APIClient) -> None:
    assert api.post(URL, {"line": "12", "colour": "red"}).status_code == 200


def test_what_is_no_list_of_moves_is_refused_with_its_place(api: APIClient) -> None:
    response = api.post(URL, {"line": "12 3z"})
    assert response.status_code == 400
    assert response.json() == {
        "type": "/problems/unreadable-line",
        "title": "The line cannot be read",
        "status": 400,
        "detail": "At character 3: no move can be read here.",
        "instance": URL,
        "errors": [
            {
                "pointer": "/line",
                "code": "bad_text",
                "detail": "no move can be read here",
                "offset": 3,
            }
        ],
    }


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/line"),
        ({"line": None}, "/line"),
        ({"line": 38}, "/line"),
        ({"line": ["38"]}, "/line"),
        ({"line": {"38": 1}}, "/line"),
        ({"line": True}, "/line"),
        ({"line": "12", "format": "morse"}, "/format"),
        ({"line": "12", "format": None}, "/format"),
        ({"line": "12", "format": ["native"]}, "/format"),
    ],
)
def test_fields_that_do_not_fit(api: APIClient, body: dict[str, Any], pointer: str) -> None:
    response = api.post(URL, body)
    assert response.status_code == 400
    problem = response.json()
    assert problem["type"] == "/problems/validation"
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_too_many_moves_are_refused(api: APIClient) -> None:
    response = api.post(URL, {"line": "12" * 5001})
    assert response.status_code == 400
    [error] = response.json()["errors"]
    assert (error["code"], error["offset"]) == ("line_too_long", 10_000)


def test_it_asks_the_database_nothing(api: APIClient) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert api.post(URL, {"line": "12"}).status_code == 200
    assert not queries.captured_queries


def test_it_is_throttled_and_open_when_that_is_away(
    api: APIClient, rates: Rates, settings: Any
) -> None:
    rates(verify="1/minute")
    assert api.post(URL, {"line": ""}).status_code == 200
    assert api.post(URL, {"line": ""}).status_code == 429
    settings.CACHE_URL = "unix:///nowhere/cache.sock?db=1"
    assert api.post(URL, {"line": ""}).status_code == 200
