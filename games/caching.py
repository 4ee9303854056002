"""Answers that caches may keep: with an ETag, and 304 for who has them already."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.utils.http import parse_etags, quote_etag
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

# What a deal number means never changes.
IMMUTABLE = "public, max-age=31536000, immutable"
# Kept, but asked for each time.
NO_CACHE = "no-cache"


def etag_of(data: Mapping[str, Any]) -> str:
    """A strong ETag of an answer's content."""
    text = json.dumps(data, cls=JSONEncoder, sort_keys=True, separators=(",", ":"))
    return quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])


def matches(request: Request, etag: str) -> bool:
    """Whether the caller has this answer already: If-None-Match, compared weakly (RFC 9110)."""
    given = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    return given == ["*"] or etag in {tag.removeprefix("W/") for tag in given}


def cached_response(request: Request, data: Mapping[str, Any], cache_control: str) -> Response:
    """The answer with its ETag, or 304 without a body."""
    etag = etag_of(data)
    headers = {"ETag": etag, "Cache-Control": cache_control}
    if matches(request, etag):
        return Response(status=304, headers=headers)
    return Response(data, headers=headers)
