"""When a call is made again, and how long is waited before."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Retries:
    """How patient a client is.

    A call is made `attempts` times at most. Between two, the client waits as long as the
    service said (`Retry-After`), else from `first` seconds on twice as long each time and by
    chance up to half less; never longer than `longest`: a service that asks for more patience
    than that is not asked again. `sleep` and `now` (seconds of a clock that only goes
    forward) may be replaced.
    """

    attempts: int = 5
    first: float = 0.5
    longest: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic

    def wait_before(self, attempt: int, retry_after: float | None) -> float | None:
        """Return the seconds to wait before an attempt (from 1); None to give up."""
        if attempt >= self.attempts:
            return None
        if retry_after is not None:
            return retry_after if retry_after <= self.longest else None
        backoff: float = min(self.longest, self.first * 2.0 ** (attempt - 1))
        return backoff * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


NEVER = Retries(attempts=1)
"""Each call is made once."""
