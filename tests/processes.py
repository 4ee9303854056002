"""What tests need to know of processes, read from /proc."""

import time
from collections.abc import Callable
from pathlib import Path


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not collected does not."""
    try:
        state = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def descendants(pid: int) -> set[int]:
    """The processes under a process, at any depth."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        parent = waiting.pop()
        children = [child for child, its in parents.items() if its == parent]
        found.update(children)
        waiting.extend(children)
    return found


def eventually(condition: Callable[[], bool], patience: float = 30) -> bool:
    """Whether a condition comes to hold while we wait."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
