"""One clock for several processes, set from outside while they run.

The file holds the seconds, as eight bytes, by which the clock differs from the machine's.
Every process maps it into memory, so a new time is there for all of them at once.
"""

import datetime as dt
import mmap
import struct
from pathlib import Path

from games import clock

# Where the file is, for `clocked/sitecustomize.py`.
VARIABLE = "CASTLE_TEST_CLOCK"


class SharedClock:
    """A clock that goes on by itself and can be set; makes the file if there is none."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(struct.pack("d", 0.0))
            path.chmod(0o666)
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 8)

    def now(self) -> dt.datetime:
        """The present instant, in UTC."""
        seconds: float = struct.unpack("d", self.memory[:8])[0]
        return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=seconds)

    def set(self, instant: dt.datetime) -> None:
        """Let it be that instant now."""
        ahead = instant - dt.datetime.now(dt.UTC)
        self.memory[:8] = struct.pack("d", ahead.total_seconds())

    def install(self) -> "SharedClock":
        """Have this process live by it."""
        clock.now = self.now
        return self
