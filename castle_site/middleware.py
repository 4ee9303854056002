"""What happens around every request: its id and log line, errors in one format, caching."""

import re
import time
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import structlog
from csp.constants import HEADER as CSP_HEADER
from csp.middleware import CSPMiddleware
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control
from django_prometheus.middleware import PrometheusAfterMiddleware

from castle_site import health
from castle_site.problems import API_PREFIX, as_problem, problem, problem_response, refusal

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# What a caller may give as the id of its request: no white space, nothing to forge lines with.
REQUEST_ID = re.compile(r"[0-9A-Za-z_.-]{8,64}")
# Our longest paths have 120 characters; with a cursor in the query, 700. That is what is read,
# and this much of a path is written into a log line.
MAX_PATH, LOGGED_PATH = 8192, 256
MEASURED_METHODS = ("GET", "POST", "PATCH", "DELETE", "OPTIONS")
PROBES = {"/healthz": health.healthz, "/readyz": health.readyz}

log = structlog.get_logger("castle.request")


class RequestLogMiddleware:
    """Gives each request an id, in its log lines and its answer, and writes one line for it.

    The line has method, path, status and duration in milliseconds; no query, header or body.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        given = request.headers.get("X-Request-ID", "")
        request_id = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        start = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            response["X-Request-ID"] = request_id
            # Probes would drown the rest.
            if request.path not in PROBES:
                log.info(
                    "request",
                    method=request.method,
                    path=request.path[:LOGGED_PATH],
                    status=response.status_code,
                    ms=round((time.perf_counter() - start) * 1000, 1),
                )
        return response


class ProbeMiddleware:
    """Answers probes before anything else can: they come by address, without TLS or session."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a probe, or pass the request on."""
        probe = PROBES.get(request.path)
        return self.get_response(request) if probe is None else probe(request)


class SortedCSPMiddleware(CSPMiddleware):
    """Writes the policy's parts in one order; by itself that changes with each process.

    So answers of two processes can be compared byte by byte. Where a view has no say in it,
    the policy is that of the settings, put together once.
    """

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._plain: str | None = None

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Add the header."""
        marks = (*vars(request), *vars(response))
        plain = CSP_HEADER not in response and not any(mark.startswith("_csp_") for mark in marks)
        if plain and self._plain is not None:
            response[CSP_HEADER] = self._plain
            return response
        response = super().process_response(request, response)
        if policy := response.get(CSP_HEADER):
            response[CSP_HEADER] = "; ".join(sorted(policy.split("; ")))
            if plain:
                self._plain = response[CSP_HEADER]
        return response


class CachingMiddleware:
    """Says of every answer of the API whether it may be kept, and keeps cookies out of caches.

    A cache may keep a 404 by itself (RFC 9110, 15.1), also that of a challenge that opens at
    midnight. What sets a cookie is for one browser, however public the rest of it is.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        response = self.get_response(request)
        if request.path.startswith(API_PREFIX):
            response.headers.setdefault("Cache-Control", "no-cache")
        if response.cookies and "no-store" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        return response


class ProblemMiddleware:
    """Turns bare errors under `/api/` into problem documents; refuses NUL and length in a URL.

    PostgreSQL cannot store NUL and no identifier of ours has one.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        if "\0" in request.path:
            raise Http404
        if len(request.path) + len(request.META.get("QUERY_STRING", "")) > MAX_PATH:
            return refusal(request, 414)
        if "%00" in request.META.get("QUERY_STRING", "") and request.path.startswith(API_PREFIX):
            body = problem(400, instance=request.path, detail="The query holds a NUL character.")
            return problem_response(body, {})
        return as_problem(request, self.get_response(request))


class MeasuringMiddleware(PrometheusAfterMiddleware):
    """Counts and times answers by view and method, under as many names as we know of.

    Each name is kept for ever, in memory and in a file: a caller who may choose one, such as
    the method, would fill both. So there are as few as tell something.
    """

    def label_metric(self, metric: Any, request: Any, response: Any = None, **labels: Any) -> Any:
        """The metric of a view and a method; the moderators' site is one view.

        A `HEAD` is a `GET`; a method that the view does not have is `other`. Of a view the
        statuses are counted by their class, such as `4xx`.
        """
        if "method" in labels:
            labels["method"] = _measured_method(labels["method"], response)
        if "view" in labels:
            if labels["view"].startswith("admin:"):
                labels["view"] = "admin"
            if "status" in labels:
                labels["status"] = f"{labels['status'][0]}xx"
        return super().label_metric(metric, request, response, **labels)


def _measured_method(method: str, response: HttpResponseBase | None) -> str:
    if response is not None and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return "other"
    if method == "HEAD":
        return "GET"
    return method if method in MEASURED_METHODS else "other"
