"""Bodies are read before a thread is taken, and answers sent after it is given back.

A thread that waits for a slow client answers nobody else, and there are few threads: as
many clients that send half a body would silence the service. So an event loop waits for
them, as many as there are, each for a bounded time and with a bounded piece of memory; a
thread gets requests that are whole, and gives back answers that are whole.
"""

import asyncio
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any
from urllib.parse import unquote_to_bytes

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]

# What of an answer is kept in memory, and what is sent at a time, in bytes.
ANSWER_IN_MEMORY = 2**20
CHUNK = 2**16
# A body is waited for in steps of so many seconds; one that took a second more than it should
# is a step in which this process stood still.
STEP = 1.0
STILL = 1.0


class BodyTimeoutError(OSError):
    """A body that did not come in time."""


class BrokenBody(io.RawIOBase):
    """A body that cannot be read: raises its error once somebody wants it."""

    def __init__(self, error: OSError) -> None:
        self.error = error

    def readable(self) -> bool:
        """It can be tried."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Raise the error."""
        raise self.error

    def readline(self, size: int | None = -1) -> bytes:
        """Raise the error."""
        raise self.error


class BufferedApplication:
    """An ASGI application that runs a WSGI application in `threads` threads.

    A body of more than `most` bytes is not read to its end: one byte too many is handed
    over, enough to be refused. One that has not come within `seconds` raises
    BodyTimeoutError where it is read.
    """

    def __init__(
        self,
        application: Callable[[Environ, Callable[..., Any]], Iterable[bytes]],
        *,
        threads: int,
        most: int,
        seconds: float,
    ) -> None:
        self.application = application
        self.most = most
        self.seconds = seconds
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        environ = environ_of(scope)
        await self._read(environ, receive)
        loop = asyncio.get_running_loop()
        status, headers, answer = await loop.run_in_executor(self.pool, self._answer, environ)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        with answer:
            chunk = answer.read(CHUNK)
            while len(chunk) == CHUNK:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
                chunk = answer.read(CHUNK)
            await send({"type": "http.response.body", "body": chunk})

    async def _read(self, environ: Environ, receive: Receive) -> None:
        """Put the body into the environment."""
        declared = environ.get("CONTENT_LENGTH")
        chunked = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
        if not chunked and (not declared or not 0 < int(declared) <= self.most):
            # Nothing to read, or nothing that anybody would read.
            environ["wsgi.input"] = io.BytesIO()
            return
        try:
            body = await _in_time(self._gather(receive), self.seconds)
        except TimeoutError:
            environ["wsgi.input"] = BrokenBody(BodyTimeoutError("The body did not come in time."))
        except OSError as error:
            environ["wsgi.input"] = BrokenBody(error)
        else:
            environ["wsgi.input"] = io.BytesIO(body)
            if chunked:
                # Without a length Django reads nothing.
                environ["CONTENT_LENGTH"] = str(len(body))
            return
        # What is broken counts as there, else nobody would look.
        environ["CONTENT_LENGTH"] = declared or "1"

    async def _gather(self, receive: Receive) -> bytes:
        body = bytearray()
        while len(body) <= self.most:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionResetError("The body has ended too early.")
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        return bytes(body[: self.most + 1])

    def _answer(self, environ: Environ) -> tuple[int, Headers, IO[bytes]]:
        """Run the application, in a thread: status, headers and the whole body."""
        started: list[tuple[int, Headers]] = []

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
            pairs = [
                (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
            ]
            started[:] = [(int(status.split(" ", 1)[0]), pairs)]

        chunks = self.application(environ, start)
        # The sender closes it.
        answer = tempfile.SpooledTemporaryFile(ANSWER_IN_MEMORY)  # noqa: SIM115
        try:
            if environ["REQUEST_METHOD"] != "HEAD":
                for chunk in chunks:
                    answer.write(chunk)
        except BaseException:
            answer.close()
            raise
        finally:
            if (close := getattr(chunks, "close", None)) is not None:
                close()
        answer.seek(0)
        return (*started[0], answer)


async def _in_time(work: Coroutine[Any, Any, bytes], seconds: float) -> bytes:
    """The outcome of `work`; TimeoutError if it takes longer than `seconds`.

    Time in which this process was stopped is nobody's delay: what came meanwhile is waiting.
    """
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    left = seconds
    try:
        while left > 0 and not task.done():
            step, began = min(STEP, left), loop.time()
            await asyncio.wait({task}, timeout=step)
            if loop.time() - began < step + STILL:
                left -= step
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


def environ_of(scope: Scope) -> Environ:
    """The WSGI environment (PEP 3333) of an HTTP request, without its body.

    Header names with `_` are left out: in an environment they would be the same as those
    with `-`, which a proxy may have removed or set.
    """
    path = unquote_to_bytes(scope.get("raw_path") or scope["path"].encode())
    host, port = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(host),
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            # RFC 9110, 5.3; RFC 9113, 8.2.3 for cookies.
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ
