"""Resident memory of processes over time, and a line through it that outliers do not bend."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from drills.memory import TEN_MINUTES, slope

MIB = 2**20
PAGE = os.sysconf("SC_PAGE_SIZE")
# Growth in 10 minutes that is no longer noise, in bytes.
MOST_GROWTH = 1 * MIB
# The share of a run in which caches fill and code is read.
WARM_UP = 0.4
MOST_POINTS = 300

Samples = list[tuple[float, int]]


def resident(pid: int) -> int | None:
    """Resident memory of a process, in bytes; None if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except OSError:
        return None


@dataclass
class Memory:
    """Samples of some processes, taken every second until stopped."""

    processes: Callable[[], Iterable[int]]
    samples: dict[int, Samples] = field(default_factory=dict)
    ended: list[int] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look; the processes that run now must run until the end."""
        self.samples = {pid: [] for pid in self.processes()}
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no longer."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self.ended = [pid for pid in self.samples if resident(pid) is None]

    def _watch(self) -> None:
        while not self._stop.wait(1):
            now = time.monotonic()
            for pid, found in self.samples.items():
                if (size := resident(pid)) is not None:
                    found.append((now, size))

    def write(self, path: Path) -> None:
        """Write all samples as CSV: process, seconds, bytes."""
        rows = [
            f"{pid},{now:.0f},{size}" for pid, found in self.samples.items() for now, size in found
        ]
        path.write_text("\n".join(["process,seconds,bytes", *rows]) + "\n")

    def growth(self, pid: int) -> float:
        """Bytes in 10 minutes after the warm-up."""
        samples = self.samples[pid]
        samples = samples[int(len(samples) * WARM_UP) :]
        samples = samples[:: max(1, len(samples) // MOST_POINTS)]
        return slope(samples) * TEN_MINUTES if len(samples) > 1 else 0.0

    def lines(self) -> list[str]:
        """A sentence for each process."""
        return [
            f"process {pid}: {samples[0][1] / MIB:.1f} MiB at first, {samples[-1][1] / MIB:.1f} at"
            f" last, {max(size for _, size in samples) / MIB:.1f} at most;"
            f" {self.growth(pid) / MIB:+.2f} MiB in 10 minutes"
            for pid, samples in self.samples.items()
            if samples
        ]

    def faults(self) -> list[str]:
        """Processes that have ended, or grown."""
        return [f"process {pid} has ended" for pid in self.ended] + [
            f"process {pid} grew by {self.growth(pid) / MIB:.2f} MiB in 10 minutes"
            for pid in self.samples
            if self.growth(pid) >= MOST_GROWTH
        ]
