"""Calls of the API over HTTP, by the standard library alone.

Each request has a connection of its own. Proxies are those of the environment
(`https_proxy`); redirects are not followed, for they would carry the token elsewhere.
"""

import http.client
import ipaddress
import json
import socket
import urllib.error
import urllib.parse
import urllib.request
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

from castle_client.errors import (
    OfflineError,
    ProblemError,
    UnexpectedAnswerError,
    UnsafeAddressError,
    make_problem,
)
from castle_client.retries import Retries

API = "/api/v1/"
MAX_ANSWER = 64 * 2**20
RETRIED = frozenset({429})
"""Statuses of requests that were not carried out, whatever they were."""
RETRIED_IF_SAFE = frozenset({500, 502, 503, 504})
"""Statuses that leave open whether it was: a database may go away while it commits."""


@dataclass(frozen=True)
class Answer:
    """A good answer: status, content, and headers by name in lower case."""

    status: int
    content: bytes
    headers: Mapping[str, str]

    @property
    def data(self) -> Any:
        """The content as JSON; None without any."""
        if not self.content:
            return None
        try:
            return json.loads(self.content)
        except ValueError:
            raise UnexpectedAnswerError("an answer that is not JSON") from None


class _KeepRedirects(urllib.request.HTTPRedirectHandler):
    """Redirects are answers like others."""

    def redirect_request(self, *_: Any) -> None:
        """Follow none."""


class Transport:
    """Sends requests to one service, and sends them again where that can do no harm.

    `url` is the service's address without a path of the API, `token` that of the player,
    None for nobody. A token never goes over unencrypted http, but to this machine itself:
    UnsafeAddressError, unless `allow_http`. `timeout` is in seconds, of each attempt.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        retries: Retries | None = None,
        timeout: float = 30.0,
        allow_http: bool = False,
        user_agent: str = "castle-client/1",
    ) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise ValueError(f"the address of a service begins with https:// or http://: {url!r}")
        self.url = url.rstrip("/")
        self.token = token
        self.retries = retries or Retries()
        self.timeout = timeout
        self.user_agent = user_agent
        self._safe = parts.scheme == "https" or allow_http or _is_this_machine(parts.hostname)
        self._opener = urllib.request.build_opener(_KeepRedirects())

    def call(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, object] | None = None,
        key: str | None = None,
        repeatable: bool | None = None,
        secret: bool = False,
    ) -> Answer:
        """Return the answer to a request; raises OfflineError, ProblemError, UnexpectedAnswerError.

        `path` stands under `/api/v1/`, or begins with `/` as links in answers do. `key` is
        the Idempotency-Key. A request that may not have been carried out is sent again; one
        of which that is not known only if it is `repeatable`: with a key, or any but a POST,
        unless said otherwise. `secret` marks a body that needs the safe way a token needs.
        """
        if repeatable is None:
            repeatable = key is not None or method != "POST"
        request = self._request(method, path, body, query, key, secret=secret)
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._send(request)
            except _LostError as lost:
                again = repeatable or not lost.sent
                wait = self.retries.wait_before(attempt, None) if again else None
                if wait is None:
                    raise OfflineError(f"{self.url} does not answer: {lost}") from lost
            except ProblemError as problem:
                again = _is_passing(problem, repeatable=repeatable)
                wait = self.retries.wait_before(attempt, problem.retry_after) if again else None
                if wait is None:
                    raise
            self.retries.sleep(wait)

    def _request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        query: Mapping[str, object] | None,
        key: str | None,
        *,
        secret: bool,
    ) -> urllib.request.Request:
        target = path if path.startswith("/") else API + path
        asked = {name: str(value) for name, value in (query or {}).items() if value is not None}
        if asked:
            target += ("&" if "?" in target else "?") + urllib.parse.urlencode(asked)
        headers = {"Accept": "application/json", "User-Agent": self.user_agent}
        if (self.token or secret) and not self._safe:
            raise UnsafeAddressError(f"{self.url} is not encrypted: use https://")
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        elif method == "POST":
            data = b""
        return urllib.request.Request(  # noqa: S310 - the scheme was checked
            self.url + target, data=data, headers=headers, method=method
        )

    def _send(self, request: urllib.request.Request) -> Answer:
        try:
            with self._open(request) as response:
                content = response.read(MAX_ANSWER + 1)
                status = int(response.status)
                headers = {name.lower(): value for name, value in response.headers.items()}
        except urllib.error.URLError as error:
            reason = error.reason
            refused = isinstance(reason, ConnectionRefusedError | socket.gaierror)
            raise _LostError(str(reason), sent=not refused) from error
        except (OSError, http.client.HTTPException) as error:
            raise _LostError(str(error) or type(error).__name__, sent=True) from error
        # read(n) takes a connection's early end for the answer's.
        if len(content) < int(headers.get("content-length", 0)):
            raise _LostError("the answer ends early", sent=True)
        if len(content) > MAX_ANSWER:
            raise UnexpectedAnswerError("an answer without end")
        if "deprecation" in headers:
            ends = headers.get("sunset", "a date to be named")
            message = f"{request.method} {request.selector} will end with {ends}"
            warnings.warn(message, DeprecationWarning, stacklevel=2)
        if status < 300:
            return Answer(status, content, headers)
        raise _refusal(status, content, headers)

    def _open(self, request: urllib.request.Request) -> Any:
        try:
            return self._opener.open(request, timeout=self.timeout)
        except urllib.error.HTTPError as answer:
            return _Refused(answer)


class _Refused:
    """The answer in an HTTPError, as others are."""

    def __init__(self, error: urllib.error.HTTPError) -> None:
        self.status, self.headers = error.code, error.headers
        self._file: IO[bytes] = error

    def read(self, length: int) -> bytes:
        return self._file.read(length)

    def __enter__(self) -> "_Refused":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


class _LostError(Exception):
    """No answer came; `sent` says whether the request may have reached the service."""

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.sent = sent


def _is_passing(problem: ProblemError, *, repeatable: bool) -> bool:
    """Whether the same request may succeed later, and can do no harm by being sent again."""
    if problem.status in RETRIED:
        return True
    # 409 with Retry-After: an earlier request under the same key is still at work.
    at_work = problem.status == 409 and problem.retry_after is not None
    return repeatable and (at_work or problem.status in RETRIED_IF_SAFE)


def _refusal(status: int, content: bytes, headers: Mapping[str, str]) -> Exception:
    """The error for an answer that is none of success."""
    try:
        document = json.loads(content)
    except ValueError:
        document = None
    if not isinstance(document, dict) or "type" not in document:
        # A proxy before the service may speak for it when it is away.
        if status < 500 and status != 429:
            return UnexpectedAnswerError(f"an answer {status} that is no problem document")
        document = {}
    return make_problem(
        status,
        document,
        retry_after=_seconds(headers.get("retry-after")),
        request_id=headers.get("x-request-id"),
    )


def _seconds(text: str | None) -> float | None:
    """The value of Retry-After; a date is not what this API sends."""
    return float(text) if text is not None and text.isascii() and text.isdigit() else None


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
