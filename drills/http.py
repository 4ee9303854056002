"""A small HTTP client for drills: one kept connection, and no answer is an answer too."""

import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NO_ANSWER = 0


@dataclass(frozen=True)
class Answer:
    """What came back: status 0 means that no whole answer did (`text` says why)."""

    status: int
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


class Connection:
    """One caller's connection to the service, made again whenever it has broken."""

    def __init__(self, port: int, timeout: float = 20.0) -> None:
        self.port = port
        self.timeout = timeout
        self._open: http.client.HTTPConnection | None = None

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request and read the answer; never raises for a service that is away."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Host": "localhost", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        start = time.perf_counter()
        if self._open is None:
            self._open = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            self._open.request(method, path, data, sent)
            response = self._open.getresponse()
            text = response.read().decode("utf-8", "replace")
            found = {name.lower(): value for name, value in response.getheaders()}
            if response.will_close:
                self.close()
            return Answer(response.status, text, found, time.perf_counter() - start)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            return Answer(NO_ANSWER, repr(error), {}, time.perf_counter() - start)

    def close(self) -> None:
        """Close the connection; the next call makes a new one."""
        if self._open is not None:
            self._open.close()
            self._open = None
