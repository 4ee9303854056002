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
# KiB of own memory per 10 minutes that a process may grow by.
BAR = 1024.0
# A process that was seen so often was no passing help of another, such as a fork that saves.
MEANT_TO_STAY = 3


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

    def own_since(self, since: float) -> list[int]:
        """The samples of own memory after `since`; all if there is none."""
        return [
            size for at, size in zip(self.times, self.own, strict=True) if at >= since
        ] or self.own

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
        return [
            process
            for process in self.processes.values()
            if process.times[0] <= since and self._is_there(process)
        ]

    def _is_there(self, process: Process) -> bool:
        last = max((one.times[-1] for one in self.processes.values()), default=0.0)
        return process.times[-1] >= last - self.interval / 2

    def faults(self, since: float) -> list[str]:
        """What nobody should see: a process that grows, or one that ended or came later.

        A process that is replaced in time never grows: so none may be, but for the database's
        own, which come and go with connections and upkeep. One that was seen too seldom to
        tell counts as growing.
        """
        found = []
        for process in self.processes.values():
            name = f"{process.name} ({process.pid})"
            if process.times[0] <= since and self._is_there(process):
                growth = process.growth(since)
                if growth is None:
                    found.append(f"{name} was watched too shortly to say whether it grows")
                elif growth >= BAR:
                    found.append(f"{name} grew by {growth:.0f} KiB in 10 minutes")
            elif process.part != "database" and len(process.times) >= MEANT_TO_STAY:
                found.append(f"{name} has {'come late' if self._is_there(process) else 'ended'}")
        return found

    def write(self, path: Path) -> None:
        """Write all samples as CSV: process, its name, seconds, KiB of own memory."""
        rows = [
            f"{process.pid},{process.name},{at:.0f},{size}"
            for process in self.processes.values()
            for at, size in zip(process.times, process.own, strict=True)
        ]
        path.write_text("\n".join(["process,name,seconds,kib", *rows]) + "\n")

    def table(self, since: float) -> list[str]:
        """The processes that lived from `since` to the end, in lines to print; KiB."""
        lines = [f"{'process':<36} {'resident':>10} {'own, warm':>10} {'last':>8} {'growth':>16}"]
        for process in self.steady(since):
            warm = process.own_since(since)
            growth = process.growth(since)
            told = "?" if growth is None else f"{growth:.1f}"
            lines.append(
                f"{process.name[:29]:<29} {process.pid:>6} {process.resident[-1]:>10}"
                f" {warm[0]:>10} {warm[-1]:>8} {told:>9} /10 min"
            )
        return [*lines, "(KiB; own: without shared memory)"]


def _name(pid: int, part: str) -> str:
    """What a process is called in the table: of PostgreSQL's, what they say that they do."""
    command = command_of(pid)
    if command.startswith("postgres: "):
        what = command.removeprefix("postgres: ").strip()
        return f"{part}: {'connection' if what.startswith('castle') else what}"
    return part
