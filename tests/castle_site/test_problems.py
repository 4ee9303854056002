"""Every error of the API is a problem document (RFC 9457) with a stable type."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from castle_site import urls
from castle_site.problems import CONTENT_TYPE, validation_errors
from games.errors import DomainError
from games.rules import InvalidDealNumberError, InvalidMoveError, UnknownVariantError

pytestmark = pytest.mark.urls(__name__)


class PlaySerializer(serializers.Serializer[Any]):
    """A body with a field and a list."""

    line = serializers.CharField()
    counts = serializers.ListField(child=serializers.IntegerField(), required=False)


ERRORS: dict[str, Callable[[], Exception]] = {
    "domain": lambda: DomainError("full_house", "No room is left.", 503, retry_after=9),
    "fields": lambda: DomainError(
        "validation", errors=[{"pointer": "/line", "code": "bad", "detail": "So bad.", "offset": 3}]
    ),
    "variant": lambda: UnknownVariantError("no such variant", text="x"),
    "number": lambda: InvalidDealNumberError("not a deal number", text="x"),
    "line": lambda: InvalidMoveError("not a move", text="x", offset=2),
    "http404": lambda: Http404("nothing"),
    "denied": lambda: PermissionDenied("not you"),
    "suspicious": lambda: SuspiciousOperation("odd"),
    "too_long": lambda: RequestDataTooBig("too long"),
    "throttled": lambda: exceptions.Throttled(wait=12.2),
    "unauthenticated": exceptions.NotAuthenticated,
    "database": lambda: OperationalError("connection refused"),
    "surprise": lambda: ZeroDivisionError("oh"),
}


class ErrorView(APIView):
    """Raises what the path names, and reads a body."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request, name: str) -> Response:
        raise ERRORS[name]()

    def post(self, request: Request, name: str) -> Response:
        serializer = PlaySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response({})


def _plain(request: HttpRequest, name: str) -> HttpResponse:
    raise ERRORS[name]()


def _bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("no", status=410, headers={"Retry-After": "3"})


urlpatterns = [
    path("api/v1/errors/<str:name>", ErrorView.as_view()),
    path("api/v1/plain/<str:name>", _plain),
    path("api/v1/bare", _bare),
    path("plain/<str:name>", _plain),
    *urls.urlpatterns,
]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


def _problem(response: Any) -> dict[str, Any]:
    assert response["Content-Type"] == CONTENT_TYPE
    document: dict[str, Any] = json.loads(response.content)
    assert set(document) == {"type", "title", "status", "detail", "instance", "errors"}
    assert document["status"] == response.status_code
    assert document["detail"]
    return document


@pytest.mark.parametrize(
    ("name", "status", "kind"),
    [
        ("domain", 503, "/problems/full-house"),
        ("fields", 400, "/problems/validation"),
        ("variant", 404, "/problems/not-found"),
        ("number", 404, "/problems/not-found"),
        ("line", 400, "/problems/validation"),
        ("http404", 404, "/problems/not-found"),
        ("denied", 403, "/problems/not-allowed"),
        ("suspicious", 400, "/problems/malformed"),
        ("too_long", 413, "/problems/too-large"),
        ("throttled", 429, "/problems/too-many-requests"),
        ("unauthenticated", 403, "/problems/not-allowed"),
        ("database", 503, "/problems/unavailable"),
        ("surprise", 500, "/problems/internal"),
    ],
)
def test_an_error_of_a_view_becomes_a_problem(
    browser: Client, name: str, status: int, kind: str
) -> None:
    response = browser.get(f"/api/v1/errors/{name}")
    document = _problem(response)
    assert (response.status_code, document["type"]) == (status, kind)
    assert document["instance"] == f"/api/v1/errors/{name}"
    assert "connection refused" not in response.content.decode()


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("http404", 404),
        ("denied", 403),
        ("suspicious", 400),
        ("too_long", 413),
        ("database", 503),
        ("surprise", 500),
    ],
)
def test_an_error_outside_drf_becomes_a_problem(browser: Client, name: str, status: int) -> None:
    document = _problem(browser.get(f"/api/v1/plain/{name}"))
    assert document["status"] == status


@pytest.mark.parametrize(("name", "status"), [("http404", 404), ("surprise", 500)])
def test_elsewhere_an_error_is_a_page(browser: Client, name: str, status: int) -> None:
    response = browser.get(f"/plain/{name}")
    assert response.status_code == status
    assert response["Content-Type"].startswith("text/html")


def test_waiting_times_are_sent(browser: Client) -> None:
    assert browser.get("/api/v1/errors/domain")["Retry-After"] == "9"
    assert browser.get("/api/v1/errors/throttled")["Retry-After"] == "13"
    assert browser.get("/api/v1/errors/database")["Retry-After"] == "5"
    assert browser.get("/api/v1/plain/database")["Retry-After"] == "5"


def test_the_errors_of_fields_are_named_by_pointers(browser: Client) -> None:
    response = browser.post(
        "/api/v1/errors/x", {"counts": ["1", "x"]}, content_type="application/json"
    )
    document = _problem(response)
    assert document["type"] == "/problems/validation"
    assert [(error["pointer"], error["code"]) for error in document["errors"]] == [
        ("/line", "required"),
        ("/counts/1", "invalid"),
    ]


def test_an_error_of_the_rules_says_where(browser: Client) -> None:
    document = _problem(browser.get("/api/v1/errors/line"))
    assert document["errors"] == [
        {"pointer": "/line", "code": "bad_text", "detail": "not a move", "offset": 2}
    ]


def test_errors_of_the_domain_keep_what_else_they_say(browser: Client) -> None:
    document = _problem(browser.get("/api/v1/errors/fields"))
    assert document["errors"] == [
        {"pointer": "/line", "code": "bad", "detail": "So bad.", "offset": 3}
    ]


@pytest.mark.parametrize(
    ("method", "headers", "body", "status", "kind"),
    [
        ("PUT", {}, b"{}", 405, "/problems/method-not-allowed"),
        ("GET", {"Accept": "image/png"}, b"", 406, "/problems/not-acceptable"),
        ("POST", {"Content-Type": "text/plain"}, b"x", 415, "/problems/unsupported-media-type"),
        ("POST", {"Content-Type": "application/json"}, b"{", 400, "/problems/malformed"),
    ],
)
def test_requests_that_do_not_fit(
    browser: Client, method: str, headers: dict[str, str], body: bytes, status: int, kind: str
) -> None:
    content_type = headers.pop("Content-Type", "application/json")
    response = browser.generic(
        method, "/api/v1/errors/http404", body, content_type=content_type, headers=headers
    )
    document = _problem(response)
    assert (response.status_code, document["type"]) == (status, kind)


def test_a_wrong_method_names_the_right_ones(browser: Client) -> None:
    assert browser.put("/api/v1/errors/http404")["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_bare_answer_is_dressed(browser: Client) -> None:
    response = browser.get("/api/v1/bare")
    assert _problem(response)["type"] == "/problems/status-410"
    assert response["Retry-After"] == "3"


def test_no_cache_keeps_an_error_by_itself(browser: Client) -> None:
    assert browser.get("/api/v1/nowhere")["Cache-Control"] == "no-cache"


def test_a_path_that_does_not_exist(browser: Client) -> None:
    assert _problem(browser.get("/api/v1/nowhere"))["status"] == 404


@override_settings(ALLOWED_HOSTS=["castle.example"])
def test_a_host_that_is_not_ours(browser: Client) -> None:
    assert _problem(browser.get("/api/v1/bare"))["status"] == 400


def test_nul_in_a_url_is_refused(browser: Client) -> None:
    assert _problem(browser.get("/api/v1/errors/a%00b"))["status"] == 404
    assert _problem(browser.get("/api/v1/errors/http404?q=%00"))["status"] == 400


def test_nested_errors_become_flat() -> None:
    detail = {
        "rows": [{}, {"a/b": [exceptions.ErrorDetail("wrong", "bad")]}],
        "non_field_errors": ["all wrong"],
    }
    assert list(validation_errors(detail)) == [
        {"pointer": "/rows/1/a~1b", "code": "bad", "detail": "wrong"},
        {"pointer": "", "code": "invalid", "detail": "all wrong"},
    ]
