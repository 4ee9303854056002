"""The checks that an address is enough for; each yields its name and what is open."""

import http.client
import json
import secrets
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

PROBLEM = "application/problem+json"
TELLTALES = ("Traceback", "DEBUG", "urlpatterns", "site-packages", "django.", "settings.", "/work")
WANTED = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
# A path, a method, and the status of each kind of answer.
KINDS = {
    "a page": ("GET", "/", 200),
    "no page": ("GET", "/no-such-page", 404),
    "a file": ("GET", "/static/castle_site/site.css", 200),
    "no file": ("GET", "/static/no-such-file", 404),
    "the API": ("GET", "/api/v1/variants", 200),
    "an error of the API": ("GET", "/api/v1/no-such-thing", 404),
    "a refusal of the API": ("GET", "/api/v1/me", 401),
    "the API's docs": ("GET", "/api/v1/docs", 200),
    "a probe": ("GET", "/healthz", 200),
    "the moderators' login": ("GET", "/admin/login/", 200),
    "a redirect": ("GET", "/admin/", 302),
    "a refused method": ("TRACE", "/", 405),
    "a path too long": ("GET", "/" + "a" * 9000, 414),
}
TRAVERSALS = (
    "/static/../secrets.env",
    "/static/../../secrets.env",
    "/static/%2e%2e/%2e%2e/secrets.env",
    "/static/..%2f..%2fsecrets.env",
    "/static/....//....//secrets.env",
    "/static//etc/passwd",
    "/static/%00/etc/passwd",
    "/static/..%5c..%5csecrets.env",
    "//etc/passwd",
    "/../../etc/passwd",
    "/.git/config",
    "/.env",
    "/manage.py",
    "/castle_site/settings.py",
    "/metrics",
    "/server-status",
)


class Answer(NamedTuple):
    """Status, headers by their names in small letters, cookies, body."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    text: str


@dataclass
class Target:
    """The service that is looked at."""

    host: str
    port: int
    tls: bool
    answers: dict[str, Answer] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: str = ""
    ) -> Answer:
        """Send one request over a connection of its own."""
        kind = http.client.HTTPSConnection if self.tls else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=headers is not None and "Host" in headers)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body:
                connection.putheader("Content-Type", "application/json")
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body.encode() or None)
            response = connection.getresponse()
            pairs = [(name.lower(), value) for name, value in response.getheaders()]
            return Answer(
                response.status,
                dict(pairs),
                [value for name, value in pairs if name == "set-cookie"],
                response.read().decode("utf-8", "replace"),
            )
        finally:
            connection.close()


def outside(target: Target) -> Iterator[tuple[str, str]]:
    """All checks by name, with what is open; empty if nothing is."""
    for name, (method, path, status) in KINDS.items():
        answer = target.answers[name] = target.ask(method, path)
        yield f"{name}: {status}", "" if answer.status == status else str(answer.status)
        yield f"{name}: headers", _headers(target, name, answer)
        yield f"{name}: tells nothing of the code", _telltales(answer)
    yield from _methods(target)
    yield from _hosts(target)
    yield from _paths(target)
    yield from _cookies(target)
    yield from _cors(target)
    yield from _moderators(target)
    yield from _protocol(target)


def _headers(target: Target, name: str, answer: Answer) -> str:
    wrong = [
        f"{header}: {answer.headers.get(header)}"
        for header, value in WANTED.items()
        if answer.headers.get(header) != value
    ]
    policy = answer.headers.get("content-security-policy", "")
    if "default-src 'none'" not in policy or "frame-ancestors 'none'" not in policy:
        wrong.append(f"policy: {policy}")
    if "unsafe-eval" in policy or ("unsafe" in policy and name != "the API's docs"):
        wrong.append(f"policy: {policy}")
    if any(digit.isdigit() for digit in answer.headers.get("server", "")):
        wrong.append(f"server: {answer.headers['server']}")
    if "x-powered-by" in answer.headers:
        wrong.append("x-powered-by")
    if target.tls and "strict-transport-security" not in answer.headers:
        wrong.append("no Strict-Transport-Security")
    if answer.status >= 400 and answer.headers.get("content-type") == PROBLEM:
        json.loads(answer.text)
    return "; ".join(wrong)


def _telltales(answer: Answer) -> str:
    if answer.headers.get("content-type", "").startswith(("text/css", "text/javascript")):
        return ""
    return ", ".join(word for word in TELLTALES if word in answer.text)


def _methods(target: Target) -> Iterator[tuple[str, str]]:
    secret = secrets.token_hex(8)
    for method in ("TRACE", "TRACK", "CONNECT", "PROPFIND", "DEBUG", "PUT", "DELETE"):
        for path in ("/", "/api/v1/variants", "/static/castle_site/site.css"):
            answer = target.ask(method, path, {"X-Probe": secret})
            fault = str(answer.status) if answer.status not in (400, 403, 404, 405) else ""
            yield f"{method} {path}", "echoes" if secret in answer.text else fault


def _hosts(target: Target) -> Iterator[tuple[str, str]]:
    for host in ("else.example", "localhost.else.example", "else.example:80", "a b", ""):
        answer = target.ask("GET", "/", {"Host": host})
        fault = "" if answer.status == 400 and "else.example" not in answer.text else str(answer)
        yield f"host {host!r} is refused", fault[:200]
    sent = {"X-Forwarded-Host": "else.example", "X-Forwarded-Proto": "https"}
    answer = target.ask("GET", "/admin/", sent)
    yield "forwarded hosts are not believed", "else.example" if "else" in str(answer[1]) else ""


def _paths(target: Target) -> Iterator[tuple[str, str]]:
    for path in TRAVERSALS:
        answer = target.ask("GET", path)
        yield f"nothing at {path}", "" if answer.status in (400, 404) else str(answer.status)
    answer = target.ask("GET", "/static/")
    yield "files are not listed", "" if answer.status == 404 else str(answer.status)


def _cookies(target: Target) -> Iterator[tuple[str, str]]:
    first = target.ask("GET", "/api/v1/session")
    csrf = "".join(each for each in first.cookies if each.startswith("csrftoken="))
    token = csrf.split(";")[0].partition("=")[2]
    sent = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token}
    if target.tls:
        sent["Referer"] = f"https://{target.host}/"
    made = target.ask("POST", "/api/v1/guests", sent, '{"session": true}')
    session = "".join(each for each in made.cookies if each.startswith("sessionid="))
    yield "a session begins", "" if made.status == 201 and session else str(made.status)
    for name, cookie, wanted in (
        ("csrftoken", csrf, ["SameSite=Lax"]),
        ("sessionid", session, ["SameSite=Lax", "HttpOnly"]),
    ):
        wanted = [*wanted, "Secure"] if target.tls else wanted
        missing = [each for each in wanted if each.lower() not in cookie.lower()]
        yield f"cookie {name}", ", ".join(missing)
    value = session.split(";")[0]
    forged = target.ask("DELETE", "/api/v1/me", {"Cookie": value})
    yield "a forged request is refused", "" if forged.status == 403 else str(forged.status)
    sent = {"Cookie": f"{value}; csrftoken={token}"}
    # The cookie's token has changed with the sign-in: the new one is asked for.
    again = target.ask("GET", "/api/v1/session", sent)
    new = next((each for each in made.cookies + again.cookies if "csrftoken=" in each), csrf)
    token = new.split(";")[0].partition("=")[2]
    sent = {"Cookie": f"{value}; csrftoken={token}", "X-CSRFToken": token}
    if target.tls:
        sent["Referer"] = f"https://{target.host}/"
    gone = target.ask("DELETE", "/api/v1/me", sent)
    yield "the scan's guest is gone", "" if gone.status == 204 else str(gone.status)


def _cors(target: Target) -> Iterator[tuple[str, str]]:
    origin = {"Origin": "https://else.example"}
    answer = target.ask("GET", "/api/v1/variants", origin)
    allowed = answer.headers.get("access-control-allow-origin")
    yield "the API is open to any origin", "" if allowed == "*" else str(allowed)
    credentials = "access-control-allow-credentials"
    yield "but without credentials", credentials if credentials in answer.headers else ""
    for path in ("/", "/admin/login/"):
        found = target.ask("GET", path, origin).headers.get("access-control-allow-origin")
        yield f"{path} is open to its own origin alone", found or ""


def _moderators(target: Target) -> Iterator[tuple[str, str]]:
    for path in ("/admin/", "/admin/leaderboard/challenge/", "/admin/no-such-thing/"):
        answer = target.ask("GET", path)
        where = answer.headers.get("location", "")
        fault = (
            "" if answer.status == 302 and where.startswith("/admin/login/") else str(answer[:2])
        )
        yield f"{path} asks who it is", fault
    answer = target.ask("GET", "/admin/login/?next=https://else.example/")
    yield "a login leads nowhere else", "href" if 'href="https://else' in answer.text else ""


def _protocol(target: Target) -> Iterator[tuple[str, str]]:
    for name, wire in {
        "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,
        "two lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n"
        b"Content-Length: 2\r\n\r\nab",
        "a header without end": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000,
    }.items():
        status = _raw(target, wire)
        yield f"{name} is refused", "" if status in ("", "400", "431") else status


def _raw(target: Target, wire: bytes) -> str:
    """The status of what answers some bytes; empty if the connection is closed."""
    try:
        with socket.create_connection((target.host, target.port), timeout=20) as plain:
            client: socket.socket = plain
            if target.tls:
                context = ssl.create_default_context()
                client = context.wrap_socket(plain, server_hostname=target.host)
            client.sendall(wire)
            head = client.recv(200)
    except OSError as error:
        return "" if isinstance(error, ConnectionError) else type(error).__name__
    return head.split(b" ")[1].decode() if b" " in head else ""
