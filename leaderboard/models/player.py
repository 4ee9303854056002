"""Players and their tokens."""

import uuid
from typing import ClassVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from knox.models import AbstractAuthToken

from leaderboard.handles import is_handle, skeleton


class PlayerManager(BaseUserManager["Player"]):
    """Finds players for logins, and makes moderators for Django's own command."""

    def get_by_natural_key(self, handle: str | None) -> "Player":
        """The player with this handle, in whatever case or look-alike spelling.

        Raises Player.DoesNotExist, for texts that are no handle too.
        """
        if handle is None or not is_handle(handle):
            raise Player.DoesNotExist
        return self.get(handle_skeleton=skeleton(handle))

    def create_superuser(self, handle: str, password: str | None = None) -> "Player":
        """Make a moderator with every permission (`manage.py createsuperuser`).

        Reserved words are free to them. Raises Django's ValidationError, which is what the
        command knows how to show.
        """
        from leaderboard.errors import AccountError
        from leaderboard.services.players import moderator_create

        try:
            return moderator_create(handle=handle, password=password)
        except AccountError as error:
            messages = [str(one["detail"]) for one in error.errors]
            raise ValidationError(messages or [error.detail]) from error


class Player(AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]
    """Somebody who plays: registered (handle and password) or a guest (a token alone)."""

    # When somebody last logged in is nobody's business, and would be a write a login.
    last_login = None

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    handle = models.CharField(max_length=20)
    handle_skeleton = models.CharField(max_length=20, unique=True)
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    recovery_hash = models.CharField(
        max_length=64, default="", blank=True, help_text="SHA-256 of the recovery code"
    )
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_reason = models.TextField(default="", blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    last_accepted_at = models.DateTimeField(
        null=True, blank=True, help_text="of the latest accepted submission, to the hour"
    )

    USERNAME_FIELD = "handle"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = PlayerManager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="player_guest_has_no_password",
                condition=Q(is_guest=False)
                | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX, recovery_hash=""),
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["created_at"], name="player_guests", condition=models.Q(is_guest=True)
            )
        ]

    def __str__(self) -> str:
        return self.handle


class ErasedHandle(models.Model):
    """The HMAC of a deleted player's handle skeleton: it can never be taken again."""

    digest = models.BinaryField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return bytes(self.digest).hex()


class AuthToken(AbstractAuthToken):
    """One device's token: stored hashed, with scopes, refreshed by use."""

    scopes = ArrayField(models.CharField(max_length=16), default=list)
    name = models.CharField(max_length=64, default="", blank=True)

    # Not knox's: that one makes tokens by another clock, and without scopes.
    objects = models.Manager["AuthToken"]()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["expiry"], name="token_expiry")
        ]

    def __str__(self) -> str:
        return f"{self.name or 'token'} of {self.user}"
