"""Requests by chance: every route and method of the URL conf, with something wrong in most.

`Requests(seed, routes)` gives one request after the other; the same seed gives the same ones, but
for what the service has answered meanwhile (`Known`): ids, tokens, cursors, which get further.
"""

import json
import random
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from drills import fuzz_values as hostile
from tests.routes import parameters

METHODS = (
    *("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "PATCH"),
    *("DELETE", "OPTIONS", "TRACE", "BREW"),
)
ADMIN_SHARE = 0.12
WRITES = ("POST", "PUT", "PATCH", "DELETE")
QUERIES = (
    *("limit", "cursor", "variant", "from", "to", "date", "group", "section", "neighbours"),
    *("format", "period", "next", "q", "p", "o", "e", "outcome", "_popup"),
)
MEMBERS = (
    *("line", "format", "handle", "password", "new_password", "recovery_code", "session", "name"),
    *("scopes", "preferences", "code", "owner", "new_code", "par", "is_staff", "id", "__class__"),
)
ODD_ENDS = ("/", "//", "/..", ";a=b", "%2f", "/.", "%00", "%ff%fe", "\\", "%", "/" + "a" * 9000)
PASSWORD = "seven red kings in a row"  # noqa: S105 - of players that a drill makes


@dataclass(frozen=True)
class Request:
    """One request, as it goes over the wire; `kinds` names what is wrong with it.

    `unreadable` says that it is no HTTP, so that the web server itself may answer it.
    """

    method: str
    target: bytes
    headers: tuple[tuple[str, bytes], ...]
    body: bytes
    chunked: bool
    route: str
    kinds: tuple[str, ...]
    unreadable: bool = False

    @property
    def wire(self) -> bytes:
        """All its bytes."""
        lines = [self.method.encode() + b" " + self.target + b" HTTP/1.1"]
        lines += [name.encode() + b": " + value for name, value in self.headers]
        if self.chunked:
            lines.append(b"Transfer-Encoding: chunked")
            body = b"".join(
                b"%x\r\n%b\r\n" % (len(part), part)
                for part in (self.body[at : at + 4096] for at in range(0, len(self.body), 4096))
            )
            return b"\r\n".join(lines) + b"\r\n\r\n" + body + b"0\r\n\r\n"
        if self.body or self.method in ("POST", "PUT", "PATCH"):
            lines.append(b"Content-Length: %d" % len(self.body))
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


def _few(*values: str) -> "deque[str]":
    return deque(values, maxlen=200)


@dataclass
class Known:
    """What the service has told so far: it leads further than chance does."""

    tokens: "deque[str]" = field(default_factory=_few)
    cookies: "deque[str]" = field(default_factory=_few)
    values: dict[str, "deque[str]"] = field(default_factory=dict)
    lines: Sequence[str] = ("12",)

    def learn(self, name: str, value: str) -> None:
        """Remember a value for parameters and queries of this name."""
        self.values.setdefault(name, _few()).append(value)

    def read(self, route: str, data: Any) -> None:
        """Look through an answer of the API for what can be used again."""
        if not isinstance(data, dict):
            return
        if isinstance(token := data.get("token"), str):
            self.tokens.append(token)
        for name in ("next", "previous"):
            if isinstance(link := data.get(name), str) and "cursor=" in link:
                self.learn("cursor", link.rpartition("cursor=")[2])
        if isinstance(code := data.get("join_code"), str):
            self.learn("code", code)
        if isinstance(found := data.get("id"), str):
            name = "group_id" if "groups" in route else "submission_id"
            self.learn("advice_id" if "state" in data else name, found)
        if isinstance(player := data.get("player"), dict) and "handle" in player:
            self.learn("handle", str(player["handle"]))
        for row in data["results"] if isinstance(data.get("results"), list) else ():
            if isinstance(row, dict) and isinstance(row.get("submission"), str):
                self.learn("submission_id", row["submission"])


class Requests:
    """Requests without end, by chance."""

    def __init__(self, seed: str, routes: Sequence[str], known: Known) -> None:
        # Nothing here is secret, and a run can be repeated.
        self.chance = random.Random(seed)  # noqa: S311
        self.routes = routes
        self.known = known

    def next(self) -> Request:
        """The next request."""
        chance = self.chance
        kinds: list[str] = []
        method = chance.choice(METHODS)
        if method == "BREW":
            method += str(chance.randrange(10**6))
        # The moderators' site has more routes than all the rest, and sends most callers away.
        admin = chance.random() < ADMIN_SHARE
        route = chance.choice([each for each in self.routes if each.startswith("admin/") == admin])
        target = self._target(route, kinds)
        headers = self._headers(kinds)
        body = self._body(kinds) if method in WRITES or chance.random() < 0.03 else b""
        if body and not any(name == "Content-Type" for name, _ in headers):
            headers.append(("Content-Type", b"application/json"))
        return Request(
            method,
            target,
            tuple(headers),
            body,
            bool(body) and chance.random() < 0.15,
            route,
            tuple(kinds) or ("nothing wrong",),
            # A reverse solidus is no part of a URL.
            unreadable=b"\\" in target,
        )

    def _target(self, route: str, kinds: list[str]) -> bytes:
        """Path and query."""
        chance = self.chance
        path = "/" + route
        for name in parameters(route):
            segment = self._segment(name, kinds)
            path = re.sub(rf"<(?:\w+:)?{name}>", lambda _, text=segment: text, path, count=1)
        if chance.random() < 0.03:
            kinds.append("path: odd")
            path += chance.choice(ODD_ENDS)
        query = [self._query(kinds) for _ in range(chance.choice((0, 0, 0, 0, 1, 1, 2)))]
        return (path + ("?" + "&".join(query) if query else "")).encode("ascii")

    def _segment(self, name: str, kinds: list[str]) -> str:
        chance = self.chance
        if chance.random() < 0.85 and (known := self.known.values.get(name)):
            return quote(chance.choice(known), safe="")
        kind, text = hostile.text(chance)
        kinds.append(f"path: {kind}")
        return quote(text[:12_000], safe="") or "-"

    def _query(self, kinds: list[str]) -> str:
        chance = self.chance
        name = chance.choice(QUERIES)
        if chance.random() < 0.4 and (known := self.known.values.get(name)):
            value = chance.choice(known)
            if name == "cursor" and chance.random() < 0.5:
                at = chance.randrange(len(value))
                value = value[:at] + chance.choice("AZaz09-_=%") + value[at + 1 :]
                kinds.append("query: spoilt cursor")
            return f"{name}={quote(value, safe='%=')}"
        kind, text = hostile.text(chance)
        kinds.append(f"query: {kind}")
        return f"{name}={quote(text[:12_000], safe='')}"

    def _headers(self, kinds: list[str]) -> list[tuple[str, bytes]]:
        chance = self.chance
        headers = [("Host", b"localhost")]
        if self.known.tokens and chance.random() < 0.55:
            token = self.known.tokens[chance.randrange(len(self.known.tokens))]
            headers.append(("Authorization", f"Bearer {token}".encode()))
        elif self.known.cookies and chance.random() < 0.4:
            headers.append(("Cookie", chance.choice(self.known.cookies).encode()))
            headers.append(("X-CSRFToken", b"a" * 32))
        if chance.random() < 0.1:
            headers.append(("Idempotency-Key", b"key-%d" % chance.randrange(50)))
        for _ in range(chance.choice((0, 0, 0, 0, 1, 2))):
            name = chance.choice(hostile.NAMES_OF_HEADERS)
            kind, value = hostile.one_of(chance, hostile.HEADERS)
            kinds.append(f"{name}: {kind}")
            headers = [pair for pair in headers if pair[0] != name] + [(name, value)]
        return headers

    def _body(self, kinds: list[str]) -> bytes:
        chance = self.chance
        share = chance.random()
        if share < 0.2:
            name, body = hostile.one_of(chance, hostile.BODIES)
            kinds.append(f"body: {name}")
            return body
        good = self._members()
        members = [_member(name, json.dumps(given).encode()) for name, given in good.items()]
        for _ in range(0 if share < 0.4 else chance.choice((1, 1, 2))):
            name, value = hostile.value(chance)
            kinds.append(f"member: {name}")
            members.append(_member(chance.choice(MEMBERS), value))
        if chance.random() < 0.05 and members:
            kinds.append("body: equal keys")
            members.append(members[0])
        return b"{" + b", ".join(members) + b"}"

    def _members(self) -> dict[str, Any]:
        """A body that is right for one of the routes."""
        chance, known = self.chance, self.known.values
        handle = f"fuzz-{chance.randrange(10**6)}"
        line = chance.choice(self.known.lines)
        choices: list[dict[str, Any]] = [
            {"line": line},
            {"line": line, "format": chance.choice(("native", "fc-solve"))},
            {"handle": handle, "password": PASSWORD, "session": chance.random() < 0.3},
            {"handle": chance.choice(known.get("handle") or ["Ada"]), "password": PASSWORD},
            {"handle": handle, "recovery_code": "a" * 24, "new_password": PASSWORD},
            {"name": "Kings", "scopes": ["read", "play"]},
            {"name": "Queens", "new_code": True},
            {"code": chance.choice(known.get("code") or ["none"])},
            {"preferences": {"sound": True, "deck": "french"}},
            {"session": True},
            {"par": True},
            {},
        ]
        return chance.choice(choices)


def _member(name: str, value: bytes) -> bytes:
    return json.dumps(name).encode() + b": " + value
