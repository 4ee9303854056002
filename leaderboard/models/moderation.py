"""What moderators have done: the audit trail."""

from typing import ClassVar

from django.db import models

from leaderboard.models.player import Player
from leaderboard.models.result import Result


class ModerationAction(models.Model):
    """A moderator hid a player or a result, or showed them again; with the reason, for good.

    `player` is whom it concerns, of a result too; null once they are deleted, and then the
    reason is gone with them. `result` is null where the whole player was meant, and where an
    open board has lost the result by a deletion.
    """

    class Action(models.TextChoices):
        """What was done."""

        HIDE_PLAYER = "hide_player"
        UNHIDE_PLAYER = "unhide_player"
        HIDE_RESULT = "hide_result"
        UNHIDE_RESULT = "unhide_result"

    action = models.CharField(max_length=16, choices=Action)
    moderator = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="moderation_actions", db_index=False
    )
    result = models.ForeignKey(
        Result, models.SET_NULL, null=True, related_name="moderation_actions"
    )
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        # Rows are written by services alone, and never changed by anybody.
        default_permissions = ("view",)
        permissions = (("moderate", "Can hide and unhide players and results"),)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-at", "id"], name="moderation_of_player")
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.at:%Y-%m-%d %H:%M}"
