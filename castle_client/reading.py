"""Answers as typed objects: JSON read into the dataclasses of `castle_client.models`.

Fields that a class does not have are left out, for the API grows by addition; a field that
is missing takes the class's default, and without one the answer is refused.
"""

import dataclasses
import datetime as dt
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from castle_client.errors import UnexpectedAnswerError

T = TypeVar("T")


def read(kind: type[T], value: Any, place: str = "") -> T:
    """Return a JSON value as an object of a dataclass, or of another type that models use.

    These are: texts, numbers, true and false, `datetime.datetime` (RFC 3339) and
    `datetime.date`, tuples of one type, mappings with texts as keys, any of them or None.
    Raises UnexpectedAnswerError with a JSON pointer to what does not fit.
    """
    found: T = _read(kind, value, place)
    return found


def _read(kind: Any, value: Any, place: str) -> Any:
    if kind is Any:
        return value
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        inner = [each for each in typing.get_args(kind) if each is not types.NoneType]
        return None if value is None else _read(inner[0], value, place)
    if origin is tuple:
        _check(value, list, place)
        each_kind = typing.get_args(kind)[0]
        return tuple(_read(each_kind, each, f"{place}/{i}") for i, each in enumerate(value))
    if origin in (dict, Mapping):
        _check(value, dict, place)
        each_kind = typing.get_args(kind)[1]
        return {name: _read(each_kind, each, f"{place}/{name}") for name, each in value.items()}
    if dataclasses.is_dataclass(kind):
        return _read_object(kind, value, place)
    if kind in (dt.datetime, dt.date):
        _check(value, str, place)
        try:
            return kind.fromisoformat(value)
        except ValueError:
            raise _misfit(value, place) from None
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is int and isinstance(value, bool):
        raise _misfit(value, place)
    _check(value, kind, place)
    return value


def _read_object(kind: Any, value: Any, place: str) -> Any:
    _check(value, dict, place)
    given = {}
    for name, inner in _fields(kind).items():
        if name in value:
            given[name] = _read(inner, value[name], f"{place}/{name}")
    try:
        return kind(**given)
    except TypeError as error:
        raise UnexpectedAnswerError(f"at {place or '/'}: {error}") from None


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """The names and types of a dataclass's fields."""
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _check(value: Any, kind: Any, place: str) -> None:
    if not isinstance(value, kind):
        raise _misfit(value, place)


def _misfit(value: Any, place: str) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(f"at {place or '/'} stands {str(value)[:60]!r}")
