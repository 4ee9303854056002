"""Every error of the API as a problem document (RFC 9457, `application/problem+json`).

Views and services raise what is natural to them: errors of the rules, domain errors, DRF's
and Django's exceptions. This module alone knows which status and which `type` each becomes.
`type` is a URI reference relative to the API's host, described in `docs/api.md`; it never
changes once published.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import UnreadablePostError
from django.shortcuts import render
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import set_rollback

from castle_site.buffering import BodyTimeoutError
from castle_site.pages.navigation import NAVIGATION
from games.errors import DomainError
from games.rules import InvalidDealNumberError, InvalidMoveError, RulesError, UnknownVariantError

CONTENT_TYPE = "application/problem+json"
API_PREFIX = "/api/"
# What is told back of a path that was refused for its length, in characters.
MAX_INSTANCE = 256
# How long a client should wait when the database is away, in seconds.
RETRY_AFTER_OUTAGE = 5

log = structlog.get_logger(__name__)

# Statuses without an error of their own: the last part of `type`, and the title.
KINDS: dict[int, tuple[str, str]] = {
    400: ("malformed", "The request cannot be read"),
    401: ("not-authenticated", "Who asks is not known"),
    403: ("not-allowed", "Not allowed"),
    404: ("not-found", "There is no such thing"),
    405: ("method-not-allowed", "This path does not know the method"),
    406: ("not-acceptable", "No answer of the wanted kind"),
    408: ("too-slow", "The body did not come in time"),
    409: ("conflict", "Another request stands in the way"),
    413: ("too-large", "The body is too long"),
    414: ("path-too-long", "The path and its query are too long"),
    415: ("unsupported-media-type", "The body is of a kind that is not read"),
    422: ("unprocessable", "The request cannot be carried out"),
    429: ("too-many-requests", "Too many requests"),
    500: ("internal", "An error of ours"),
    503: ("unavailable", "Not available at the moment"),
}
VALIDATION = ("validation", "The request has fields that do not fit")


def problem(
    status: int,
    *,
    instance: str,
    detail: str = "",
    kind: tuple[str, str] | None = None,
    errors: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """A problem document; `kind` is the last part of its type and its title."""
    fallback = KINDS.get(status) or (f"status-{status}", HTTPStatus(status).phrase)
    code, title = kind or fallback
    return {
        "type": f"/problems/{code}",
        "title": title,
        "status": status,
        "detail": detail or title + ".",
        "instance": instance,
        "errors": [dict(error) for error in errors],
    }


def validation_errors(detail: object, pointer: str = "") -> Iterator[dict[str, str]]:
    """DRF's nested details as a flat list with JSON pointers (RFC 6901) into the body."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            escaped = str(name).replace("~", "~0").replace("/", "~1")
            own = name == "non_field_errors"
            yield from validation_errors(inner, pointer if own else f"{pointer}/{escaped}")
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping)
            yield from validation_errors(inner, f"{pointer}/{index}" if nested else pointer)
    else:
        code = getattr(detail, "code", None) or "invalid"
        yield {"pointer": pointer, "code": str(code), "detail": str(detail)}


def is_outage(error: BaseException | None) -> bool:
    """Whether the database is away, not the request wrong."""
    return isinstance(error, OperationalError | InterfaceError)


def describe(error: BaseException, instance: str) -> tuple[dict[str, Any], dict[str, str]] | None:
    """The problem document and the headers for an error; None if it is one of ours."""
    headers: dict[str, str] = {}
    match error:
        case DomainError():
            if error.retry_after is not None:
                headers["Retry-After"] = str(error.retry_after)
            if error.status == HTTPStatus.UNAUTHORIZED:
                # RFC 9110, 15.5.2: every 401 names a way in.
                headers["WWW-Authenticate"] = "Bearer"
            kind = (error.code.replace("_", "-"), error.title)
            body = problem(
                error.status,
                instance=instance,
                detail=error.detail,
                kind=kind,
                errors=error.errors,
            )
        case UnknownVariantError() | InvalidDealNumberError():
            body = problem(404, instance=instance, detail=str(error))
        case RulesError():
            body = problem(
                400,
                instance=instance,
                detail=str(error),
                kind=VALIDATION,
                errors=[_place(error)],
            )
        case exceptions.ValidationError():
            body = problem(
                400,
                instance=instance,
                detail="See `errors` for each field.",
                kind=VALIDATION,
                errors=list(validation_errors(error.detail)),
            )
        case exceptions.APIException():
            headers = _headers(error)
            body = problem(error.status_code, instance=instance, detail=_text(error))
        case Http404():
            body = problem(404, instance=instance)
        case PermissionDenied():
            body = problem(403, instance=instance, detail=str(error))
        case RequestDataTooBig() | TooManyFieldsSent():
            body = problem(413, instance=instance)
        case UnreadablePostError(__cause__=BodyTimeoutError()):
            body = problem(408, instance=instance)
        case SuspiciousOperation() | UnreadablePostError():
            body = problem(400, instance=instance)
        case OperationalError() | InterfaceError():
            log.error("database_away", error=str(error))
            headers["Retry-After"] = str(RETRY_AFTER_OUTAGE)
            body = problem(503, instance=instance)
        case _:
            return None
    return body, headers


def _place(error: RulesError) -> dict[str, Any]:
    """Where the offending text stands: lines of moves come in the field `line`."""
    is_line = isinstance(error, InvalidMoveError)
    place: dict[str, Any] = {
        "pointer": "/line" if is_line else "",
        "code": str(error.reason) if isinstance(error, InvalidMoveError) else "invalid",
        "detail": str(error),
    }
    if error.offset is not None:
        place["offset"] = error.offset
    return place


def _text(error: exceptions.APIException) -> str:
    return error.detail if isinstance(error.detail, str) else ""


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = dict(getattr(error, "headers", None) or {})
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(challenge)
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(max(1, -(-int(wait * 1000) // 1000)))
    return headers


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER: the answer to an error raised in an API view."""
    request = context["request"]
    described = describe(error, request.path)
    if described is None:
        return None
    set_rollback()
    body, headers = described
    # Whatever else the view can write: the docs are a page, the schema is YAML.
    request.accepted_renderer = JSONRenderer()
    request.accepted_media_type = JSONRenderer.media_type
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def problem_response(body: Mapping[str, Any], headers: Mapping[str, str]) -> JsonResponse:
    """A problem document as an answer outside DRF."""
    return JsonResponse(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def as_problem(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer itself, or a problem document in its place if it is a bare error of the API."""
    if (
        response.status_code < HTTPStatus.BAD_REQUEST
        or not request.path.startswith(API_PREFIX)
        or response.get("Content-Type", "").startswith(CONTENT_TYPE)
    ):
        return response
    kept = ("Allow", "Retry-After", "WWW-Authenticate", "Vary", "Set-Cookie")
    headers = {name: response[name] for name in kept if response.has_header(name)}
    return problem_response(problem(response.status_code, instance=request.path), headers)


def refusal(
    request: HttpRequest, status: int, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """An answer that says no: a problem document under `/api/`, a small page elsewhere."""
    too_long = status == HTTPStatus.REQUEST_URI_TOO_LONG
    body = problem(status, instance=request.path[:MAX_INSTANCE] if too_long else request.path)
    if request.path.startswith(API_PREFIX):
        return problem_response(body, headers or {})
    response = render(
        None, "castle_site/error.html", {"problem": body, "navigation": NAVIGATION}, status=status
    )
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    return refusal(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return refusal(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return refusal(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500; it is called while the error is being handled."""
    if is_outage(sys.exception()):
        return refusal(request, 503, {"Retry-After": str(RETRY_AFTER_OUTAGE)})
    return refusal(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF_FAILURE_VIEW."""
    return refusal(request, 403)
