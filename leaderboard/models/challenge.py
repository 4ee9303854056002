"""The deal of a day."""

import datetime as dt
import uuid
from typing import ClassVar

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
    date = models.DateField()
    candidate = models.PositiveSmallIntegerField(help_text="i of the chosen candidate, from 0")
    key = models.BinaryField(max_length=32, help_text="K, published after opening")
    # Null, not "": there is none.
    commitment = models.CharField(  # noqa: DJ001
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
        constraints: ClassVar[list[models.BaseConstraint]] = [
            *Label.Meta.constraints,
            models.UniqueConstraint(fields=["variant", "date"], name="challenge_unique"),
            models.CheckConstraint(name="challenge_solvable", condition=Q(verdict="solvable")),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-date", "variant"], name="challenge_calendar"),
            models.Index(
                fields=["date"], name="challenge_unpublished", condition=Q(published_at=None)
            ),
            models.Index(fields=["date"], name="challenge_unsettled", condition=Q(settled_at=None)),
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


class ChallengeMaking(models.Model):
    """A lease on the making of a challenge: whoever holds it searches, all others wait.

    The search may take minutes and runs outside any transaction, so no database lock can
    stand for it. A maker renews `until`; the lease of one that was killed runs out. Nothing
    here tells anything of the deal.
    """

    variant = models.CharField(max_length=32, choices=VARIANT_CHOICES)
    date = models.DateField()
    holder = models.UUIDField()
    until = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["variant", "date"], name="challenge_making_unique")
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.date}"
