"""Pieces of the OpenAPI document that several views share."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api import problems
from games.pagination import DEFAULT_LIMIT, MAX_LIMIT
from games.rules import VARIANTS

__all__ = [
    "CHALLENGE_PATH",
    "IDEMPOTENCY_PARAMETER",
    "LIST_PARAMETERS",
    "NOT_MODIFIED",
    "VARIANT_PARAMETER",
    "problems",
]

NOT_MODIFIED = OpenApiResponse(description="What If-None-Match names is still right.")
CHALLENGE_PATH = [
    OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=list(VARIANTS)),
    OpenApiParameter(
        "date",
        str,
        OpenApiParameter.PATH,
        description="UTC, like 2025-03-09",
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    ),
]
VARIANT_PARAMETER = OpenApiParameter(
    "variant", str, enum=list(VARIANTS), description="of this variant only"
)
LIST_PARAMETERS = [
    OpenApiParameter(
        "limit", int, description=f"rows a page, {DEFAULT_LIMIT} if not said, {MAX_LIMIT} at most"
    ),
    OpenApiParameter("cursor", str, description="`next` or `previous` of a page holds it"),
]
IDEMPOTENCY_PARAMETER = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="1 to 255 printable ASCII characters: the same request again, within 24 hours,"
    " gets the same answer",
)
