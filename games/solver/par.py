"""The par search: the fewest moves, or bounds of them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.rules import Board, Move, replay
from games.solver.budget import DEFAULT_BUDGET, Budget, Meter
from games.solver.frontier import LONGEST
from games.solver.packed import Position
from games.solver.result import Result, Verdict
from games.solver.search import ASTAR, Search, Weights, lower_bound
from games.solver.verdict import find_line, finished


class Improver(NamedTuple):
    """A blind search for a shorter line: its weights, the ranks with suits, states at most."""

    weights: Weights
    known_ranks: int
    states: int


# Guesses that mostly find par, and what is stored at par or above is in vain: the first ones before
# the proof starts, the later ones, which take seconds, when it has turned out to be long. Each may
# take a sixth of a budget in nodes, so that most is left for the proof.
_FIRST = (
    Improver(Weights(2, 3), 0, 300_000),
    Improver(Weights(3, 4), 0, 1_000_000),
    Improver(ASTAR, 0, 1_000_000),
)
_LATER = (Improver(ASTAR, 0, 4_000_000), Improver(ASTAR, 6, 8_000_000))
_SHORT_PROOF = 3_000_000
_SHARE = 6


def better_line(
    position: Position, meter: Meter, line: Sequence[Move], improvers: Sequence[Improver]
) -> Sequence[Move]:
    """The shortest line that blind searches find below the length of a line; else that line."""
    for improver in improvers:
        search = Search(
            position,
            improver.weights,
            best=len(line),
            blind=True,
            known_ranks=improver.known_ranks,
        )
        left = meter.most_nodes(0, 1.0)
        going = search.run(meter, min(improver.states, left // _SHARE))
        if search.found:
            line = search.line()
        if not going:
            break
    return line


def shortest_line(
    position: Position, meter: Meter, line: Sequence[Move], low: int
) -> tuple[Sequence[Move], int]:
    """The shortest line known, and the lower bound: equal if the budget was enough."""
    if low < len(line):
        line = better_line(position, meter, line, _FIRST)
    if low >= len(line) or meter.stopped is not None:
        return line, low
    search = Search(position, ASTAR, best=len(line))
    going = search.run(meter, _SHORT_PROOF)
    if search.found:
        line = search.line()
    if going and not search.ended:
        meter.held_bytes = search.bytes
        line = better_line(position, meter, line, _LATER)
        meter.held_bytes = 0
        search.tighten(len(line))
        if meter.stopped is None:
            search.run(meter)
        if search.found:
            line = search.line()
    return line, max(low, search.low)


def find_par(
    board: Board,
    budget: Budget = DEFAULT_BUDGET,
    *,
    known_line: Sequence[Move] | None = None,
    known_low: int = 0,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Find the fewest moves of a position, or bounds of them when the budget is spent.

    `known_line`, a winning line from here (ValueError if it is not), and `known_low`, a lower
    bound that was proven before, are where the search starts from: its result is never worse.
    The verdict comes along. The board is not changed.
    """
    meter = Meter(budget, cancelled, progress)
    position = Position.from_board(board)
    line: Sequence[Move] | None = None
    verdict = Verdict.undetermined
    if known_line is not None:
        if not replay(board, known_line).won:
            raise ValueError("the known line does not win from this position")
        line = known_line
        verdict = Verdict.solvable
    if line is None or len(line) > LONGEST:
        found_verdict, found = find_line(position, meter)
        if line is None or found is not None:
            verdict, line = found_verdict, found
    low = max(known_low, lower_bound(position) or 0)
    if line is not None and len(line) <= LONGEST:
        line, low = shortest_line(position, meter, line, low)
    return finished(board, verdict, line, low, meter)
