"""What players send: attempts, submissions, requests for help."""

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games.rules import RULES_VERSION
from leaderboard.models.challenge import Challenge
from leaderboard.models.player import Player


class Attempt(models.Model):
    """The server's clock of a player on a challenge."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Where a constraint below begins with a key, its index serves for the key too.
    player = models.ForeignKey(Player, models.CASCADE, related_name="attempts", db_index=False)
    challenge = models.ForeignKey(Challenge, models.PROTECT, related_name="attempts")
    started_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "challenge"], name="attempt_unique")
        ]
        # Moderators look at the newest first.
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["started_at", "id"], name="attempt_newest")
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.challenge}"


class Submission(models.Model):
    """A line claimed by a player, stored whole, with what the replay said of it."""

    class Status(models.TextChoices):
        """Whether every move of the line is legal."""

        ACCEPTED = "accepted"
        REJECTED = "rejected"

    class Outcome(models.TextChoices):
        """Where an accepted line ends."""

        WON = "won"
        UNFINISHED = "unfinished"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="submissions", db_index=False
    )
    challenge = models.ForeignKey(Challenge, models.PROTECT, related_name="submissions")
    line = models.TextField(help_text="single moves as text; as sent where it does not replay")
    line_hash = models.BinaryField(max_length=32, help_text="SHA-256 of `line`, normalised")
    status = models.CharField(max_length=8, choices=Status)
    # Null, not "", in both: an accepted line has no reason, a rejected one no outcome.
    outcome = models.CharField(max_length=10, choices=Outcome, null=True)  # noqa: DJ001
    move_count = models.PositiveSmallIntegerField(help_text="up to the first wrong move")
    foundation_cards = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=24, null=True)  # noqa: DJ001
    move_index = models.PositiveSmallIntegerField(null=True)
    text_offset = models.PositiveIntegerField(null=True)
    assisted = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    elapsed_ms = models.BigIntegerField(null=True)
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    received_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "challenge", "line_hash"], name="submission_unique"
            ),
            models.CheckConstraint(
                name="submission_says_why",
                condition=Q(status="accepted", outcome__isnull=False, reason__isnull=True)
                | Q(status="rejected", outcome__isnull=True, reason__isnull=False),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-received_at", "id"], name="submission_own"),
            # Moderators look at the newest first.
            models.Index(fields=["received_at", "id"], name="submission_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.id}"


class Assistance(models.Model):
    """A player asked for help on an unsettled challenge: later submissions are assisted."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="assistances", db_index=False)
    challenge = models.ForeignKey(Challenge, models.PROTECT, related_name="assistances")
    asked_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "challenge"], name="assistance_unique")
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.challenge}"


class IdempotencyRecord(models.Model):
    """The stored answer to a request that carried an `Idempotency-Key`; kept 24 hours."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=255)
    key = models.CharField(max_length=255)
    body_hash = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    headers = ArrayField(models.CharField(max_length=512), default=list)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "method", "path", "key"], name="idempotency_unique"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["created_at"], name="idempotency_age")
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"
