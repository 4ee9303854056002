"""GET commitments."""

import datetime as dt
from typing import Any

import pytest

from leaderboard.commitments import candidate_number, challenge_key, commitment, commitment_error
from leaderboard.models import Challenge
from tests.leaderboard.lines import CASTLE, CITADEL
from tests.leaderboard.playing import (
    DAY,
    KEY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_challenge,
    problem_of,
)

pytestmark = pytest.mark.django_db

NEXT = DAY + dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def listed(query: str = "") -> Any:
    response = Caller().get(f"commitments{query}")
    assert response.status_code == 200
    return response.json()["results"]


def test_it_works() -> None:
    make_challenge()
    make_challenge(date=NEXT)
    assert listed() == [
        {
            "variant": "beleaguered-castle",
            "date": "2025-03-10",
            "commitment": commitment("beleaguered-castle", NEXT, CASTLE.number, KEY),
            "opened": None,
        },
        {
            "variant": "beleaguered-castle",
            "date": "2025-03-09",
            "commitment": commitment("beleaguered-castle", DAY, CASTLE.number, KEY),
            "opened": {
                "number": "79680425071963186202",
                "candidate": 0,
                "key": KEY.hex(),
                "solver_version": "1.0",
            },
        },
    ]


def test_anyone_can_redo_the_choice_when_it_opens(at: SetClock) -> None:
    key = challenge_key(b"whatever", "beleaguered-castle", NEXT)
    number = candidate_number(key, 3)
    made = commitment("beleaguered-castle", NEXT, number, key)
    make_challenge(date=NEXT)
    Challenge.objects.update(number=number, key=key, candidate=3, commitment=made)
    (before,) = listed()
    assert before["opened"] is None
    at(instant("2025-03-10 00:00:00"))
    (after,) = listed()
    opened = after["opened"]
    assert (
        commitment_error(
            after["variant"],
            dt.date.fromisoformat(after["date"]),
            number=int(opened["number"]),
            key=bytes.fromhex(opened["key"]),
            index=opened["candidate"],
            published=before["commitment"],
        )
        is None
    )


def test_one_made_on_its_own_day_has_no_commitment() -> None:
    make_challenge(commitment=None)
    (row,) = listed()
    assert row["commitment"] is None
    assert row["opened"]["number"] == str(CASTLE.number)


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_in_pages_and_by_variant(limit: int) -> None:
    for won in (CASTLE, CITADEL):
        for date in (DAY, NEXT):
            make_challenge(won, date)
    rows, link = [], f"commitments?limit={limit}"
    while link:
        page = Caller().get(link).json()
        rows += page["results"]
        link = (page["next"] or "").removeprefix("/api/v1/")
    assert rows == listed()
    assert [(row["date"], row["variant"]) for row in rows] == [
        (date, variant)
        for date in ("2025-03-10", "2025-03-09")
        for variant in ("beleaguered-castle", "citadel")
    ]
    assert {row["variant"] for row in listed("?variant=citadel")} == {"citadel"}


@pytest.mark.parametrize("query", ["variant=x", "limit=0", "cursor=x"])
def test_queries_that_are_none(query: str) -> None:
    problem_of(Caller().get(f"commitments?{query}"), 400)
