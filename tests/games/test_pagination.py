"""Cursors, limits and the rows behind a key."""

import base64
import datetime as dt
import uuid
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import ValidationError
from games.models import Deal
from games.pagination import (
    MAX_LIMIT,
    Cursor,
    InvalidCursorError,
    decode_cursor,
    encode_cursor,
    keyset_filter,
    page_url,
    read_cursor,
    read_limit,
    reverse_order,
)

NOON = dt.datetime(2025, 3, 9, 12, 0, 0, 123456, tzinfo=dt.UTC)
KEY = (3, "accepted", NOON, dt.date(2025, 3, 9), uuid.UUID(int=7))
TYPES = (int, str, dt.datetime, dt.date, uuid.UUID)


def test_it_works() -> None:
    text = encode_cursor("board", Cursor(KEY, backwards=True))
    assert text.replace("-", "").replace("_", "").isalnum()
    assert decode_cursor("board", text, TYPES) == Cursor(KEY, backwards=True)


@given(
    st.tuples(
        st.integers(-(2**63), 2**63 - 1),
        st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=20),
        st.datetimes(timezones=st.just(dt.UTC)),
        st.dates(),
        st.uuids(),
    ),
    st.booleans(),
)
def test_every_key_comes_back(key: Any, backwards: bool) -> None:
    text = encode_cursor("board", Cursor(key, backwards))
    assert decode_cursor("board", text, TYPES) == Cursor(key, backwards)


def forged(text: str) -> str:
    """A cursor with this content."""
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "!!!!",
        "é",
        "A" * 1000,
        forged("{}"),
        forged("[]"),
        forged("7"),
        forged('["board"]'),
        forged('["board",0]'),
        forged('["board",0,"7"]'),
        forged('["board",0,true]'),
        forged('["board",0,1e3]'),
        forged('["board",0,9223372036854775808]'),
        forged('["board",0,7,7]'),
        forged('["board",2,7]'),
        forged('["other",0,7]'),
        forged("[" * 300),
    ],
)
def test_what_was_not_given_out_is_refused(text: str) -> None:
    with pytest.raises(InvalidCursorError) as caught:
        decode_cursor("board", text, [int])
    assert (caught.value.status, caught.value.code) == (400, "invalid-cursor")


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ('"2025-03-09T12:00:00"', dt.datetime),
        ('"yesterday"', dt.datetime),
        ('"2025-03-09T12:00:00+23:59"', dt.datetime),
        ('"0001-01-01T00:00:00+00:01"', dt.datetime),
        ('"2025-13-01"', dt.date),
        ('"7"', uuid.UUID),
        (r'"\u0000"', str),
        (r'"\ud800"', str),
        ("null", str),
    ],
)
def test_parts_of_the_wrong_form_are_refused(value: str, wanted: type[Any]) -> None:
    with pytest.raises(InvalidCursorError):
        decode_cursor("board", forged(f'["board",0,{value}]'), [wanted])


@pytest.mark.parametrize(
    ("query", "limit"), [({}, 50), ({"limit": "7"}, 7), ({"limit": "99999"}, MAX_LIMIT)]
)
def test_limits(query: dict[str, str], limit: int) -> None:
    assert read_limit(query) == limit


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "ten", "٣", "1" * 5000])
def test_limits_that_are_none(text: str) -> None:
    with pytest.raises(ValidationError):
        read_limit({"limit": text})


def test_no_cursor_is_the_first_page() -> None:
    assert read_cursor({}, "board", [int]) is None


def test_page_urls() -> None:
    assert page_url("/list", {"limit": "5", "cursor": "old"}, "new") == "/list?limit=5&cursor=new"
    assert page_url("/list", {}, None) is None


def test_reverse_order() -> None:
    assert reverse_order(["-date", "variant"]) == ["date", "-variant"]


@pytest.mark.django_db
def test_the_rows_behind_a_key_are_seen_once_each() -> None:
    pairs = [(variant, number) for number in (1, 2, 3) for variant in ("citadel", "beta")]
    Deal.objects.bulk_create(
        Deal(variant=variant, number=number, created_at=NOON) for variant, number in pairs
    )
    order = ["-number", "variant"]
    seen: list[tuple[int, str]] = []
    rows = Deal.objects.order_by(*order)
    while page := list(rows[:2]):
        seen += [(int(row.number), row.variant) for row in page]
        key = (int(page[-1].number), page[-1].variant)
        rows = Deal.objects.filter(keyset_filter(order, key)).order_by(*order)
    assert seen == sorted(
        ((number, variant) for variant, number in pairs), key=lambda pair: (-pair[0], pair[1])
    )
