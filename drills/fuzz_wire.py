"""Sends requests byte by byte as they are, and judges what comes back."""

import contextlib
import http.client
import json
import socket
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from drills.fuzz_requests import Request

# No answer may take longer, in seconds: a body has 15, advice 2, a lock of the database 5.
MOST_SECONDS = 20.0
PROBLEM = "application/problem+json"
MEMBERS = {"type", "title", "status", "detail", "instance", "errors"}
# What no answer ever holds.
LEAKS = ("Traceback (most", 'File "/', "psycopg.", "django.db", "SELECT ", "site-packages")


@dataclass(frozen=True)
class Reply:
    """What came back; status 0 is a connection that was closed without an answer."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


class Wire:
    """A connection that is kept, and made anew when it has broken."""

    def __init__(self, port: int, timeout: float = 2 * MOST_SECONDS) -> None:
        self.port, self.timeout = port, timeout
        self._socket: socket.socket | None = None

    def send(self, request: Request) -> Reply:
        """Send a request and read its answer; once more where an idle connection was closed."""
        fresh = self._socket is None
        reply = self._once(request.method, request.wire)
        if reply.status == 0 and not fresh:
            reply = self._once(request.method, request.wire)
        return reply

    def _once(self, method: str, wire: bytes) -> Reply:
        start = time.perf_counter()
        try:
            if self._socket is None:
                address = ("127.0.0.1", self.port)
                self._socket = socket.create_connection(address, timeout=self.timeout)
            # It may have answered and closed before it had everything.
            with contextlib.suppress(OSError):
                self._socket.sendall(wire)
            response = http.client.HTTPResponse(self._socket, method=method)
            response.begin()
            body = response.read()
            headers = {name.lower(): value for name, value in response.getheaders()}
            if response.will_close:
                self.close()
            return Reply(response.status, headers, body, time.perf_counter() - start)
        except (OSError, http.client.HTTPException):
            self.close()
            return Reply(0, {}, b"", time.perf_counter() - start)

    def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def judge(request: Request, reply: Reply) -> str | None:
    """What is wrong with an answer, as a sentence; None if nothing is."""
    status = reply.status
    if reply.seconds > MOST_SECONDS:
        return f"took {reply.seconds:.1f} s"
    if status == 0:
        return "closed without an answer"
    text = reply.body.decode("utf-8", "replace")
    if leak := next((word for word in LEAKS if word in text), None):
        return f"the answer holds {leak!r}"
    if status in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS):
        if not reply.headers.get("retry-after", "").isdigit():
            return f"{status} without Retry-After"
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return f"{status}"
    if status < HTTPStatus.BAD_REQUEST:
        return None
    if is_web_servers(reply):
        return None if request.unreadable else "the web server refused it itself"
    if request.target.startswith(b"/api/") and request.method != "HEAD":
        return problem_fault(reply, status)
    return None


def is_web_servers(reply: Reply) -> bool:
    """Whether the web server has answered by itself: 400 or 431, without a word."""
    return (
        reply.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        and not reply.body
        and "x-request-id" not in reply.headers
    )


def problem_fault(reply: Reply, status: int) -> str | None:
    """What keeps an answer from being a problem document; None if it is one."""
    if reply.headers.get("content-type") != PROBLEM:
        return f"{status} as {reply.headers.get('content-type')}"
    try:
        data: Any = json.loads(reply.body)
    except ValueError:
        return f"{status} with a body that is no JSON"
    if not isinstance(data, dict) or set(data) != MEMBERS:
        return f"{status} with other members than a problem document's"
    if data["status"] != status or not data["type"].startswith("/problems/") or not data["title"]:
        return f"{status} that says something else of itself"
    for error in data["errors"]:
        if not {"pointer", "code", "detail"} <= set(error):
            return f"{status} with an error that lacks something"
    return None
