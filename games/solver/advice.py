"""Advice on a game that is being played, or was: hint and post-mortem."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.rules import Board, Move, replay
from games.solver.budget import Budget
from games.solver.par import find_par
from games.solver.result import Result, Verdict
from games.solver.verdict import solve

ADVICE_BUDGET = Budget(nodes=1_000_000, seconds=10.0, bytes=256 << 20)
"""What a hint, or one position of a post-mortem, may spend unless told otherwise."""


@dataclass(frozen=True)
class Hint:
    """The next move of a winning line, or the word that there is none.

    `move` is None unless `verdict` is solvable and the game not yet won; `shortest` says whether
    it starts a line of proven fewest moves. `result` holds the whole line and the effort.
    """

    verdict: Verdict
    move: Move | None
    shortest: bool
    result: Result


def hint(
    board: Board,
    budget: Budget = ADVICE_BUDGET,
    *,
    cancelled: Callable[[], bool] | None = None,
) -> Hint:
    """Advise on a position, from any point of a game; the board is not changed."""
    result = find_par(board, budget, cancelled=cancelled)
    move = result.line[0] if result.line else None
    return Hint(result.verdict, move, move is not None and result.par_proven, result)


@dataclass(frozen=True)
class PostMortem:
    """Where a line was lost. Index i is the position after the line's first i moves.

    `last_winnable` is the last index proven winnable, `first_lost` the first proven lost (None
    each where nothing is proven). If `exact`, nothing lies between them: `first_lost` is
    `last_winnable + 1`, or 0, or None with `last_winnable` the line's last position.
    `winning_line` wins from `last_winnable`. `par` holds, by index, the fewest moves still needed
    from each position, None where that is not known (all after `last_winnable`, and all unless
    asked for). `decided` are the indexes at which the solver was run for a verdict.
    """

    last_winnable: int | None
    first_lost: int | None
    winning_line: tuple[Move, ...] | None
    par: tuple[int | None, ...]
    decided: tuple[int, ...]
    exact: bool

    @property
    def over_par(self) -> tuple[int | None, ...]:
        """By index, how many moves more than par a best finish from there comes to in all."""
        start = self.par[0]
        return tuple(
            None if start is None or left is None else index + left - start
            for index, left in enumerate(self.par)
        )


def post_mortem(
    board: Board,
    line: Sequence[Move],
    budget: Budget = ADVICE_BUDGET,
    *,
    par_budget: Budget | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> PostMortem:
    """Find the last position of a line from which it could still be won; ValueError if illegal.

    What is lost stays lost, so bisection finds it, `budget` holding for each position decided.
    Where a position is undetermined its neighbours are asked. With `par_budget` the fewest moves
    still needed are followed along the line as far as that budget, for each position, proves them.
    """
    replayed = replay(board, line)
    if replayed.error is not None:
        raise ValueError(f"the line is not legal: {replayed.error.detail}")
    boards = [board.copy()]
    for move in line:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    verdicts: dict[int, Result] = {}
    last, first_lost = -1, len(boards)
    while candidates := [i for i in range(last + 1, first_lost) if i not in verdicts]:
        # The ends first: most lines are asked about because they are lost, few from the start.
        index = candidates[-1 if not verdicts else len(candidates) // 2]
        verdicts[index] = result = solve(boards[index], budget, cancelled=cancelled)
        if result.verdict is Verdict.solvable:
            last = index
        elif result.verdict is Verdict.unsolvable:
            first_lost = index
        elif result.stopped == "cancelled":
            break
    winning = verdicts[last].line if last >= 0 else None
    return PostMortem(
        last_winnable=last if last >= 0 else None,
        first_lost=first_lost if first_lost < len(boards) else None,
        winning_line=winning,
        par=_pars(boards, line, last, par_budget, cancelled),
        decided=tuple(sorted(verdicts)),
        exact=first_lost == last + 1,
    )


def _pars(
    boards: Sequence[Board],
    line: Sequence[Move],
    last: int,
    budget: Budget | None,
    cancelled: Callable[[], bool] | None,
) -> tuple[int | None, ...]:
    """Fewest moves from each position up to `last`, as far as the budget proves them."""
    pars: list[int | None] = [None] * len(boards)
    shortest: tuple[Move, ...] | None = None
    low = 0
    if budget is None:
        return tuple(pars)
    for index in range(last + 1):
        if shortest and shortest[0] == line[index - 1]:
            # The line played the best move: no search is needed.
            shortest = shortest[1:]
        else:
            result = find_par(boards[index], budget, known_low=low, cancelled=cancelled)
            shortest = result.line if result.par_proven else None
        if shortest is None:
            low = 0
            continue
        pars[index] = len(shortest)
        low = len(shortest) - 1
    return tuple(pars)
