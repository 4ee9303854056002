"""Requests reach the service whole, or not at all, however slowly they come."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from castle_site import buffering
from castle_site.buffering import ANSWER_IN_MEMORY, BufferedApplication, environ_of

MOST = 1000


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """A WSGI application that answers what it was sent."""
    try:
        body = environ["wsgi.input"].read()
    except OSError as error:
        body = type(error).__name__.encode()
    start("200 OK", [("Content-Type", "text/plain"), ("X-Path", environ["PATH_INFO"])])
    return [environ.get("CONTENT_LENGTH", "-").encode(), b" ", body]


def scope(*headers: tuple[bytes, bytes], method: str = "POST", path: bytes = b"/") -> Any:
    return {
        "type": "http",
        "method": method,
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": b"x=%ff",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("192.0.2.7", 1234),
        "headers": headers,
    }


def pieces(*parts: bytes, ended: bool = True) -> list[dict[str, Any]]:
    """What a server passes on of a body in parts; without its end, the client goes away."""
    found: list[dict[str, Any]] = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts
    ]
    end = {"type": "http.request", "body": b""} if ended else {"type": "http.disconnect"}
    return [*found, end]


def ask(
    given: Any,
    messages: list[dict[str, Any]],
    application: Any = echo,
    seconds: float = 30,
) -> tuple[int, dict[bytes, bytes], bytes, int]:
    """Status, headers and body of the answer, and how many messages were not read.

    After the last message the client sends nothing and stays.
    """
    sent: list[Any] = []
    waiting = list(messages)

    async def receive() -> Any:
        if not waiting:
            await asyncio.sleep(3600)
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asked = BufferedApplication(application, threads=1, most=MOST, seconds=seconds)
    asyncio.run(asked(given, receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], dict(sent[0]["headers"]), body, len(waiting)


LENGTH = (b"content-length", b"6")
CHUNKED = (b"transfer-encoding", b"chunked")


@pytest.mark.parametrize("how", [LENGTH, CHUNKED])
def test_it_works(how: tuple[bytes, bytes]) -> None:
    status, headers, body, _ = ask(scope(how, path=b"/a%C3%BC"), pieces(b"abc", b"def"))
    assert (status, body) == (200, b"6 abcdef")
    assert headers == {b"content-type": b"text/plain", b"x-path": b"/a\xc3\xbc"}


def test_a_body_that_does_not_come_in_time_cannot_be_read() -> None:
    for how in (LENGTH, CHUNKED):
        _, _, body, _ = ask(scope(how), pieces(b"abc")[:1], seconds=0.05)
        assert body.endswith(b" BodyTimeoutError")


def test_a_process_that_stood_still_does_not_blame_the_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The body came while the process was stopped: it is read before anybody is refused."""
    monkeypatch.setattr(buffering, "STILL", 0.05)
    messages = pieces(b"abc", b"def")

    async def asked() -> bytes:
        loop = asyncio.get_running_loop()
        came = asyncio.Event()
        found: list[Any] = []

        async def receive() -> Any:
            await came.wait()
            return messages.pop(0)

        async def send(message: Any) -> None:
            found.append(message)

        def stand_still() -> None:
            time.sleep(0.2)
            # Another thread tells of what came: after the loop has looked at its clock.
            loop.call_soon(loop.call_soon, came.set)

        loop.call_later(0.01, stand_still)
        application = BufferedApplication(echo, threads=1, most=MOST, seconds=0.1)
        await application(scope(LENGTH), receive, send)
        return b"".join(message.get("body", b"") for message in found)

    assert asyncio.run(asked()) == b"6 abcdef"


def test_a_body_that_breaks_off_cannot_be_read() -> None:
    for how in (LENGTH, CHUNKED):
        _, _, body, _ = ask(scope(how), pieces(b"abc", ended=False))
        assert body.endswith(b" ConnectionResetError")


def test_of_a_long_body_one_byte_too_many_is_read() -> None:
    parts = pieces(*[b"x" * 600] * 100)
    _, _, body, unread = ask(scope(CHUNKED), parts)
    assert body == b"1001 " + b"x" * 1001
    assert unread == len(parts) - 2
    # One that says so itself is not read at all.
    _, _, body, unread = ask(scope((b"content-length", b"100000000")), parts)
    assert body == b"100000000 "
    assert unread == len(parts)


def test_clients_that_wait_take_no_thread() -> None:
    """One thread, and 50 clients that have sent half a body: the next one is answered."""

    async def asked() -> Any:
        application = BufferedApplication(echo, threads=1, most=MOST, seconds=3600)
        stuck = [_task(application, scope(LENGTH), pieces(b"abc")[:1]) for _ in range(50)]
        await asyncio.sleep(0)
        answer = await _task(application, scope(LENGTH), pieces(b"abcdef"))
        assert not any(task.done() for task in stuck)
        for task in stuck:
            task.cancel()
        await asyncio.gather(*stuck, return_exceptions=True)
        return answer

    def _task(application: Any, given: Any, messages: list[Any]) -> "asyncio.Task[Any]":
        async def receive() -> Any:
            return messages.pop(0) if messages else await asyncio.Event().wait()

        found: list[Any] = []

        async def send(message: Any) -> None:
            found.append(message)

        async def run() -> Any:
            await application(given, receive, send)
            return found

        return asyncio.get_running_loop().create_task(run())

    assert asyncio.run(asked())[1]["body"] == b"6 abcdef"


def test_a_long_answer_comes_in_pieces_and_the_thread_has_ended_with_it() -> None:
    closed: list[str] = []
    size = ANSWER_IN_MEMORY + 12_345

    class Chunks:
        def __iter__(self) -> Iterator[bytes]:
            yield from (b"y" * 1000 for _ in range(size // 1000))
            yield b"z" * (size % 1000)

        def close(self) -> None:
            closed.append(threading.current_thread().name)

    def long(environ: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return Chunks()

    _, _, body, _ = ask(scope(method="GET"), [], long)
    assert len(body) == size
    assert body.endswith(b"y" * 1000 + b"z" * (size % 1000))
    assert closed[0].startswith("request")
    _, _, body, _ = ask(scope(method="HEAD"), [], long)
    assert body == b""


def test_the_environment_is_that_of_the_request_alone() -> None:
    """Not the process's, which has secrets; nor headers that stand for others."""
    environ = environ_of(
        scope(
            (b"host", b"castle.example"),
            (b"x-forwarded-for", b"192.0.2.1"),
            (b"x_forwarded_for", b"192.0.2.2"),
            (b"accept", b"a"),
            (b"accept", b"\xff"),
            (b"cookie", b"a=1"),
            (b"cookie", b"b=2"),
            (b"content-type", b"application/json"),
            path=b"/p%ff",
        )
    )
    assert not [name for name in environ if name in ("PATH", "HOME", "SECRET_KEY")]
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"
    assert environ["HTTP_ACCEPT"] == "a,\xff"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["CONTENT_TYPE"] == "application/json"
    assert environ["PATH_INFO"] == "/p\xff"
    assert environ["QUERY_STRING"] == "x=%ff"
    assert environ["REMOTE_ADDR"] == "192.0.2.7"
