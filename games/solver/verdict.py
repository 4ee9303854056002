"""The verdict search: can it be won at all, and by which line."""

from collections.abc import Callable, Sequence
from typing import cast

from games.rules import Board, Move, replay
from games.solver.budget import DEFAULT_BUDGET, Budget, Meter
from games.solver.packed import Position
from games.solver.result import Result, Stopped, Verdict
from games.solver.search import Search, Weights, lower_bound

GREEDY = Weights(1, 2)


class LineError(RuntimeError):
    """A search made a line that does not win: a fault of the solver, never of the position."""


def find_line(position: Position, meter: Meter) -> tuple[Verdict, list[Move] | None]:
    """The verdict for a position of any size, with a winning line if it is solvable."""
    search = Search(position, GREEDY, first=True)
    search.run(meter)
    if search.found:
        return Verdict.solvable, search.line()
    if search.exhausted:
        return Verdict.unsolvable, None
    return Verdict.undetermined, None


def checked_line(board: Board, line: Sequence[Move]) -> tuple[Move, ...]:
    """The line as a tuple, once `games.rules` has replayed it to a win; LineError otherwise."""
    replayed = replay(board, line)
    if not replayed.won:
        raise LineError(f"the line found does not win: {replayed.error}")
    return tuple(line)


def finished(
    board: Board,
    verdict: Verdict,
    line: Sequence[Move] | None,
    low: int | None,
    meter: Meter,
) -> Result:
    """The result, its line checked and its bounds made to fit the verdict."""
    checked = None if line is None else checked_line(board, line)
    high = None if checked is None else len(checked)
    if verdict is Verdict.unsolvable:
        low = None
    elif low is not None and high is not None:
        low = min(low, high)
    return Result(
        verdict=verdict,
        line=checked,
        par_low=low,
        par_high=high,
        states=meter.states,
        seconds=meter.seconds,
        peak_bytes=meter.peak_bytes,
        stopped=cast(Stopped | None, meter.stopped) if verdict is Verdict.undetermined else None,
    )


def solve(
    board: Board,
    budget: Budget = DEFAULT_BUDGET,
    *,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Decide a position, from any point of a game.

    `solvable` comes with a line, replayed by `games.rules`; `unsolvable` is a proof: everything
    that can be reached was searched, with proven dominances only; `undetermined` says that the
    budget was spent or `cancelled` answered True (it is asked at least twice a second, as is
    `progress` told the number of states). The board is not changed. Par's lower bound is the
    start's bound alone: `find_par` tightens it.
    """
    meter = Meter(budget, cancelled, progress)
    position = Position.from_board(board)
    verdict, line = find_line(position, meter)
    return finished(board, verdict, line, lower_bound(position), meter)
