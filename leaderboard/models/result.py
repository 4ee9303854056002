"""A player's best on a challenge, and the counts that ranks are read from."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from leaderboard.models.challenge import Challenge
from leaderboard.models.play import Submission
from leaderboard.models.player import Player
from leaderboard.ranking import Section

SECTION_CHOICES = [(section.value, section.name.lower()) for section in Section]


class Result(models.Model):
    """The best accepted line of a player on a challenge.

    `slot` keeps late results apart: they are archive play, off the board. `section` and
    `score` order the board: fewer is better in both (see `leaderboard.ranking`).
    """

    class Slot(models.TextChoices):
        """In time, or archive play."""

        IN_TIME = "in_time"
        LATE = "late"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Where a constraint below begins with a key, its index serves for the key too.
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="results", db_index=False
    )
    challenge = models.ForeignKey(Challenge, models.PROTECT, related_name="results")
    submission = models.ForeignKey(Submission, models.PROTECT, related_name="+")
    slot = models.CharField(max_length=8, choices=Slot)
    section = models.PositiveSmallIntegerField(choices=SECTION_CHOICES)
    score = models.PositiveIntegerField()
    moves = models.PositiveSmallIntegerField()
    foundation_cards = models.PositiveSmallIntegerField()
    elapsed_ms = models.BigIntegerField(null=True)
    accepted_at = models.DateTimeField()
    hidden = models.BooleanField(default=False, help_text="player or result hidden")
    hidden_itself = models.BooleanField(
        default=False, help_text="hidden whatever becomes of its player"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "challenge", "slot"], name="result_unique"),
            models.CheckConstraint(
                name="result_hidden_itself_is_hidden",
                condition=Q(hidden=True) | Q(hidden_itself=False),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["challenge", "section", "score", "accepted_at", "id"],
                name="result_board",
                condition=Q(slot="in_time", hidden=False),
            ),
            # Moderators look at the newest first.
            models.Index(fields=["accepted_at", "id"], name="result_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.id}"


class ScoreCount(models.Model):
    """How many visible results of a board have a score: ranks cost O(distinct scores).

    `score` is `ranking.counted_score`. `revision` counts the changes of what this row
    stands for; the sum over a board is its `board_revision`, so no row is written by every
    submission. Rows are never removed, so that the sum only grows.
    """

    challenge = models.ForeignKey(
        Challenge, models.CASCADE, related_name="score_counts", db_index=False
    )
    section = models.PositiveSmallIntegerField(choices=SECTION_CHOICES)
    score = models.PositiveIntegerField()
    count = models.PositiveIntegerField(default=0)
    revision = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["challenge", "section", "score"], name="score_count_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.count} of {self.score} moves"
