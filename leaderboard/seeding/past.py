"""The service in the past: its clock moved, for one process that does nothing else."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from games import clock


@contextmanager
def clock_moved() -> Iterator[Callable[[dt.datetime], None]]:
    """A function that sets the service's clock, which then stands still; put right at the end.

    Everything of this process has the moved clock, so never use it where requests are served.
    """
    present = clock.now()

    def set_clock(instant: dt.datetime) -> None:
        nonlocal present
        present = instant

    names = vars(clock)
    real = names["now"]
    names["now"] = lambda: present
    try:
        yield set_clock
    finally:
        names["now"] = real
