"""The bench's client counts what it was answered, however the answer is framed."""

import socket
import threading
from pathlib import Path

import pytest

from bench.service.client import Connection, read_requests, work, write_requests

ANSWERS = (
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
    b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
)


@pytest.fixture
def port() -> int:
    """A server that answers one connection with each of the answers in turn, in small pieces."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = listener.accept()
        with listener, connection:
            turn = 0
            while connection.recv(1000):
                text = ANSWERS[turn % len(ANSWERS)]
                connection.sendall(text[:20])
                connection.sendall(text[20:])
                turn += 1

    threading.Thread(target=answer, daemon=True).start()
    number: int = listener.getsockname()[1]
    return number


def test_statuses_are_read_to_the_end_of_each_answer(port: int) -> None:
    connection = Connection(port)
    assert [connection.ask(b"GET / HTTP/1.1\r\n\r\n") for _ in range(6)] == [200, 404, 201] * 2
    connection.socket.close()


def test_every_other_request_is_sent_once_and_failures_are_counted(port: int) -> None:
    connection = Connection(port)
    job = {"statuses": [200, 201], "offset": 1, "step": 2, "seconds": 60, "once": True}
    told = work(job, [b"x\r\n\r\n"] * 8, connection)
    assert len(told["latencies"]) == 4
    assert told["failed"] == 1
    assert told["place"] == 9
    connection.socket.close()


def test_requests_come_back_from_their_file(tmp_path: Path) -> None:
    requests = [b"one", b"", b"three\r\n\r\n"]
    write_requests(tmp_path / "some", requests)
    assert read_requests(tmp_path / "some") == requests
