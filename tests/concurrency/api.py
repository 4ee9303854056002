"""A client of the API over a socket of its own, that counts what it asks and is answered."""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# Seconds after which a connection is opened anew.
IDLE = 3.0


@dataclass(frozen=True)
class Answer:
    """What a request was answered; `body` is JSON, None if there is none."""

    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def body(self) -> Any:
        """The content as JSON."""
        return json.loads(self.content) if self.content else None


@dataclass
class Figures:
    """What has been counted; several threads count."""

    requests: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, status: int) -> None:
        """Count an answer."""
        with self.lock:
            self.requests[kind] += 1
            self.statuses[status] += 1

    def compare(self, kind: str, found: object, expected: object, where: str) -> bool:
        """Compare two values, and remember the words of a disagreement; whether they agree."""
        with self.lock:
            self.compared[kind] += 1
            if found != expected:
                self.faults.append(f"{kind}, {where}: found {found}, expected {expected}")
        return found == expected

    def fault(self, text: str) -> None:
        """Remember something that must not be."""
        with self.lock:
            self.faults.append(text)


class Api:
    """One connection, kept open, from an address of the loopback net; belongs to one thread."""

    def __init__(self, port: int, figures: Figures, address: str = "127.0.0.1") -> None:
        self.figures = figures
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=60, source_address=(address, 0)
        )
        self.used = time.monotonic()

    def ask(
        self,
        kind: str,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Ask for a path under `/api/v1/`, or for one that an answer gave."""
        data = None if body is None else json.dumps(body)
        given = {"Content-Type": "application/json", **(headers or {})}
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        if time.monotonic() - self.used > IDLE:
            # Servers close what nobody uses, just when somebody does.
            self.connection.close()
        target = path if path.startswith("/") else f"/api/v1/{path}"
        self.connection.request(method, target, data, given)
        response = self.connection.getresponse()
        content = response.read()
        self.used = time.monotonic()
        self.figures.note(kind, response.status)
        if response.status >= 500 and response.status != 503:
            self.figures.fault(f"{kind}: {response.status} {content[:300]!r}")
        return Answer(response.status, response.headers, content)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()
