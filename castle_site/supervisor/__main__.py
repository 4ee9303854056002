"""`python -m castle_site.supervisor`: everything on this machine, until Ctrl-C."""

import http.client
import importlib
import os
import select
import shutil
import signal
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

from django.core.exceptions import ImproperlyConfigured

from castle_site.embedded import EmbeddedServers, Places, ServerError
from castle_site.embedded.places import var_directory
from castle_site.environment import Environment
from castle_site.processes import start_child
from castle_site.supervisor.programs import programs
from castle_site.supervisor.supervisor import Supervisor

PROJECT = Path(__file__).resolve().parent.parent.parent
START_PATIENCE = 60.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopAsked(Exception):  # noqa: N818 - somebody asks for it, nothing failed
    """Ctrl-C or SIGTERM."""


def say(text: str) -> None:
    """Tell the person at the terminal."""
    print(text, flush=True)


def main() -> int:
    """Start, look after and stop the service; return the exit status."""
    variables = dict(os.environ)
    try:
        host, port = _checked_address(variables)
    except ImproperlyConfigured as error:
        say(str(error))
        return 1
    if not _is_free(host, port):
        say(f"Port {port} on {host} is taken; choose another: PORT={port + 1} make run")
        return 1
    var = var_directory(PROJECT)
    servers = EmbeddedServers(
        Places.of(var),
        database=not variables.get("DATABASE_URL"),
        broker=not variables.get("REDIS_URL"),
        cache=not variables.get("CACHE_URL"),
    )
    supervisor = Supervisor(
        programs(variables),
        servers,
        project=PROJECT,
        var=var,
        variables=variables,
        say=say,
    )
    wake = _wake_on_signals()
    try:
        return _run(supervisor, wake, host, port)
    except StopAsked:
        say("Stopping ...")
        return 0
    except ServerError as error:
        say(f"The service cannot start: {error}")
        return 1
    finally:
        _ignore_signals()
        supervisor.stop()


def _checked_address(variables: Mapping[str, str]) -> tuple[str, int]:
    """The address to listen on; ImproperlyConfigured if any setting is wrong.

    The settings are read before anything is started, so that a service with wrong ones
    leaves nothing behind, least of all a database that it was not to use.
    """
    environment = Environment(variables)
    port = environment.number("PORT", 8000, least=1, most=65535)
    environment.check()
    importlib.import_module("castle_site.settings")
    return environment.text("HOST", "127.0.0.1"), port


def _run(supervisor: Supervisor, wake: socket.socket, host: str, port: int) -> int:
    start = time.monotonic()
    metrics = supervisor.var / "metrics"
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir(parents=True)
    say("Starting the servers ...")
    supervisor.servers.start()
    say("Preparing ...")
    if not _prepare(supervisor):
        say("The service cannot start: the reason stands above.")
        return 1
    supervisor.tend()
    announced = False
    while True:
        select.select([wake], [], [], 1.0 if announced else 0.1)
        _drain(wake)
        supervisor.tend()
        if not announced and _is_up(host, port):
            announced = True
            _announce(host, port, time.monotonic() - start, supervisor.logs)
        elif not announced and time.monotonic() - start > START_PATIENCE * 5:
            say(f"The web server does not answer: see {supervisor.logs}/web.log")
            return 1


def _prepare(supervisor: Supervisor) -> bool:
    child = start_child(
        [sys.executable, "-m", "castle_site.prepare"],
        death_signal=signal.SIGKILL,
        # A person reads this, not a collector of logs.
        env={"LOG_LEVEL": "WARNING", **supervisor.variables},
        cwd=PROJECT,
    )
    try:
        return child.wait() == 0
    except BaseException:
        child.kill()
        child.wait()
        raise


def _wake_on_signals() -> socket.socket:
    """A socket that can be read from once a signal has come; SIGINT and SIGTERM raise."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Several may come at once: to the group, and passed on by make.
        _ignore_signals()
        raise StopAsked

    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.setblocking(False)
    signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    # The descriptor lives as long as the process.
    _kept.append(theirs)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    for number in STOP_SIGNALS:
        signal.signal(number, stop)
    return ours


def _ignore_signals() -> None:
    """Let no second Ctrl-C keep the data from being written."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


_kept: list[socket.socket] = []


def _drain(wake: socket.socket) -> None:
    try:
        while wake.recv(4096):
            pass
    except BlockingIOError:
        pass


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _is_up(host: str, port: int) -> bool:
    # Where to ask a server that listens on every address; nothing is bound here.
    address = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(address, port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _announce(host: str, port: int, seconds: float, logs: Path) -> None:
    url = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
    say(
        f"""
Castle runs at {url} (after {seconds:.1f} s). Ctrl-C stops it.

Try, in another terminal:
  curl {url}/api/v1/challenges/today        today's three deals
  curl -X POST {url}/api/v1/guests          a guest's token
  the API, to read and try: {url}/api/v1/docs

Logs: {logs} (make logs follows them). Moderator: .venv/bin/python manage.py createsuperuser
"""
    )


if __name__ == "__main__":
    sys.exit(main())
