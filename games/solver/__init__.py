"""Decides deals of the castle family, and finds the fewest moves that win them.

>>> from games.rules import BELEAGUERED_CASTLE, deal
>>> from games.solver import Budget, find_par, solve
>>> board = deal(BELEAGUERED_CASTLE, 79680425071963186202)
>>> result = solve(board, Budget(nodes=1_000_000))
>>> str(result.verdict), result.line is not None
('solvable', True)
>>> find_par(board, Budget(nodes=1_000_000), known_line=result.line).par
73
"""

from games.solver.advice import ADVICE_BUDGET, Hint, PostMortem, hint, post_mortem
from games.solver.budget import DEFAULT_BUDGET, Budget
from games.solver.par import find_par
from games.solver.result import SOLVER_VERSION, Result, Verdict
from games.solver.verdict import LineError, solve
from games.solver.warm import warm_up

__all__ = [
    "ADVICE_BUDGET",
    "DEFAULT_BUDGET",
    "SOLVER_VERSION",
    "Budget",
    "Hint",
    "LineError",
    "PostMortem",
    "Result",
    "Verdict",
    "find_par",
    "hint",
    "post_mortem",
    "solve",
    "warm_up",
]
