"""The table of the floor: a row that is as long as a submission's."""

import uuid

from django.db import models


class Floor(models.Model):
    """A line by a player, stored and nothing more."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    player_id = models.UUIDField()
    line = models.TextField()
    received_at = models.DateTimeField()

    class Meta:
        app_label = "floors"

    def __str__(self) -> str:
        return str(self.id)
