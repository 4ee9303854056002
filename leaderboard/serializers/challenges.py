"""Challenges as the API gives them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import Label
from games.rules import VARIANTS
from games.selectors import known_difficulty, known_par
from games.serializers import (
    VERDICTS,
    DifficultySerializer,
    FoundationsSerializer,
    ParSerializer,
)
from leaderboard.models import Challenge
from leaderboard.selectors.challenges import is_open


@extend_schema_field(ParSerializer)
class KnownParField(serializers.Field[Any, Any, Any, Any]):
    """The bounds of par of a label."""

    def to_representation(self, value: Label) -> Any:
        """The bounds as the deal endpoints show them."""
        return known_par(value)


@extend_schema_field(DifficultySerializer(allow_null=True))
class KnownDifficultyField(serializers.Field[Any, Any, Any, Any]):
    """How hard the deal of a label is."""

    def to_representation(self, value: Label) -> Any:
        """The difficulty as the deal endpoints show it."""
        return known_difficulty(value)


class CountsSerializer(serializers.Serializer[Any]):
    """Visible results on the board, by section."""

    ranked = serializers.IntegerField()
    assisted = serializers.IntegerField()
    unfinished = serializers.IntegerField()


class ChallengeSummarySerializer(serializers.Serializer[Any]):
    """A day of the calendar."""

    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField(help_text="UTC")
    number = serializers.CharField(help_text="deal number, 1 to 10^20 - 1")
    verdict = serializers.ChoiceField(choices=VERDICTS)
    par = KnownParField(source="*")
    difficulty = KnownDifficultyField(source="*")
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    settles_at = serializers.DateTimeField()


class ChallengeSerializer(ChallengeSummarySerializer):
    """A challenge with its deal, as it is at the server's time."""

    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        min_length=8,
        max_length=8,
        help_text="rows 1 to 8, each from its innermost card to its outermost",
    )
    foundations = FoundationsSerializer()
    counts = CountsSerializer()
    server_time = serializers.DateTimeField()


class TodaySerializer(serializers.Serializer[Any]):
    """Today's challenges, and the variants whose challenge is still being made."""

    date = serializers.DateField()
    server_time = serializers.DateTimeField()
    next_at = serializers.DateTimeField(help_text="when the next day's challenges open")
    results = ChallengeSerializer(many=True)
    preparing = serializers.ListField(child=serializers.ChoiceField(choices=list(VARIANTS)))


class ChallengePageSerializer(serializers.Serializer[Any]):
    """A page of the calendar."""

    results = ChallengeSummarySerializer(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class OpeningSerializer(serializers.Serializer[Any]):
    """What lets anyone redo the choice of a challenge, published when it opens."""

    number = serializers.CharField(help_text="deal number")
    candidate = serializers.IntegerField(help_text="i, from 0")
    key = serializers.SerializerMethodField(help_text="K, 64 hexadecimal digits")
    solver_version = serializers.CharField()

    def get_key(self, challenge: Challenge) -> str:
        """K as text."""
        return bytes(challenge.key).hex()


class CommitmentSerializer(serializers.Serializer[Any]):
    """A commitment, and its opening once the challenge is open."""

    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField(help_text="UTC")
    commitment = serializers.CharField(
        allow_null=True, help_text="64 hexadecimal digits; null if made on its own day"
    )
    opened = OpeningSerializer(
        allow_null=True, source="*", help_text="null before the challenge opens"
    )

    def to_representation(self, instance: Challenge) -> dict[str, Any]:
        """The commitment alone while the challenge is a secret."""
        data: dict[str, Any] = {
            "variant": instance.variant,
            "date": instance.date.isoformat(),
            "commitment": instance.commitment,
            "opened": None,
        }
        if is_open(instance):
            data["opened"] = OpeningSerializer(instance).data
        return data


class CommitmentPageSerializer(serializers.Serializer[Any]):
    """A page of commitments, newest date first."""

    results = CommitmentSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class SolutionSerializer(serializers.Serializer[Any]):
    """The solver's line of a settled challenge, and what it took."""

    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField(help_text="UTC")
    number = serializers.CharField(help_text="deal number")
    line = serializers.CharField()
    moves = serializers.IntegerField()
    par = KnownParField(source="*")
    states = serializers.IntegerField(help_text="positions that the solver stored")
    solver_version = serializers.CharField()
