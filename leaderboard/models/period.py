"""What players have won in weeks, months, years and all time, and the counts for ranks.

A board is a period's name with a variant's slug, or with "" for all variants together. It is
ordered by wins, more first, then moves over par, fewer first. `minus_wins` is the number of
wins with a minus, so that fewer is better everywhere and one index gives the order.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from leaderboard.models.challenge import Challenge
from leaderboard.models.player import Player


class PeriodLedger(models.Model):
    """A challenge whose results are on a board: once, row and results or neither.

    `date` is the challenge's; the newest on a board is how far the board goes.
    """

    challenge = models.ForeignKey(
        Challenge, models.PROTECT, related_name="period_ledger", db_index=False
    )
    period = models.CharField(max_length=8)
    variant = models.CharField(max_length=32, blank=True, help_text="empty: all variants")
    date = models.DateField()
    entered_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["challenge", "period", "variant"], name="period_ledger_unique"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["period", "variant", "date"], name="period_ledger_through")
        ]

    def __str__(self) -> str:
        return f"{self.date} in {self.period}"


class PeriodTotal(models.Model):
    """A registered player's clean wins in time on a board, of settled challenges alone."""

    period = models.CharField(max_length=8)
    variant = models.CharField(max_length=32, blank=True, help_text="empty: all variants")
    player = models.ForeignKey(Player, models.CASCADE, related_name="period_totals", db_index=False)
    minus_wins = models.IntegerField()
    over_par = models.IntegerField(help_text="of all wins together; may be negative")
    reached_at = models.DateTimeField(help_text="when the last of the wins was received")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "period", "variant"], name="period_total_unique"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["period", "variant", "minus_wins", "over_par", "reached_at", "player"],
                name="period_board",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.period}"


class PeriodWins(models.Model):
    """How many players of a board have so many wins.

    `revision` counts the changes of what the row stands for. Rows are never removed, so the
    sum over a board, its `board_revision`, only grows.
    """

    period = models.CharField(max_length=8)
    variant = models.CharField(max_length=32, blank=True)
    minus_wins = models.IntegerField()
    # No check that it is not negative: it would look at what an upsert would insert, too.
    count = models.IntegerField()
    revision = models.BigIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["period", "variant", "minus_wins"], name="period_wins_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.count} with {-self.minus_wins} wins"


class PeriodPair(models.Model):
    """How many players of a board share wins and moves over par; gone when it is none.

    Of all pairs there are nearly as many as players. A rank needs those with one number of
    wins alone; the others are summed up in `PeriodWins`.
    """

    period = models.CharField(max_length=8)
    variant = models.CharField(max_length=32, blank=True)
    minus_wins = models.IntegerField()
    over_par = models.IntegerField()
    count = models.IntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["period", "variant", "minus_wins", "over_par"], name="period_pair_unique"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["id"], name="period_pair_none", condition=Q(count=0))
        ]

    def __str__(self) -> str:
        return f"{self.count} with {-self.minus_wins} wins, {self.over_par} over par"
