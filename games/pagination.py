"""Keyset paging: opaque cursors that name a row, not a count of rows.

A cursor holds the sort key of the last row seen. The next page is what sorts behind that
key, so rows that come or go elsewhere shift nothing.
"""

import base64
import binascii
import datetime as dt
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q

from games.errors import ValidationError

DEFAULT_LIMIT = 50
MAX_LIMIT = 200
MAX_CURSOR_LENGTH = 512

KeyPart = int | str | dt.datetime | dt.date | uuid.UUID
# What a bigint of the database holds.
_INTEGERS = range(-(2**63), 2**63)


class InvalidCursorError(ValidationError):
    """A cursor that this list has not given out."""

    code = "invalid-cursor"
    title = "The cursor is none of this list"

    def __init__(self) -> None:
        super().__init__(
            errors=[
                {
                    "pointer": "",
                    "parameter": "cursor",
                    "code": "invalid_cursor",
                    "detail": "Take `next` or `previous` of an answer as it stands.",
                }
            ]
        )


@dataclass(frozen=True)
class Cursor:
    """The sort key of a row, and whether the page wanted lies before it."""

    key: tuple[KeyPart, ...]
    backwards: bool = False


def encode_cursor(kind: str, cursor: Cursor) -> str:
    """A cursor as URL-safe text; `kind` names the list and the form of its key."""
    parts = [
        value.isoformat()
        if isinstance(value, dt.date)
        else str(value)
        if isinstance(value, uuid.UUID)
        else value
        for value in cursor.key
    ]
    text = json.dumps([kind, int(cursor.backwards), *parts], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def decode_cursor(kind: str, text: str, types: Sequence[type[KeyPart]]) -> Cursor:
    """Read what `encode_cursor` made for the same list; InvalidCursorError for anything else."""
    try:
        if len(text) > MAX_CURSOR_LENGTH:
            raise ValueError
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        found, backwards, *parts = json.loads(raw)
        if found != kind or backwards not in (0, 1) or len(parts) != len(types):
            raise ValueError
        key = tuple(_read(value, wanted) for value, wanted in zip(parts, types, strict=True))
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise InvalidCursorError from error
    return Cursor(key, bool(backwards))


def _read(value: object, wanted: type[KeyPart]) -> KeyPart:
    """One part of a key, of the wanted type; raises ValueError."""
    if wanted is int:
        if type(value) is int and value in _INTEGERS:
            return value
    elif isinstance(value, str) and "\0" not in value:
        value.encode()
        if wanted is str:
            return value
        if wanted is uuid.UUID:
            return uuid.UUID(value)
        if wanted is dt.datetime:
            instant = dt.datetime.fromisoformat(value)
            # All of ours are UTC; PostgreSQL takes no offset of 16 hours or more.
            if instant.utcoffset() == dt.timedelta(0):
                return instant
        elif wanted is dt.date:
            return dt.date.fromisoformat(value)
    raise ValueError


def read_limit(
    query: Mapping[str, str], *, default: int = DEFAULT_LIMIT, most: int = MAX_LIMIT
) -> int:
    """The `limit` of a query, at most `most`; ValidationError unless it is a whole number > 0."""
    text = query.get("limit", str(default))
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 9 and int(text) > 0):
        detail = "`limit` is a whole number from 1."
        raise ValidationError(
            errors=[{"pointer": "", "parameter": "limit", "code": "invalid", "detail": detail}]
        )
    return min(int(text), most)


def read_cursor(
    query: Mapping[str, str], kind: str, types: Sequence[type[KeyPart]]
) -> Cursor | None:
    """The `cursor` of a query, None if it has none; InvalidCursorError."""
    text = query.get("cursor")
    return None if text is None else decode_cursor(kind, text, types)


def keyset_filter(order: Sequence[str], key: Sequence[KeyPart]) -> Q:
    """Rows strictly behind a key in an order such as `["-date", "variant"]`, no column null."""
    condition = Q()
    for name, value in reversed(list(zip(order, key, strict=True))):
        field, lookup = (name[1:], "lt") if name.startswith("-") else (name, "gt")
        tie = Q(**{field: value}) & condition if condition else None
        condition = Q(**{f"{field}__{lookup}": value})
        if tie is not None:
            condition |= tie
    return condition


def reverse_order(order: Sequence[str]) -> list[str]:
    """The opposite of an order, for pages before a cursor."""
    return [name[1:] if name.startswith("-") else f"-{name}" for name in order]


def page_url(path: str, query: Mapping[str, Any], cursor: str | None) -> str | None:
    """Path and query of another page of the same list; None without a cursor."""
    if cursor is None:
        return None
    kept = {name: value for name, value in query.items() if name != "cursor"}
    return f"{path}?{urlencode({**kept, 'cursor': cursor})}"
