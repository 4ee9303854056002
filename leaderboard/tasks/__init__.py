"""What workers do for players and competition; beat starts most of it (see the settings)."""

from leaderboard.tasks.accounts import guests_erase, logins_forget
from leaderboard.tasks.challenges import (
    challenge_prepare,
    challenges_prepare,
    challenges_publish,
    challenges_settle,
)
from leaderboard.tasks.housekeeping import idempotency_clean

__all__ = [
    "challenge_prepare",
    "challenges_prepare",
    "challenges_publish",
    "challenges_settle",
    "guests_erase",
    "idempotency_clean",
    "logins_forget",
]
