"""Streaks: consecutive challenges won in time. No database and no clock."""

import datetime as dt
from collections.abc import Collection, Iterable
from typing import NamedTuple


class Streak(NamedTuple):
    """Lengths in dates: the streak that stands, and the longest there has been."""

    current: int
    best: int


def streak(
    dates: Iterable[dt.date], won: Collection[dt.date], *, settled: dt.date | None
) -> Streak:
    """The streaks of whoever has won the challenges of the dates `won`.

    `dates` are those that had a challenge: one without breaks nothing. `settled` is the last
    date whose grace is over: a later one that is not won may still be, and breaks nothing
    yet. A win is never undone, so the longest streak is at least the present one.

    >>> days = [dt.date(2024, 2, 27) + dt.timedelta(days=n) for n in range(6)]
    >>> streak(days, days[:3] + days[4:5], settled=days[4])
    Streak(current=1, best=3)
    >>> streak(days, days[:3] + days[4:5], settled=days[2])
    Streak(current=4, best=4)
    """
    run = best = 0
    for date in sorted(set(dates)):
        if date in won:
            run += 1
            best = max(best, run)
        elif settled is not None and date <= settled:
            run = 0
    return Streak(run, best)
