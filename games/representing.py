"""Serializers of the busy endpoints, made once: DRF copies all fields for each one it makes.

What a serializer needs to know of one request it is given as an argument; nothing is kept.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from rest_framework.serializers import Serializer


@cache
def _serializer(kind: type[Serializer[Any]]) -> Serializer[Any]:
    return kind()


def represent(kind: type[Serializer[Any]], instance: Any) -> dict[str, Any]:
    """What a serializer gives for one thing: its `data`."""
    return dict(_serializer(kind).to_representation(instance))


def represent_all(kind: type[Serializer[Any]], instances: Iterable[Any]) -> list[dict[str, Any]]:
    """What a serializer gives for each of many things."""
    return [represent(kind, instance) for instance in instances]


def validated(kind: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """What a serializer takes from a body: its `validated_data`; raises DRF's ValidationError."""
    return dict(_serializer(kind).run_validation(data))
