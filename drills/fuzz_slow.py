"""Clients that take their time, or send without end: held open beside the other requests.

Each kind says how its connection must end: answered with one of the statuses, or closed.
"""

import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

HEAD = b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
MEGABYTE = b" " * 2**20
# The web server waits 10 seconds for headers and 15 for a body.
PATIENCE = 40.0


@dataclass
class Slow:
    """How many connections of each kind have ended how, and what was wrong."""

    port: int
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, kind: str) -> None:
        """Open one connection of a kind and wait for its end."""
        start = time.monotonic()
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as client:
                KINDS[kind](client)
                end = _end(client)
        except OSError as error:
            end = "closed" if isinstance(error, ConnectionError) else type(error).__name__
        with self.lock:
            self.ends[kind, end] += 1
            # They have limits like everybody.
            if end not in ALLOWED[kind] | {"429"}:
                self.faults.append(f"{kind}: {end} after {time.monotonic() - start:.1f} s")


def _end(client: socket.socket) -> str:
    """The status that is answered, or that the connection is closed."""
    head = b""
    while b"\r\n" not in head:
        part = client.recv(4096)
        if not part:
            return "closed"
        head += part
    return head.split(b" ")[1].decode("ascii", "replace")


def _half_head(client: socket.socket) -> None:
    client.sendall(HEAD)


def _dripping_head(client: socket.socket) -> None:
    _drip(client, HEAD + b"X-Drip: " + b"a" * 60)


def _half_body(client: socket.socket) -> None:
    client.sendall(HEAD + b"Content-Length: 100\r\n\r\n{")


def _dripping_body(client: socket.socket) -> None:
    client.sendall(HEAD + b"Content-Length: 100\r\n\r\n")
    _drip(client, b"{" + b" " * 60)


def _half_chunk(client: socket.socket) -> None:
    client.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{")


def _bad_chunk(client: socket.socket) -> None:
    client.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")


def _hundred_megabytes(client: socket.socket) -> None:
    client.sendall(HEAD + b"Content-Length: 104857600\r\n\r\n")
    for _ in range(100):
        client.sendall(MEGABYTE)


def _hundred_megabytes_in_chunks(client: socket.socket) -> None:
    client.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    for _ in range(100):
        client.sendall(b"100000\r\n" + MEGABYTE + b"\r\n")
    client.sendall(b"0\r\n\r\n")


def _wait_for_continue(client: socket.socket) -> None:
    client.sendall(HEAD + b"Content-Length: 104857600\r\nExpect: 100-continue\r\n\r\n")


def _reads_nothing(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.sendall(b"GET /api/v1/schema HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
    time.sleep(15)


def _not_http(client: socket.socket) -> None:
    client.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200)


def _drip(client: socket.socket, text: bytes) -> None:
    """One byte a second, until the other side has enough."""
    client.settimeout(1)
    for at in range(len(text)):
        client.sendall(text[at : at + 1])
        with contextlib.suppress(TimeoutError):
            if client.recv(1, socket.MSG_PEEK):
                break
            raise ConnectionResetError
    client.settimeout(PATIENCE)


KINDS: dict[str, Callable[[socket.socket], None]] = {
    "half a head": _half_head,
    "a head byte by byte": _dripping_head,
    "half a body": _half_body,
    "a body byte by byte": _dripping_body,
    "half a chunk": _half_chunk,
    "a chunk that is none": _bad_chunk,
    "100 MB": _hundred_megabytes,
    "100 MB in chunks": _hundred_megabytes_in_chunks,
    "100 MB, asking first": _wait_for_continue,
    "an answer that is not read": _reads_nothing,
    "no HTTP": _not_http,
}
ALLOWED = {
    "half a head": {"closed", "408"},
    "a head byte by byte": {"closed", "408"},
    "half a body": {"408"},
    "a body byte by byte": {"408"},
    "half a chunk": {"408"},
    "a chunk that is none": {"400"},
    "100 MB": {"413", "closed"},
    "100 MB in chunks": {"413", "closed"},
    "100 MB, asking first": {"413"},
    "an answer that is not read": {"200"},
    "no HTTP": {"400", "closed"},
}


def keep(slow: Slow, *, each: int, until: threading.Event) -> list[threading.Thread]:
    """Keep so many connections of each kind open, one after the other, until told to stop."""

    def again(kind: str) -> None:
        while not until.is_set():
            slow.run(kind)
            # What ends at once would come too often.
            until.wait(2)

    threads = [
        threading.Thread(target=again, args=(kind,), daemon=True)
        for kind in KINDS
        for _ in range(1 if "MB" in kind else each)
    ]
    for thread in threads:
        thread.start()
    return threads
