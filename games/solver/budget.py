"""Budgets, and the clock, memory and cancel flag of a running search."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """What a search may spend; None is no limit of that kind.

    `nodes`: stored states. `seconds`: wall clock, which is what somebody who waits feels.
    `cpu_seconds`: processor time of the calling thread, which other work on the machine does not
    use up. `bytes`: memory of the search's own tables (the interpreter with the compiled kernels is
    outside of it). With a limit in nodes alone the result is the same on every machine.
    """

    nodes: int | None = None
    seconds: float | None = None
    bytes: int | None = None
    cpu_seconds: float | None = None

    def __post_init__(self) -> None:
        for limit in (self.nodes, self.seconds, self.bytes, self.cpu_seconds):
            if limit is not None and not limit > 0:
                raise ValueError(f"a budget's limits are positive: {self}")


DEFAULT_BUDGET = Budget(nodes=None, seconds=60.0, bytes=2 << 30)

SLICE_SECONDS = 0.15
"""Aim for the time that a kernel runs between two looks at clock and cancel flag."""

MOST_NODES = (3 << 29) - 16
"""A table with room for so many has less than 2**31 entries, so that a bit is left for the hash."""
SUCCESSORS = 72
"""At most so many nodes are stored for one expansion."""


class Meter:
    """What a solve has spent of its budget, over all of its searches.

    `held_bytes` is the memory of searches that wait while another one runs.
    `stopped` is None while the search may go on, then the name of the limit that ended it.
    """

    def __init__(
        self,
        budget: Budget,
        cancelled: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self.budget = budget
        self.started = time.perf_counter()
        self._started_cpu = time.thread_time()
        self.states = 0
        self.peak_bytes = 0
        self.held_bytes = 0
        self.stopped: str | None = None
        self._cancelled = cancelled
        self._progress = progress

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    def _is_out_of_time(self) -> bool:
        wall, cpu = self.budget.seconds, self.budget.cpu_seconds
        if wall is not None and self.seconds >= wall:
            return True
        return cpu is not None and time.thread_time() - self._started_cpu >= cpu

    def most_nodes(self, counted: int, node_bytes: float, fixed_bytes: int = 0) -> int:
        """Nodes that a search may store in all, `counted` of them being in `states` already."""
        most = MOST_NODES
        if self.budget.bytes is not None:
            room = self.budget.bytes - self.held_bytes - fixed_bytes
            most = min(most, max(0, int(room / node_bytes)))
        if self.budget.nodes is not None:
            most = min(most, max(0, self.budget.nodes - self.states + counted))
        return most

    def is_out_of_nodes(self, running_states: int) -> bool:
        """Whether the nodes are spent (and stop), with so many states not yet in `states`."""
        nodes = self.budget.nodes
        # A kernel asks for room for all successors of a node before it expands it.
        if nodes is not None and self.states + running_states + SUCCESSORS >= nodes:
            self.stopped = "nodes"
        return self.stopped == "nodes"

    def note_bytes(self, running_bytes: int) -> None:
        """Keep the peak of the memory in use."""
        self.peak_bytes = max(self.peak_bytes, self.held_bytes + running_bytes)

    def check(self, running_states: int, running_bytes: int) -> bool:
        """Look at everything between two slices; False ends the search.

        `running_states` are the states of the search that runs, not yet in `states`.
        """
        self.note_bytes(running_bytes)
        if self._progress is not None:
            self._progress(self.states + running_states)
        if self._cancelled is not None and self._cancelled():
            self.stopped = "cancelled"
        elif self._is_out_of_time():
            self.stopped = "seconds"
        return self.stopped is None
