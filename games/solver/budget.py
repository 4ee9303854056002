"""Budgets, and the clock, memory and cancel flag of a running search."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """What a search may spend; None is no limit of that kind.

    `nodes`: stored states. `seconds`: wall clock. `bytes`: memory of the search's own tables (the
    interpreter with the compiled kernels is outside of it). With a limit in nodes alone the result
    is the same on every machine.
    """

    nodes: int | None = None
    seconds: float | None = None
    bytes: int | None = None

    def __post_init__(self) -> None:
        for limit in (self.nodes, self.seconds, self.bytes):
            if limit is not None and not limit > 0:
                raise ValueError(f"a budget's limits are positive: {self}")


DEFAULT_BUDGET = Budget(nodes=None, seconds=60.0, bytes=2 << 30)

SLICE_SECONDS = 0.15
"""Aim for the time that a kernel runs between two looks at clock and cancel flag."""


class Meter:
    """What a solve has spent of its budget, over all of its searches.

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
        self.states = 0
        self.peak_bytes = 0
        self.stopped: str | None = None
        self._cancelled = cancelled
        self._progress = progress

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    @property
    def nodes_left(self) -> int | None:
        """Nodes that may still be stored, None for no limit."""
        if self.budget.nodes is None:
            return None
        return max(0, self.budget.nodes - self.states)

    def check(self, running_states: int, running_bytes: int) -> bool:
        """Look at everything between two slices; False ends the search.

        `running_states` are the states of the search that runs, not yet in `states`.
        """
        self.peak_bytes = max(self.peak_bytes, running_bytes)
        if self._progress is not None:
            self._progress(self.states + running_states)
        if self._cancelled is not None and self._cancelled():
            self.stopped = "cancelled"
        elif self.budget.seconds is not None and self.seconds >= self.budget.seconds:
            self.stopped = "seconds"
        return self.stopped is None
