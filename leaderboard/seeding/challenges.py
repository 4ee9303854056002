"""Challenges of past days, which the service itself makes ahead and never afterwards."""

import datetime as dt
import itertools

from django.conf import settings

from games.difficulty import difficulty
from games.rules import get_variant
from games.solver import Verdict
from leaderboard.choosing import Budgets, Choice, label_of
from leaderboard.commitments import candidate_number, challenge_key
from leaderboard.models import Challenge
from leaderboard.services.challenges import DAYS_AHEAD, challenge_store

# A demonstration needs a line soon, not the fewest moves there are.
BUDGETS = Budgets(verdict_nodes=200_000, par_nodes=200_000)
QUICK_BUDGETS = Budgets(verdict_nodes=200_000, par_nodes=1)


def made_at(date: dt.date) -> dt.datetime:
    """When the worker would have made a date's challenge."""
    ahead = dt.timedelta(days=DAYS_AHEAD)
    return dt.datetime.combine(date - ahead, dt.time(0, 15), dt.UTC)


def demo_challenge(*, variant: str, date: dt.date, quick: bool = False) -> Challenge:
    """The challenge of a day, made if it is not there, whatever the date.

    It is the first candidate that a small budget proves solvable; its par may stay unproven.
    `quick` spends nothing on par and difficulty. Call it with the clock at `made_at`.
    """
    there = Challenge.objects.filter(variant=variant, date=date).first()
    if there is not None:
        return there
    key = challenge_key(settings.CHALLENGE_SECRET.encode(), variant, date)
    budgets = QUICK_BUDGETS if quick else BUDGETS
    for index in itertools.count():
        number = candidate_number(key, index)
        label = label_of(variant, number, budgets=budgets)
        if label.verdict == Verdict.solvable:
            break
    hard = None if quick else difficulty(get_variant(variant), number)
    made = challenge_store(variant, date, Choice(key, index, number, label), hard)
    if made is None:
        raise ValueError(f"the clock is past {date}")
    return made
