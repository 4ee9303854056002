"""Signs that a line was not played by hand. They are for moderators' eyes, and decide nothing.

No database and no clock. A sign is no proof: two players find the same line of a short win,
and whoever has played on a table may start the clock late.
"""

from enum import StrEnum

# Chosen: two taps for every move that is not to a foundation, by a very quick hand. Clients
# send cards home by themselves, so moves to foundations may take no time at all.
HAND_MOVE_MS = 200


class Signal(StrEnum):
    """What is odd about a winning line."""

    SOLVER_LINE = "solver_line"
    ELAPSED = "elapsed"


def hand_moves(line: str) -> int:
    """The moves of a stored line (single moves, one space apart) that are not to a foundation.

    >>> hand_moves("6h 82 85 3h")
    2
    """
    return sum(not move.endswith("h") for move in line.split())


def signals(*, line: str, solver_lines: set[str], elapsed_ms: int | None) -> list[Signal]:
    """The signs that a winning line gives; `solver_lines` are those known of its deal.

    >>> signals(line="82 85 3h", solver_lines={"82 85 3h"}, elapsed_ms=399)
    [<Signal.SOLVER_LINE: 'solver_line'>, <Signal.ELAPSED: 'elapsed'>]
    >>> signals(line="82 85 3h", solver_lines={""}, elapsed_ms=400)
    []
    """
    found = []
    if line in solver_lines:
        found.append(Signal.SOLVER_LINE)
    if elapsed_ms is not None and elapsed_ms < HAND_MOVE_MS * hand_moves(line):
        found.append(Signal.ELAPSED)
    return found
