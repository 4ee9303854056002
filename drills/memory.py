"""The memory of a service's processes over time, and a robust line through it."""

import statistics
import threading
import time
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from drills.service import PARTS, command_of, processes_of
from tests.processes import descendants
from tests.service import Service

TEN_MINUTES = 600.0


@dataclass
class Process:
    """A process and its samples: seconds since the start of watching, KiB.

    `own` is what is resident without shared memory: PostgreSQL's buffers are of one size, are
    counted in each process that has touched them, and are no growth of any.
    """

    pid: int
    part: str
    name: str
    times: list[float] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)

    def growth(self, since: float) -> float | None:
        """KiB of own memory per 10 minutes after `since`; None with fewer than 3 samples."""
        points = [
            (moment, size)
            for moment, size in zip(self.times, self.own, strict=True)
            if moment >= since
        ]
        return None if len(points) < 3 else slope(points) * TEN_MINUTES


def slope(points: list[tuple[float, int]]) -> float:
    """The median of the slopes between any two points (Theil and Sen's line).

    A few points far off, such as a search that has its table just then, do not move it.
    """
    return statistics.median(
        (second[1] - first[1]) / (second[0] - first[0])
        for first, second in combinations(points, 2)
        if second[0] > first[0]
    )


def sizes_of(pid: int) -> tuple[int, int] | None:
    """Resident memory and that without shared memory, in KiB; None if the process has ended."""
    try:
        lines = Path("/proc", str(pid), "status").read_text().splitlines()
    except OSError:
        return None
    values = {line.split(":")[0]: line.split()[1] for line in lines if line.startswith(("Vm", "R"))}
    if "VmRSS" not in values:
        return None
    return int(values["VmRSS"]), int(values["RssAnon"]) + int(values["RssFile"])


class Watch:
    """Samples every process of a service at an interval (seconds), in a thread."""

    def __init__(self, service: Service, interval: float = 10.0) -> None:
        self.service = service
        self.interval = interval
        self.processes: dict[int, Process] = {}
        self.began = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> float:
        """End; the seconds that were watched."""
        self._ended.set()
        self._thread.join()
        return time.monotonic() - self.began

    def _run(self) -> None:
        while True:
            self.sample()
            if self._ended.wait(self.interval):
                return

    def sample(self) -> None:
        """Take one sample of each process."""
        now = time.monotonic() - self.began
        parts = {pid: part for part in PARTS for pid in processes_of(self.service, part)}
        top = self.service.process.pid if self.service.process else 0
        for pid in [top, *sorted(descendants(top))]:
            found = sizes_of(pid)
            if found is None:
                continue
            if pid not in self.processes:
                part = parts.get(pid, "supervisor")
                self.processes[pid] = Process(pid, part, _name(pid, part))
            process = self.processes[pid]
            process.times.append(now)
            process.resident.append(found[0])
            process.own.append(found[1])

    def steady(self, since: float) -> list[Process]:
        """The processes that lived from `since` to the end."""
        last = max((process.times[-1] for process in self.processes.values()), default=0.0)
        return [
            process
            for process in self.processes.values()
            if process.times[0] <= since and process.times[-1] >= last - self.interval / 2
        ]


def _name(pid: int, part: str) -> str:
    """What a process is called in the table: of PostgreSQL's, what they say that they do."""
    command = command_of(pid)
    if command.startswith("postgres: "):
        what = command.removeprefix("postgres: ").strip()
        return f"{part}: {'connection' if what.startswith('castle') else what}"
    return part
