"""Tasks around challenges: each may run twice, late, or at the same time as its twin."""

import datetime as dt
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from games.queueing import enqueue_on_commit
from leaderboard.selectors.challenges import unpublished
from leaderboard.services.challenges import (
    challenge_make,
    challenge_publish,
    challenge_settle,
    challenges_missing,
    challenges_to_settle,
)


@shared_task(name="leaderboard.tasks.challenges_prepare")
def challenges_prepare() -> None:
    """Queue the making of every challenge that is missing from today to 7 days ahead."""
    for variant, date in challenges_missing():
        enqueue_on_commit(challenge_prepare, variant, date.isoformat())


@worker_ready.connect
def prepare_at_start(**_: Any) -> None:
    """Look for missing challenges when a worker starts, not a quarter of an hour later."""
    enqueue_on_commit(challenges_prepare)


@shared_task(name="leaderboard.tasks.challenge_prepare")
def challenge_prepare(variant: str, date: str) -> None:
    """Make one challenge, unless it is there or being made; the date as `2025-03-09`."""
    challenge_make(variant=variant, date=dt.date.fromisoformat(date))


@shared_task(name="leaderboard.tasks.challenges_publish")
def challenges_publish() -> None:
    """Give the deals of challenges that have opened their labels."""
    for challenge_id in unpublished():
        challenge_publish(challenge_id=challenge_id)


@shared_task(name="leaderboard.tasks.challenges_settle")
def challenges_settle() -> None:
    """Settle the challenges whose grace is over."""
    for challenge in challenges_to_settle():
        challenge_settle(challenge=challenge)
