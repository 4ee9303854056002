"""What the database itself refuses."""

import uuid

import pytest
from django.db import IntegrityError

from games.models import Deal, Job
from tests.games.conftest import NOON

pytestmark = pytest.mark.django_db

LABEL = {"verdict": "solvable", "line": "38 3h", "moves": 2, "par_low": 1, "par_high": 2}


def make(**fields: object) -> Deal:
    """A stored deal."""
    return Deal.objects.create(**{"variant": "citadel", "number": 5, "created_at": NOON, **fields})


def test_it_works() -> None:
    row = make(number=10**20 - 1, **LABEL)
    row.refresh_from_db()
    assert int(row.number) == 99999999999999999999
    assert row.game.name == "Citadel"
    assert row.is_final
    assert not row.par_proven
    assert str(row) == "citadel 99999999999999999999"


def test_a_deal_has_one_row() -> None:
    make()
    make(variant="streets-and-alleys")
    with pytest.raises(IntegrityError, match="games_deal_unique"):
        make()


@pytest.mark.parametrize("number", [0, -1])
def test_a_number_is_in_range(number: int) -> None:
    with pytest.raises(IntegrityError, match="games_deal_number_range"):
        make(number=number)


@pytest.mark.parametrize(
    "wrong",
    [
        {"line": ""},
        {"moves": None},
        {"par_high": 3},
        {"par_high": None},
        {"par_low": 3},
    ],
)
def test_a_solvable_label_has_a_line_within_its_bounds(wrong: dict[str, object]) -> None:
    with pytest.raises(IntegrityError, match="games_deal_solvable_has_line"):
        make(**{**LABEL, **wrong})


@pytest.mark.parametrize("verdict", ["unsolvable", "undetermined", None])
@pytest.mark.parametrize("wrong", [{"line": "38"}, {"moves": 2}, {"par_high": 2}])
def test_no_other_label_has_one(verdict: str | None, wrong: dict[str, object]) -> None:
    with pytest.raises(IntegrityError, match="games_deal_only_solvable_has_line"):
        make(verdict=verdict, **wrong)


def test_a_deal_has_one_job_of_a_kind() -> None:
    row = make()
    Job.objects.create(deal=row, kind="labels", state="queued", asked_at=NOON, sent_at=NOON)
    Job.objects.create(deal=row, kind="par", state="queued", asked_at=NOON, sent_at=NOON)
    with pytest.raises(IntegrityError, match="games_job_unique"):
        Job.objects.create(deal=row, kind="par", state="queued", asked_at=NOON, sent_at=NOON)


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "running"},
        {"state": "running", "holder": uuid.UUID(int=1)},
        {"state": "done", "holder": uuid.UUID(int=1)},
        {"state": "queued", "lease_until": NOON},
    ],
)
def test_a_running_job_and_no_other_is_held(wrong: dict[str, object]) -> None:
    fields = {"kind": "labels", "asked_at": NOON, "sent_at": NOON, **wrong}
    with pytest.raises(IntegrityError, match="games_job_running_is_held"):
        Job.objects.create(deal=make(), **fields)
