"""A line between browser and service that can be cut, for the browser as a whole.

The browser's own switch reaches its pages, and not surely its service workers.
"""

import select
import socket
import threading
from types import TracebackType


class Cable:
    """A relay on a port of its own to a port of the service, both on loopback."""

    def __init__(self, port: int) -> None:
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.is_cut = False
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and refuse others."""
        with self.lock:
            self.is_cut = True
            self._hang_up()

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def _hang_up(self) -> None:
        for pair in self.pairs:
            for end in pair:
                end.close()
        self.pairs.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self.target)
                self.pairs.append((near, far))
            threading.Thread(target=_relay, args=(near, far), daemon=True).start()

    def __enter__(self) -> "Cable":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.listener.close()
        self.cut()


def _relay(near: socket.socket, far: socket.socket) -> None:
    """Carry bytes both ways until either end hangs up."""
    other = {near: far, far: near}
    try:
        while True:
            ready, _, _ = select.select([near, far], [], [])
            for end in ready:
                data = end.recv(65536)
                if not data:
                    return
                other[end].sendall(data)
    except (OSError, ValueError):
        return
    finally:
        near.close()
        far.close()
