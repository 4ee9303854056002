"""One client of a bench in a process of its own: sends requests one after the other.

Reads jobs from standard input, a JSON object a line: `port`, `requests` (a file: each request
as its length in four bytes, big-endian, and its bytes; taken in turn from `offset` on by
`step`), `seconds`, `statuses`. Answers a JSON object a line: `latencies` in seconds, `failed`.
Only the standard library, and little of it, so that clients cost less than what they measure.
"""

import json
import socket
import sys
import time
from pathlib import Path
from typing import Any


class Connection:
    """A connection that is kept; answers have a Content-Length or come in chunks."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> int:
        """Send a request and read the whole answer; its status."""
        self.socket.sendall(request)
        data = b""
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._read()
        head = data[:end].lower()
        if b"\r\ntransfer-encoding: chunked" in head:
            while not data.endswith(b"\r\n0\r\n\r\n"):
                data += self._read()
            return int(head[9:12])
        place = head.index(b"content-length:") + 15
        length = int(head[place : place + 20].split(b"\r", 1)[0])
        rest = length - (len(data) - end - 4)
        while rest > 0:
            rest -= len(self._read())
        return int(head[9:12])

    def _read(self) -> bytes:
        data = self.socket.recv(262_144)
        if not data:
            raise ConnectionError("the server has closed the connection")
        return data


def read_requests(path: Path) -> list[bytes]:
    """The requests of a file, as `write_requests` wrote them."""
    data, place, found = path.read_bytes(), 0, []
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        found.append(data[place + 4 : place + 4 + length])
        place += 4 + length
    return found


def write_requests(path: Path, requests: list[bytes]) -> None:
    """Write requests to a file for clients."""
    path.write_bytes(b"".join(len(one).to_bytes(4, "big") + one for one in requests))


def work(job: dict[str, Any], requests: list[bytes], connection: Connection) -> dict[str, Any]:
    """Send requests for so many seconds."""
    latencies: list[float] = []
    failed = 0
    allowed = set(job["statuses"])
    place, step = job["offset"], job["step"]
    end = time.perf_counter() + job["seconds"]
    now = begin = time.perf_counter()
    while now < end:
        if place >= len(requests):
            if job["once"]:
                break
            place %= len(requests)
        failed += connection.ask(requests[place]) not in allowed
        done = time.perf_counter()
        latencies.append(done - now)
        now = done
        place += step
    return {"latencies": latencies, "failed": failed, "place": place, "seconds": now - begin}


def main() -> None:
    """Do jobs until there are no more."""
    files: dict[str, list[bytes]] = {}
    for line in sys.stdin:
        job = json.loads(line)
        requests = files.setdefault(job["requests"], [])
        if not requests:
            requests += read_requests(Path(job["requests"]))
        # A new one: the server closes those that nobody uses for some seconds.
        connection = Connection(job["port"])
        told = work(job, requests, connection)
        connection.socket.close()
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
