"""What all views of the API have in common."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from games.parsers import StrictJSONParser
from games.throttling import ThrottledView


class ApiView(ThrottledView):
    """A view that reads strict JSON, counts requests (`throttle_scope`) and says what is left."""

    parser_classes = (StrictJSONParser,)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Say in `Allow` which methods there are, and nothing else: the document has the rest."""
        return Response(status=204)


class FieldErrorSerializer(serializers.Serializer[Any]):
    """One field that does not fit."""

    pointer = serializers.CharField(help_text="JSON pointer (RFC 6901) into the body", default="")
    code = serializers.CharField()
    detail = serializers.CharField()
    offset = serializers.IntegerField(
        required=False, help_text="place in the text, in characters from 0"
    )


class ProblemSerializer(serializers.Serializer[Any]):
    """An error (RFC 9457)."""

    type = serializers.CharField(help_text="what kind of error; never changes")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField()
    # The metaclass takes declared fields out of the class: `Serializer.errors` stays.
    # The field of RFC 9457 has the name of a property of DRF's serializers.
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]


def problems(*statuses: int) -> dict[tuple[int, str], type[ProblemSerializer]]:
    """The problem documents among a view's answers, for `extend_schema(responses=…)`.

    400 is always among them: a query with a NUL character is read by no view.
    """
    every = sorted({400, *statuses})
    return {(status, "application/problem+json"): ProblemSerializer for status in every}
