"""Boards of periods as the API gives them."""

from typing import Any

from rest_framework import serializers

from games.rules import VARIANTS
from leaderboard.serializers.play import OverallRankField


class PeriodPlayerSerializer(serializers.Serializer[Any]):
    """A player as others see one; guests stand in no period."""

    handle = serializers.CharField()
    guest = serializers.SerializerMethodField()

    def get_guest(self, standing: Any) -> bool:
        """Registered, all of them."""
        return False


class PeriodStandingSerializer(serializers.Serializer[Any]):
    """One row of a period's board."""

    rank = serializers.IntegerField()
    player = PeriodPlayerSerializer(source="*")
    wins = serializers.IntegerField(help_text="challenges won without help, in time")
    over_par = serializers.IntegerField(help_text="of all wins together; may be negative")
    reached_at = serializers.DateTimeField(help_text="when the last of the wins was received")
    rank_overall = OverallRankField(allow_null=False)


class PeriodHeadSerializer(serializers.Serializer[Any]):
    """What a period's board is, and up to when; all of an answer is from one moment."""

    period = serializers.CharField()
    variant = serializers.ChoiceField(
        choices=list(VARIANTS), allow_null=True, help_text="null: all together"
    )
    first = serializers.DateField(allow_null=True, help_text="null for all time")
    last = serializers.DateField(allow_null=True)
    through = serializers.DateField(
        allow_null=True, help_text="the last date whose settled challenge counts"
    )
    board_revision = serializers.IntegerField(help_text="grows with every change of the board")
    total = serializers.IntegerField(help_text="players on the whole board")


class PeriodStandingsSerializer(PeriodHeadSerializer):
    """A page of a period's board."""

    results = PeriodStandingSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class OwnPeriodStandingSerializer(PeriodHeadSerializer):
    """A player's own place with its neighbours."""

    hidden = serializers.BooleanField(help_text="whether a moderator has hidden the player")
    rank = serializers.IntegerField(allow_null=True)
    standing = PeriodStandingSerializer(allow_null=True)
    above = PeriodStandingSerializer(many=True)
    below = PeriodStandingSerializer(many=True)
