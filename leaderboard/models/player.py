"""Players and their tokens."""

import uuid

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from knox.models import AbstractAuthToken


class PlayerManager(BaseUserManager["Player"]):
    """Makes players for Django's own commands; the API goes through `services.players`."""

    def get_by_natural_key(self, handle: str | None) -> "Player":
        """The player with this handle, in whatever case or look-alike spelling."""
        from leaderboard.handles import skeleton

        return self.get(handle_skeleton=skeleton(handle or ""))

    def create_superuser(self, handle: str, password: str | None = None) -> "Player":
        """Make a moderator with every permission (`manage.py createsuperuser`)."""
        from leaderboard.services.players import player_register

        player = player_register(handle=handle, password=password or "").player
        player.is_staff = player.is_superuser = True
        player.save(update_fields=["is_staff", "is_superuser"])
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays: registered (handle and password) or a guest (a token alone)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    handle = models.CharField(max_length=20)
    handle_skeleton = models.CharField(max_length=20, unique=True)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    recovery_hash = models.CharField(max_length=256, default="", blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_reason = models.TextField(default="", blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    last_accepted_at = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "handle"
    REQUIRED_FIELDS: list[str] = []
    objects = PlayerManager()

    class Meta:
        indexes = [
            models.Index(
                fields=["created_at"], name="player_guests", condition=models.Q(is_guest=True)
            )
        ]

    def __str__(self) -> str:
        return self.handle


class ErasedHandle(models.Model):
    """The HMAC of a deleted player's handle skeleton: it can never be taken again."""

    digest = models.BinaryField(max_length=32, primary_key=True)


class AuthToken(AbstractAuthToken):
    """One device's token: stored hashed, with scopes, refreshed by use."""

    scopes = ArrayField(models.CharField(max_length=16), default=list)
    name = models.CharField(max_length=64, default="", blank=True)
