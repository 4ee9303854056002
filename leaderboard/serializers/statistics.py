"""What players have achieved, as the API gives it."""

from typing import Any

from rest_framework import serializers

from games.rules import VARIANTS


class StreakSerializer(serializers.Serializer[Any]):
    """Consecutive dates won in time."""

    current = serializers.IntegerField()
    best = serializers.IntegerField()


class OverParSerializer(serializers.Serializer[Any]):
    """How many clean wins are so many moves over par."""

    over_par = serializers.IntegerField(help_text="may be negative")
    count = serializers.IntegerField(min_value=1)


class BestRankSerializer(serializers.Serializer[Any]):
    """A rank on a settled board."""

    rank = serializers.IntegerField()
    total = serializers.IntegerField(help_text="clean wins on the board")
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField()


class StatisticsSerializer(serializers.Serializer[Any]):
    """Achievements, of results in time alone."""

    played = serializers.IntegerField()
    won = serializers.IntegerField(help_text="with help or without")
    won_clean = serializers.IntegerField(help_text="without help; what follows counts these")
    streak = StreakSerializer()
    average_over_par = serializers.FloatField(allow_null=True, help_text="three decimals")
    over_par = OverParSerializer(many=True)
    best_ranks = BestRankSerializer(many=True, help_text="on settled boards, best first")


class VariantsStatisticsSerializer(serializers.Serializer[Any]):
    """Achievements by variant."""

    def get_fields(self) -> dict[str, Any]:
        """A field for each variant."""
        return {slug: StatisticsSerializer() for slug in VARIANTS}


class AllStatisticsSerializer(serializers.Serializer[Any]):
    """Achievements over all variants and of each."""

    overall = StatisticsSerializer(help_text="a date counts for the streak if any variant is won")
    variants = VariantsStatisticsSerializer()
