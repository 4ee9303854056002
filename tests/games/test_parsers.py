"""Strict JSON: what is refused, and where."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import BodyTooLargeError, MalformedBodyError, UnsupportedBodyError
from games.parsers import MAX_DEPTH, MAX_PARTS, StrictJSONParser, parse_object

REFUSED: list[tuple[bytes, str, int]] = [
    (b"", "syntax", 0),
    (b"{", "syntax", 1),
    (b'{"a":1}x', "syntax", 7),
    (b"{'a':1}", "syntax", 1),
    (b'{"a":"b', "syntax", 5),
    (b'{"a":"\t"}', "syntax", 6),
    (b'{"a":1_0}', "syntax", 6),
    (b"[1]", "not_an_object", 0),
    (b'"38 3h"', "not_an_object", 0),
    (b"null", "not_an_object", 0),
    (b'{"a":NaN}', "not_a_number", 5),
    (b'{"a": [1, -Infinity]}', "not_a_number", 10),
    (b'{"a":1e999}', "number_too_large", 5),
    (b'{"a":' + b"9" * 5000 + b"}", "number_too_long", 5),
    (b'{"a":1,"a":2}', "duplicate_key", 7),
    (b'{"a":1,"\\u0061" :2}', "duplicate_key", 7),
    (b'{"b":{"a":1,"a":2}}', "duplicate_key", 12),
    (b'{"a":"\\u0000"}', "nul", 5),
    (b'{"\\u0000":1}', "nul", 1),
    (b'{"a":"\\ud800"}', "surrogate", 5),
    (b"[" * 20_000, "too_deep", MAX_DEPTH),
    (b'{"a":' * 20_000, "too_deep", 5 * MAX_DEPTH),
    (b'{"a":[' + b"1," * 100_000 + b"1]}", "too_many", 6 + 2 * (MAX_PARTS - 3)),
    (b'\xef\xbb\xbf{"a":1}', "encoding", 0),
    (b'{"a":"\xff"}', "encoding", 6),
    ('{"a":1}'.encode("utf-16"), "encoding", 0),
]


def test_it_works() -> None:
    assert parse_object('{"line": "38 3h", "n": [1, -2.5e3, true, null], "ü": "😀"}'.encode()) == {
        "line": "38 3h",
        "n": [1, -2500.0, True, None],
        "ü": "😀",
    }


def test_a_body_may_hold_as_much_as_is_said() -> None:
    numbers = [1] * (MAX_PARTS - 3)
    assert parse_object(json.dumps({"a": numbers}).encode()) == {"a": numbers}


@pytest.mark.parametrize(("body", "code", "offset"), REFUSED)
def test_it_refuses_and_says_where(body: bytes, code: str, offset: int) -> None:
    with pytest.raises(MalformedBodyError) as caught:
        parse_object(body)
    assert caught.value.status == 400
    [error] = caught.value.errors
    assert (error["code"], error["offset"]) == (code, offset)


@pytest.mark.parametrize(
    "body",
    [
        b'{"a":"NaN, \\"Infinity\\" and 1e999"}',
        b'{"a":{"b":1},"b":[{"b":1},{"b":2}]}',
        b'{"a":"a","b":"a"}',
        b'{"a":"\\ud83d\\ude00"}',
        b'{"a":' + b"[" * (MAX_DEPTH - 1) + b"]" * (MAX_DEPTH - 1) + b"}",
    ],
)
def test_what_only_looks_wrong_is_read(body: bytes) -> None:
    assert parse_object(body) == json.loads(body)


@given(st.binary(max_size=40) | st.text('{}[]":,\\u0aN19.-', max_size=40).map(str.encode))
def test_any_bytes_are_read_as_json_reads_them_or_refused(body: bytes) -> None:
    try:
        found = parse_object(body)
    except MalformedBodyError:
        return
    assert found == json.loads(body)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**38), 10**38)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",))),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abc"), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.text("abc"), VALUES))
def test_what_json_writes_is_read_back(value: dict[str, Any]) -> None:
    assert parse_object(json.dumps(value).encode()) == value
    assert parse_object(json.dumps(value, ensure_ascii=False).encode()) == value


def parse(body: bytes, media_type: str = "application/json", **meta: str) -> dict[str, Any]:
    """Parse as a view would."""

    class Asked:
        """A request with headers alone."""

        META = meta

    return StrictJSONParser().parse(io.BytesIO(body), media_type, {"request": Asked})


def test_the_parser_reads_a_stream() -> None:
    assert parse(b'{"a":1}', 'application/json; charset="UTF-8"') == {"a": 1}


@pytest.mark.parametrize("charset", ["utf-16", "latin-1", "utf-7", "nonsense", ""])
def test_other_encodings_are_refused(charset: str) -> None:
    with pytest.raises(UnsupportedBodyError) as caught:
        parse(b"{}", f"application/json; charset={charset}")
    assert caught.value.status == 415


def test_compressed_bodies_are_refused() -> None:
    with pytest.raises(UnsupportedBodyError):
        parse(b"{}", HTTP_CONTENT_ENCODING="gzip")


def test_a_long_body_is_refused_before_it_is_read() -> None:
    with pytest.raises(BodyTooLargeError) as caught:
        parse(b"{}", CONTENT_LENGTH=str(100 * 2**20))
    assert caught.value.status == 413


def test_a_long_body_without_a_length_is_refused(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    assert parse(b'{"a":"' + b"x" * 92 + b'"}') == {"a": "x" * 92}
    with pytest.raises(BodyTooLargeError):
        parse(b'{"a":"' + b"x" * 93 + b'"}')
