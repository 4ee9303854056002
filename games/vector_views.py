"""The endpoints of test vectors."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.api import ApiView, problems
from games.vectors import CONTENT_TYPE, VERSIONS, content, vectors_get
from games.views import NOT_MODIFIED


class NdjsonRenderer(JSONRenderer):
    """Lets a caller ask for JSON lines by name; the content is as it lies in the file."""

    media_type = CONTENT_TYPE
    # Only a name that both renderers have keeps `?format=` out of the document.
    format = "json"


class VectorsSerializer(serializers.Serializer[Any]):
    """A version of the test vectors; none ever changes."""

    version = serializers.IntegerField()
    rules_version = serializers.IntegerField()
    records = serializers.IntegerField()
    size = serializers.IntegerField(help_text="bytes")
    sha256 = serializers.CharField(help_text="64 hexadecimal digits")
    href = serializers.CharField()


class AllVectorsSerializer(serializers.Serializer[Any]):
    """All versions of the test vectors."""

    results = VectorsSerializer(many=True)


class AllVectorsView(ApiView):
    """The versions of the test vectors."""

    throttle_scope = "read"

    @extend_schema(
        operation_id="vectors_list",
        tags=["deals"],
        responses={200: AllVectorsSerializer, 304: NOT_MODIFIED, **problems(401, 429)},
    )
    def get(self, request: Request) -> Response:
        """List the versions of the test vectors for other implementations of the rules."""
        data = {"results": [VectorsSerializer(each).data for each in VERSIONS.values()]}
        return caching.cached_response(request, data, caching.NO_CACHE)


class VectorsView(ApiView):
    """One version of the test vectors."""

    throttle_scope = "read"
    renderer_classes = (NdjsonRenderer, JSONRenderer)

    @extend_schema(
        operation_id="vectors_get",
        tags=["deals"],
        parameters=[OpenApiParameter("version", str, OpenApiParameter.PATH, pattern="^[0-9]+$")],
        responses={
            (200, CONTENT_TYPE): OpenApiTypes.STR,
            304: NOT_MODIFIED,
            **problems(401, 404, 406, 429),
        },
    )
    def get(self, request: Request, version: str) -> HttpResponse:
        """Give all records, one JSON object a line; the answer never changes."""
        vectors = vectors_get(version)
        etag = f'"{vectors.sha256[:32]}"'
        headers = {"ETag": etag, "Cache-Control": caching.IMMUTABLE}
        if caching.matches(request, etag):
            return HttpResponse(status=304, headers=headers)
        return HttpResponse(content(vectors.version), content_type=CONTENT_TYPE, headers=headers)
