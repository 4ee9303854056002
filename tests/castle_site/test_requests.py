"""Requests with headers that cannot be read, as the web server hands them over."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory

from castle_site.buffering import BodyTimeoutError, BrokenBody
from castle_site.wsgi import application

pytestmark = pytest.mark.django_db
# 1,001 fields: more than Django reads.
MANY = "&".join("a" for _ in range(1001))


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """The test's transaction lives longer than a request."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def ask(path: str, query: str = "", body: bytes = b"", stream: Any = None, **environ: str) -> int:
    """The status of the service's answer to a WSGI environment."""
    method = "POST" if body else "GET"
    given: dict[str, Any] = RequestFactory()._base_environ(  # type: ignore[attr-defined]
        PATH_INFO=path,
        QUERY_STRING=query,
        REQUEST_METHOD=method,
        SERVER_NAME="localhost",
        **environ,
    )
    if "HTTP_TRANSFER_ENCODING" not in environ:
        given["CONTENT_LENGTH"] = str(len(body))
    statuses: list[str] = []
    answer = application(
        given | {"wsgi.input": stream or io.BytesIO(body)},
        lambda status, headers, *rest: statuses.append(status),
    )
    b"".join(answer)
    answer.close()
    return int(statuses[0].split()[0])


@pytest.mark.parametrize("charset", ["rot13", "punycode", "utf-16", "utf-7", "base64", "x", '"'])
def test_the_charset_of_a_body_does_not_touch_the_query(charset: str) -> None:
    kind = f"text/plain; charset={charset}"
    assert ask("/api/v1/challenges", "limit=1", CONTENT_TYPE=kind) == 200
    assert ask("/api/v1/challenges", "limit=x", CONTENT_TYPE=kind) == 400
    assert ask("/calendar", "x=1", CONTENT_TYPE=kind) == 200
    assert ask("/api/v1/challenges", MANY, CONTENT_TYPE=kind) == 413


def test_json_is_read_in_utf_8_alone() -> None:
    path, body = "/api/v1/deals/citadel/5/verify", b'{"line": "12"}'
    for kind in ("application/json", "application/json; charset=utf-8"):
        assert ask(path, body=body, CONTENT_TYPE=kind) == 200
    for kind in ("application/json; charset=utf-16", "application/json; charset=rot13"):
        assert ask(path, body=body, CONTENT_TYPE=kind) == 415


@pytest.mark.parametrize(
    "kind", ["application/json; x*=a'b'c", "application/json; x*=a'b'c'd", "; x*=rot13''%41"]
)
def test_a_content_type_that_cannot_be_read(kind: str) -> None:
    assert ask("/api/v1/variants", CONTENT_TYPE=kind) == 200
    path = "/api/v1/deals/citadel/5/verify"
    assert ask(path, body=b'{"line": "12"}', CONTENT_TYPE=kind) in (200, 415)


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "castle_theme"])
@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/variants", "/", "/admin/login/"])
def test_a_cookie_with_nul_is_none(path: str, name: str) -> None:
    assert ask(path, HTTP_COOKIE=rf'{name}="\000aaaaaaaaaaaa"') == 200


def test_a_body_in_chunks_is_read() -> None:
    path, kind = "/api/v1/deals/citadel/5/verify", "application/json"
    asked = {"CONTENT_TYPE": kind, "HTTP_TRANSFER_ENCODING": "chunked"}
    assert ask(path, body=b'{"line": "12"}', **asked) == 200
    assert ask(path, body=b'{"line": "9z"}', **asked) == 400
    assert ask(path, body=b" " * 262_145, **asked) == 413


class Torn(io.BytesIO):
    """A body whose chunks cannot be read."""

    def read(self, *_: Any) -> bytes:
        raise ConnectionResetError


@pytest.mark.parametrize(
    ("stream", "status"),
    [
        (Torn(), 400),
        (BrokenBody(ConnectionResetError()), 400),
        (BrokenBody(BodyTimeoutError()), 408),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_and_not_taken_for_none(
    stream: Any, status: int
) -> None:
    asked = {"CONTENT_TYPE": "application/json", "HTTP_TRANSFER_ENCODING": "chunked"}
    assert ask("/api/v1/guests", body=b"{}", stream=stream, **asked) == status
    # Who does not read it does not miss it.
    assert ask("/api/v1/session", body=b"{}", stream=stream, **asked) == 403


def test_a_path_has_an_end() -> None:
    assert ask("/api/v1/players/" + "a" * 8000) == 404
    assert ask("/api/v1/players/" + "a" * 9000) == 414
    assert ask("/calendar", "x=" + "a" * 9000) == 414
