"""All tables of the competition."""

from leaderboard.models.challenge import Challenge, ChallengeMaking
from leaderboard.models.group import Group, Membership
from leaderboard.models.moderation import ModerationAction
from leaderboard.models.period import PeriodLedger, PeriodPair, PeriodTotal, PeriodWins
from leaderboard.models.play import Assistance, Attempt, IdempotencyRecord, Submission
from leaderboard.models.player import AuthToken, ErasedHandle, Player
from leaderboard.models.result import Result, ScoreCount

__all__ = [
    "Assistance",
    "Attempt",
    "AuthToken",
    "Challenge",
    "ChallengeMaking",
    "ErasedHandle",
    "Group",
    "IdempotencyRecord",
    "Membership",
    "ModerationAction",
    "PeriodLedger",
    "PeriodPair",
    "PeriodTotal",
    "PeriodWins",
    "Player",
    "Result",
    "ScoreCount",
    "Submission",
]
