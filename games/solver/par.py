"""The par search: the fewest moves, or bounds of them."""

from collections.abc import Callable, Sequence

from games.rules import Board, Move, replay
from games.solver.budget import DEFAULT_BUDGET, Budget, Meter
from games.solver.frontier import LONGEST
from games.solver.packed import Position
from games.solver.result import Result, Verdict
from games.solver.search import ASTAR, Search, lower_bound
from games.solver.verdict import find_line, finished


def shortest_line(
    position: Position, meter: Meter, line: Sequence[Move] | None, low: int
) -> tuple[Sequence[Move] | None, int, bool]:
    """A* below the length of a known line: (shortest line known, lower bound, searched all)."""
    best = LONGEST if line is None else len(line)
    search = Search(position, ASTAR, best=best)
    search.run(meter)
    if search.found:
        line = search.line()
    return line, max(low, search.low), search.exhausted


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
    else:
        verdict, line = find_line(position, meter)
    low = max(known_low, lower_bound(position) or 0)
    if verdict is Verdict.solvable and line is not None and low < len(line):
        line, low, _ = shortest_line(position, meter, line, low)
    return finished(board, verdict, line, low, meter)
