"""Servers for the client's tests: one that answers by a script, and a line that gets cut."""

import http.server
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Scripted:
    """A service that gives prepared answers, in order, and notes what it was asked."""

    answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""

    def answer(self, status: int, data: object = None, **headers: str) -> None:
        """Prepare an answer; errors are problem documents of the type given as data."""
        if isinstance(data, str) and status >= 400:
            data = {"type": f"/problems/{data}", "title": data, "status": status, "detail": "Why."}
        content = b"" if data is None else json.dumps(data).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.append((status, named, content))


@contextmanager
def scripted() -> Iterator[Scripted]:
    """A scripted service on a port of the loopback address."""
    script = Scripted()

    class Handler(http.server.BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            script.requests.append((self.command, self.path, headers, body))
            status, answer_headers, content = script.answers.pop(0)
            self.send_response(status)
            for name, value in answer_headers.items():
                self.send_header(name, value)
            if "Content-Length" not in answer_headers:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = do_DELETE = _answer  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        script.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield script
        finally:
            server.shutdown()
            thread.join()
    assert not script.answers, "answers were prepared that nobody asked for"


@dataclass
class Wire:
    """A line between client and service that can be cut.

    `cut(number, path)` is asked for each request, with its number from 1: `before` loses the
    request, `after` lets the service answer and loses the answer, None lets both through.
    """

    cut: Callable[[int, str], str | None] = lambda number, path: None
    url: str = ""
    passed: list[str] = field(default_factory=list)


@contextmanager
def wire(host: str, port: int) -> Iterator[Wire]:
    """A line to a service, on a port of its own."""
    line = Wire()
    listener = socket.create_server(("127.0.0.1", 0))
    line.url = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def carry() -> None:
        number = 0
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            with near:
                request = _read_request(near)
                if not request:
                    continue
                number += 1
                path = request.split(b" ")[1].decode()
                way = line.cut(number, path)
                if way == "before":
                    continue
                line.passed.append(path)
                with socket.create_connection((host, port)) as far:
                    far.sendall(request)
                    answer = b"".join(iter(lambda far=far: far.recv(2**16), b""))  # type: ignore[misc]
                if way != "after":
                    with suppress(OSError):
                        near.sendall(answer)

    thread = threading.Thread(target=carry)
    thread.start()
    try:
        yield line
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def _read_request(near: socket.socket) -> bytes:
    """A whole request: its head, and the body that the head announces."""
    request = b""
    while b"\r\n\r\n" not in request:
        piece = near.recv(2**16)
        if not piece:
            return b""
        request += piece
    head, _, body = request.partition(b"\r\n\r\n")
    length = 0
    for each in head.lower().split(b"\r\n"):
        if each.startswith(b"content-length:"):
            length = int(each.split(b":")[1])
    while len(body) < length:
        body += near.recv(2**16)
    return head + b"\r\n\r\n" + body
