"""The calendar of a player, as the API gives it."""

from typing import Any

from rest_framework import serializers

from games.rules import VARIANTS
from leaderboard.selectors.calendar import Outcome
from leaderboard.serializers.play import ElapsedField


class DaySerializer(serializers.Serializer[Any]):
    """A challenge and what the player has made of it: the one result that stands for the day."""

    variant = serializers.ChoiceField(choices=list(VARIANTS), source="challenge.variant")
    date = serializers.DateField(source="challenge.date", help_text="UTC")
    settled = serializers.BooleanField(help_text="whether the board takes no more lines")
    outcome = serializers.ChoiceField(
        choices=[outcome.value for outcome in Outcome],
        allow_null=True,
        help_text="null without an accepted line; without help and in time only `won`",
    )
    late = serializers.BooleanField(help_text="whether the result is off the board")
    hidden = serializers.BooleanField(help_text="whether a moderator has hidden the result")
    moves = serializers.IntegerField(allow_null=True)
    over_par = serializers.IntegerField(allow_null=True, help_text="of a win; may be negative")
    foundation_cards = serializers.IntegerField(allow_null=True)
    elapsed_s = ElapsedField(source="elapsed_ms", allow_null=True)
    rank = serializers.IntegerField(allow_null=True, help_text="on a settled board")
    total = serializers.IntegerField(
        allow_null=True, help_text="clean wins on the board; null where `rank` is"
    )
    counts_for_streak = serializers.BooleanField(
        allow_null=True,
        help_text="whether the day carries a streak on: true once it is won in time, null"
        " while it can still be won, else false",
    )
    submission = serializers.UUIDField(source="submission_id", allow_null=True)


class DayPageSerializer(serializers.Serializer[Any]):
    """A page of a player's calendar, newest first."""

    results = DaySerializer(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
