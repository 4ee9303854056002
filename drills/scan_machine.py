"""What only the service's own machine can see: who listens, and who may open which socket."""

import os
from collections.abc import Iterator
from pathlib import Path

from castle_site.embedded import Places
from tests.processes import descendants
from tests.service import Service

LISTENING = "0A"
LOOPBACK = {"0100007F", "00000000000000000000000001000000"}


def on_this_machine(service: Service) -> Iterator[tuple[str, str]]:
    """Checks by name, with what is open."""
    wanted = {int(service.variables[name]) for name in ("PORT", "METRICS_PORT")}
    found = listening(_family(service))
    ports = {port for _, port in found}
    yield "only web and metrics listen", _text(sorted(ports - wanted))
    yield "web and metrics do listen", _text(sorted(wanted - ports))
    yield (
        "they listen on the loopback address alone",
        _text([f"{address}:{port}" for address, port in found if address not in LOOPBACK]),
    )
    places = Places.of(service.var)
    sockets = [path for path in places.sockets.rglob("*") if path.is_socket()]
    yield "the embedded servers have sockets", "" if len(sockets) >= 3 else _text(sockets)
    yield (
        "their directory is closed to others",
        _text(
            [oct(places.sockets.stat().st_mode & 0o777)]
            if places.sockets.stat().st_mode & 0o077
            else []
        ),
    )
    secrets = service.var / "secrets.env"
    yield "data is closed to others", _text(_open_data(places, secrets))


def _open_data(places: Places, secrets: Path) -> list[str]:
    """Directories of the servers that others may enter."""
    return [str(path) for path in places.data.iterdir() if path.stat().st_mode & 0o007]


def _family(service: Service) -> set[int]:
    pid = service.process.pid if service.process else os.getpid()
    return {pid, *descendants(pid)}


def listening(processes: set[int]) -> set[tuple[str, int]]:
    """Addresses (as the kernel writes them) and ports of TCP on which the processes listen."""
    inodes = {
        link.removeprefix("socket:[").rstrip("]")
        for pid in processes
        for link in _links(pid)
        if link.startswith("socket:[")
    }
    found = set()
    for table in ("tcp", "tcp6"):
        path = Path("/proc/net", table)
        for line in path.read_text().splitlines()[1:] if path.exists() else ():
            fields = line.split()
            address, _, port = fields[1].rpartition(":")
            if fields[3] == LISTENING and fields[9] in inodes:
                found.add((address, int(port, 16)))
    return found


def _links(pid: int) -> Iterator[str]:
    try:
        for path in Path(f"/proc/{pid}/fd").iterdir():
            yield str(path.readlink())
    except OSError:
        return


def _text(found: object) -> str:
    return str(found) if found else ""
