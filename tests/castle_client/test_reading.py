"""JSON as typed objects."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

import pytest

from castle_client.errors import UnexpectedAnswerError
from castle_client.reading import read


@dataclass(frozen=True)
class Inner:
    """A part."""

    name: str


@dataclass(frozen=True)
class Outer:
    """One of everything."""

    at: dt.datetime
    day: dt.date
    count: int
    share: float
    inner: Inner | None
    many: tuple[Inner, ...]
    named: dict[str, int]
    anything: Any
    more: int | None = 7


GIVEN = {
    "at": "2025-03-09T12:00:00Z",
    "day": "2025-03-09",
    "count": 3,
    "share": 1,
    "inner": None,
    "many": [{"name": "a"}],
    "named": {"C": 1},
    "anything": [1, "2"],
}


def test_it_works() -> None:
    assert read(Outer, GIVEN) == Outer(
        dt.datetime(2025, 3, 9, 12, tzinfo=dt.UTC),
        dt.date(2025, 3, 9),
        3,
        1.0,
        None,
        (Inner("a"),),
        {"C": 1},
        [1, "2"],
        7,
    )


def test_fields_that_are_not_known_are_left_out() -> None:
    assert read(Outer, GIVEN | {"new": 1, "inner": {"name": "b", "new": 2}}).inner == Inner("b")


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"at": "yesterday"}, "at /at"),
        ({"day": 5}, "at /day"),
        ({"count": "3"}, "at /count"),
        ({"count": True}, "at /count"),
        ({"share": "1"}, "at /share"),
        ({"inner": []}, "at /inner"),
        ({"inner": {}}, "at /inner: .*name"),
        ({"many": {}}, "at /many"),
        ({"many": [{"name": "a"}, {"name": 1}]}, "at /many/1/name"),
        ({"named": {"C": "1"}}, "at /named/C"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(wrong: dict[str, Any], place: str) -> None:
    with pytest.raises(UnexpectedAnswerError, match=place):
        read(Outer, GIVEN | wrong)


def test_a_field_that_is_missing() -> None:
    with pytest.raises(UnexpectedAnswerError, match="count"):
        read(Outer, {name: value for name, value in GIVEN.items() if name != "count"})


@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_what_is_no_object_at_all(value: Any) -> None:
    with pytest.raises(UnexpectedAnswerError, match="at / stands"):
        read(Outer, value)
