"""Challenges on known deals for a run of dates, and many lines for each."""

import datetime as dt
from functools import cache

from leaderboard.models import Challenge
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS, Won, longer, unfinished
from tests.leaderboard.playing import make_challenge

DEALS = {won.variant: won for won in (CASTLE, STREETS, CITADEL)}


def make_days(first: dt.date, count: int) -> None:
    """Make the challenges of all variants for so many dates, unless they are there."""
    dates = [first + dt.timedelta(days=day) for day in range(count)]
    there = set(Challenge.objects.filter(date__in=dates).values_list("variant", "date"))
    for date in dates:
        for won in DEALS.values():
            if (won.variant, date) not in there:
                make_challenge(won, date)


@cache
def wins(variant: str) -> tuple[str, ...]:
    """Winning lines of 15 lengths, from par, two of each longer one where there are two."""
    won = DEALS[variant]
    found = [longer(won, extra) for extra in range(15)]
    found += [longer(won, extra, passed=4) for extra in range(1, 15)]
    return tuple(dict.fromkeys(found))


@cache
def others(variant: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Unfinished lines, some with as many cards on the foundations, and lines that are rejected."""
    won: Won = DEALS[variant]
    short = tuple(unfinished(won, moves) for moves in (0, 9, 10, 11, 12, 25, 26, 40, 41, 55))
    return short, ("11", f"{unfinished(won, 20)} 11", f"{won.line} 11")


@cache
def almost(variant: str) -> str:
    """A line with a few moves left to the win: what a hint is quickly found for."""
    return unfinished(DEALS[variant], DEALS[variant].par - 4)
