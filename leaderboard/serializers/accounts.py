"""Accounts as the API takes and gives them."""

import math
import re
from typing import Any

from rest_framework import serializers

from games.serializers import TextField
from leaderboard.models import Assistance, AuthToken, ModerationAction, Player, Result
from leaderboard.serializers.groups import MembershipSerializer
from leaderboard.serializers.names import NameField
from leaderboard.serializers.play import (
    AttemptSerializer,
    ElapsedField,
    SubmissionSerializer,
)
from leaderboard.serializers.statistics import AllStatisticsSerializer
from leaderboard.services.passwords import MAX_LENGTH as MAX_PASSWORD_LENGTH
from leaderboard.services.tokens import Scope

SCOPES = [scope.value for scope in Scope]

MAX_PREFERENCES = 50
MAX_PREFERENCE_LENGTH = 200
MAX_PREFERENCE_NUMBER = 2**53
_PREFERENCE_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,39}")


class PasswordField(TextField):
    """A password: any text but an empty one, taken as it is."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", MAX_PASSWORD_LENGTH)
        super().__init__(trim_whitespace=False, write_only=True, **options)


class HandleField(TextField):
    """A handle; whether it may be one is not decided here."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            trim_whitespace=False,
            help_text="3 to 20 ASCII letters, digits, _ and -",
            **options,
        )


class SessionFlagSerializer(serializers.Serializer[Any]):
    """How the new player is to be known from now on."""

    session = serializers.BooleanField(
        default=False,
        help_text="sign this browser in by cookie instead of giving a token; needs a CSRF token",
    )


class RegisterSerializer(SessionFlagSerializer):
    """A new account, or the one that a guest becomes."""

    handle = HandleField()
    password = PasswordField()


class LoginSerializer(serializers.Serializer[Any]):
    """Handle and password; or handle, recovery code and the new password it is to set."""

    handle = HandleField()
    password = PasswordField(required=False)
    recovery_code = TextField(required=False, write_only=True, max_length=200)
    new_password = PasswordField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two ways."""
        if ("password" in attrs) == ("recovery_code" in attrs):
            raise serializers.ValidationError(
                "Give either `password` or `recovery_code`.", code="one_of"
            )
        if ("recovery_code" in attrs) != ("new_password" in attrs):
            raise serializers.ValidationError(
                {"new_password": "`recovery_code` and `new_password` go together."}, code="together"
            )
        return attrs


class TokenRequestSerializer(LoginSerializer):
    """A login that asks for a token."""

    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=SCOPES),
        default=SCOPES,
        allow_empty=False,
        max_length=len(SCOPES),
        help_text="all if not said",
    )
    name = NameField(default="", allow_blank=True, max_length=64, help_text="of the device")


class PasswordChangeSerializer(serializers.Serializer[Any]):
    """The password and the one that is to replace it."""

    password = PasswordField()
    new_password = PasswordField()


class PreferencesField(serializers.DictField):
    """A flat object: names to texts, numbers, true and false; null removes a name."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object, if everything in it fits."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        errors = {
            str(name)[:40]: [message]
            for name, value in data.items()
            if (message := preference_error(name, value))
        }
        if errors:
            raise serializers.ValidationError(errors)
        return data


def preference_error(name: str, value: object) -> str | None:
    """What is wrong with a preference, as a sentence; None if nothing is."""
    if not _PREFERENCE_NAME.fullmatch(name):
        return "A name has 1 to 40 of a-z, 0-9, _, . and -, and begins with a letter."
    if isinstance(value, str):
        if len(value) > MAX_PREFERENCE_LENGTH:
            return f"A text has at most {MAX_PREFERENCE_LENGTH} characters."
    elif isinstance(value, int | float):
        if not math.isfinite(value) or abs(value) > MAX_PREFERENCE_NUMBER:
            return "A number lies between -2^53 and 2^53."
    elif value is not None:
        return "A value is a text, a number, true, false or null."
    return None


class MeChangeSerializer(serializers.Serializer[Any]):
    """What a player may change of their account."""

    preferences = PreferencesField(
        required=False,
        help_text="the names that change; null removes one; 50 at most are kept",
    )


class MeSerializer(serializers.Serializer[Player]):
    """A player as only they see it."""

    handle = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    hidden = serializers.SerializerMethodField(
        help_text="a moderator has taken this player off the boards"
    )
    preferences = serializers.JSONField(help_text="names to texts, numbers, true and false")
    created_at = serializers.DateTimeField()
    last_accepted_at = serializers.DateTimeField(
        allow_null=True, help_text="of the latest accepted submission, to the hour"
    )

    def get_hidden(self, player: Player) -> bool:
        """Whether a moderator has hidden the player."""
        return player.hidden_at is not None


class OwnProfileSerializer(MeSerializer):
    """A player as only they see it, with what they have achieved."""

    statistics = AllStatisticsSerializer()


class ProfileSerializer(serializers.Serializer[Player]):
    """A player as everybody sees it."""

    handle = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    created_at = serializers.DateTimeField()
    statistics = AllStatisticsSerializer()


class AccountSerializer(serializers.Serializer[Any]):
    """A player with what is shown once: the token, the recovery code."""

    player = MeSerializer()
    token = serializers.CharField(
        allow_null=True, help_text="shown now and never again; null if none was made"
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="use prolongs it")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=SCOPES), allow_null=True)
    recovery_code = serializers.CharField(
        allow_null=True, help_text="shown now and never again; null if it has not changed"
    )


class RecoveryCodeSerializer(serializers.Serializer[Any]):
    """A new recovery code."""

    recovery_code = serializers.CharField(help_text="shown now and never again")


class SessionSerializer(serializers.Serializer[Any]):
    """Whom this browser is signed in as."""

    player = MeSerializer(allow_null=True)
    recovery_code = serializers.CharField(
        allow_null=True, help_text="a new one, if the old one was used to sign in"
    )


class TokenSerializer(serializers.Serializer[AuthToken]):
    """A token, without itself."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry")


class AssistanceSerializer(serializers.Serializer[Assistance]):
    """Help that was asked for."""

    variant = serializers.CharField(source="challenge.variant")
    date = serializers.DateField(source="challenge.date")
    asked_at = serializers.DateTimeField()


class ResultSerializer(serializers.Serializer[Result]):
    """A best line."""

    variant = serializers.CharField(source="challenge.variant")
    date = serializers.DateField(source="challenge.date")
    slot = serializers.CharField()
    section = serializers.SerializerMethodField()
    moves = serializers.IntegerField()
    foundation_cards = serializers.IntegerField()
    elapsed_s = ElapsedField(source="elapsed_ms", allow_null=True)
    accepted_at = serializers.DateTimeField()
    submission = serializers.UUIDField(source="submission_id")
    hidden = serializers.BooleanField()

    def get_section(self, result: Result) -> str:
        """The section's name."""
        return str(result.get_section_display())


class ModerationSerializer(serializers.Serializer[ModerationAction]):
    """What a moderator has done about a player; who it was is not said."""

    action = serializers.ChoiceField(choices=ModerationAction.Action.choices)
    variant = serializers.CharField(source="result.challenge.variant", default=None)
    date = serializers.DateField(source="result.challenge.date", default=None)
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class ExportSerializer(serializers.Serializer[Any]):
    """All that is stored of a player."""

    exported_at = serializers.DateTimeField()
    player = MeSerializer()
    tokens = TokenSerializer(many=True)
    attempts = AttemptSerializer(many=True)
    assistances = AssistanceSerializer(many=True)
    submissions = SubmissionSerializer(many=True)
    results = ResultSerializer(many=True)
    groups = MembershipSerializer(many=True)
    moderation = ModerationSerializer(many=True)
