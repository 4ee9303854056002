"""The par search: the fewest moves, or bounds of them."""

from collections.abc import Callable, Sequence

from games.rules import Board, Move, replay
from games.solver.budget import DEFAULT_BUDGET, Budget, Meter
from games.solver.frontier import LONGEST
from games.solver.packed import Position
from games.solver.result import Result, Verdict
from games.solver.search import ASTAR, Search, Weights, lower_bound
from games.solver.verdict import find_line, finished

# Searches for a better line before the proof starts: weights, and states at most. Each may take a
# sixth of a budget in nodes, so that most is left for the proof.
_IMPROVERS = ((Weights(2, 3), 300_000), (Weights(3, 4), 1_000_000), (ASTAR, 1_000_000))
_SHARE = 6


def better_line(position: Position, meter: Meter, line: Sequence[Move]) -> Sequence[Move]:
    """Searches with suit-blind keys below the length of a line: guesses that mostly find par."""
    for weights, states in _IMPROVERS:
        search = Search(position, weights, best=len(line), blind=True)
        left = meter.most_nodes(0, 1.0)
        going = search.run(meter, min(states, left // _SHARE))
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
        line = better_line(position, meter, line)
    if low < len(line) and meter.stopped is None:
        search = Search(position, ASTAR, best=len(line))
        search.run(meter)
        if search.found:
            line = search.line()
        low = max(low, search.low)
    return line, low


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
