"""Groups of players who look at the boards among themselves."""

import uuid
from typing import ClassVar

from django.db import models

from leaderboard.models.player import Player


class Group(models.Model):
    """A group: whoever knows the join code may come in. `revision` counts changes of members."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40)
    # Erasing hands a group over before its owner goes.
    owner = models.ForeignKey(Player, models.PROTECT, related_name="+")
    join_code = models.CharField(max_length=16)
    created_at = models.DateTimeField()
    revision = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player in a group, the owner too."""

    # Where a constraint below begins with a key, its index serves for the key too.
    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["group", "player"], name="membership_unique")
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.group}"
