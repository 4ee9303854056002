"""The service's workers and beat, whose searches for verdicts wait while a file exists.

`celery -A tests.games.held_worker worker` is the worker as it is, except that a test can stop
a search in its middle for as long as it wants. HOLD_SEARCHES names the file.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery.signals import worker_init
from django.conf import settings

from castle_site.celery import app
from games.rules import Board
from games.solver import Budget, Result, solve

__all__ = ["app"]

HOLD = Path(os.environ["HOLD_SEARCHES"])

# What the competition wants done would only take time here: nobody takes that queue.
settings.CELERY_TASK_ROUTES = {
    **settings.CELERY_TASK_ROUTES,
    "leaderboard.tasks.challenges_*": {"queue": "nobody"},
}


def held_solve(board: Board, budget: Budget, *, cancelled: Callable[[], bool]) -> Result:
    """Search once the file is gone, or the claim; beside it another says that we are here."""
    HOLD.with_suffix(".held").touch()
    while HOLD.exists() and not cancelled():
        time.sleep(0.02)
    return solve(board, budget, cancelled=cancelled)


@worker_init.connect(weak=False)
def hold_searches(**_: Any) -> None:
    """Put the search that waits in the place of the other, before children are forked."""
    from games.services import runs

    runs.solve = held_solve  # type: ignore[assignment]
