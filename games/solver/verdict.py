"""The verdict search: can it be won at all, and by which line."""

from collections.abc import Callable, Sequence
from typing import cast

from games.rules import Board, Move, replay
from games.solver.budget import DEFAULT_BUDGET, Budget, Meter
from games.solver.packed import Position
from games.solver.relaxed import RelaxedSearch
from games.solver.result import Result, Stopped, Verdict
from games.solver.search import Search, Weights, lower_bound


class LineError(RuntimeError):
    """A search made a line that does not win: a fault of the solver, never of the position."""


# The phases in turn, each until so many states of its own; what a phase has is kept for its next
# turn. Blind searches only find lines, relaxed ones only prove that there is none; the last phase,
# exact, does either, with all that is left of the budget.
_BLIND = {"short": Weights(2, 3), "quick": Weights(1, 5), "middle": Weights(1, 3)}
_PHASES: tuple[tuple[str, int], ...] = (
    ("short", 60_000),
    ("relaxed", 200_000),
    ("quick", 300_000),
    ("relaxed", 3_000_000),
    ("middle", 2_000_000),
    ("relaxed", 20_000_000),
)
_EXACT = Weights(1, 2)


def find_line(position: Position, meter: Meter) -> tuple[Verdict, list[Move] | None]:
    """The verdict for a position of any size, with a winning line if it is solvable."""
    relaxed = RelaxedSearch(position) if RelaxedSearch.can_hold(position) else None
    for name, states in _PHASES:
        if name != "relaxed":
            search = Search(position, _BLIND[name], first=True, blind=True)
            if search.start_bound is None:
                return Verdict.unsolvable, None
            going = search.run(meter, states)
            if search.found:
                return Verdict.solvable, search.line()
        elif relaxed is not None:
            meter.held_bytes = 0
            going = relaxed.run(meter, states)
            meter.held_bytes = relaxed.bytes
            if relaxed.unsolvable:
                return Verdict.unsolvable, None
            if relaxed.possible:
                # The relaxed game can be won: it has nothing more to say.
                relaxed = None
                meter.held_bytes = 0
        if not going:
            return Verdict.undetermined, None
    relaxed = None
    meter.held_bytes = 0
    search = Search(position, _EXACT, first=True)
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
        stopped=cast(Stopped | None, meter.stopped),
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
    that can be reached was searched, under proven dominances only; `undetermined` says that the
    budget was spent or `cancelled` answered True (it is asked at least twice a second, as is
    `progress` told the number of states). The board is not changed. Par's lower bound is the
    start's bound alone: `find_par` tightens it.
    """
    meter = Meter(budget, cancelled, progress)
    position = Position.from_board(board)
    verdict, line = find_line(position, meter)
    return finished(board, verdict, line, lower_bound(position), meter)
