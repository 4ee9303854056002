"""The deal of a day."""

import datetime as dt
import uuid

from django.db import models
from django.db.models import Q

from games.models import VARIANT_CHOICES, Label

DAY = dt.timedelta(days=1)
GRACE = dt.timedelta(hours=2)


class Challenge(Label):
    """A variant's deal of a UTC date, with the label that its choice rests on.

    The label stands here, not in `games.Deal`, until the challenge is open: nothing that
    the deal endpoints say can depend on a challenge that is still secret.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    variant = models.CharField(max_length=32, choices=VARIANT_CHOICES)
    date = models.DateField()
    number = models.DecimalField(max_digits=20, decimal_places=0)
    candidate = models.PositiveSmallIntegerField(help_text="i of the chosen candidate, from 0")
    key = models.BinaryField(max_length=32, help_text="K, published after opening")
    commitment = models.CharField(
        max_length=64, null=True, help_text="null when the challenge was made on its own day"
    )
    made_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, help_text="when the deal got this label")
    settled_at = models.DateTimeField(null=True)
    par_reference = models.PositiveSmallIntegerField(
        null=True, help_text="proven par, else best known length; fixed at settling"
    )

    class Meta(Label.Meta):
        abstract = False
        constraints = [
            *Label.Meta.constraints,
            models.UniqueConstraint(fields=["variant", "date"], name="challenge_unique"),
            models.CheckConstraint(name="challenge_solvable", condition=Q(verdict="solvable")),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.date}"

    @property
    def opens_at(self) -> dt.datetime:
        """00:00 UTC of the date."""
        return dt.datetime.combine(self.date, dt.time(), dt.UTC)

    @property
    def closes_at(self) -> dt.datetime:
        """00:00 UTC of the next day."""
        return self.opens_at + DAY

    @property
    def settles_at(self) -> dt.datetime:
        """Two hours after closing: the end of the grace and of secrecy."""
        return self.closes_at + GRACE
