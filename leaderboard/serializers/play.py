"""Attempts, submissions and standings as the API takes and gives them."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import SkipField

from games.rules import VARIANTS
from games.serializers import OUTCOMES, REASONS
from leaderboard.models import Attempt, Submission
from leaderboard.ranking import Section
from leaderboard.selectors.standings import Standing

SECTIONS = [section.name.lower() for section in Section]


class ElapsedField(serializers.FloatField):
    """Milliseconds given as seconds."""

    def to_representation(self, value: float) -> float:  # type: ignore[override]
        """Seconds, with three decimals at most."""
        return value / 1000


class AttemptSerializer(serializers.Serializer[Attempt]):
    """The server's clock of a player on a challenge."""

    id = serializers.UUIDField()
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="challenge.variant")
    date = serializers.DateField(source="challenge.date")
    started_at = serializers.DateTimeField()


class SubmissionSerializer(serializers.Serializer[Any]):
    """A claimed line and what the replay said of it; never changes."""

    id = serializers.UUIDField()
    variant = serializers.ChoiceField(choices=list(VARIANTS), source="challenge.variant")
    date = serializers.DateField(source="challenge.date")
    status = serializers.ChoiceField(choices=Submission.Status.choices)
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_null=True)
    move_count = serializers.IntegerField(help_text="single moves, up to the first wrong one")
    foundation_cards = serializers.IntegerField()
    reason = serializers.ChoiceField(
        choices=REASONS, allow_null=True, help_text="why the first wrong move is wrong"
    )
    move_index = serializers.IntegerField(
        allow_null=True, help_text="of the first wrong move, from 0, in single moves"
    )
    text_offset = serializers.IntegerField(
        allow_null=True, help_text="of the first wrong move in the text as sent, from 0"
    )
    assisted = serializers.BooleanField()
    late = serializers.BooleanField()
    elapsed_s = ElapsedField(source="elapsed_ms", allow_null=True)
    received_at = serializers.DateTimeField()
    line = serializers.CharField(help_text="single moves; as sent where it is rejected")


class PositionsSerializer(serializers.Serializer[Any]):
    """A line with every position that it goes through; never changes."""

    submission = serializers.UUIDField()
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField()
    number = serializers.CharField(help_text="deal number")
    rules_version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Submission.Status.choices)
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_null=True)
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True)
    move_index = serializers.IntegerField(allow_null=True)
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="the legal ones, before the first wrong move"
    )
    positions = serializers.ListField(
        child=serializers.CharField(),
        help_text="one more than moves: `positions[i]` is the one before `moves[i]`. Rows 1 to 8"
        " with `/` between them, innermost card first, two characters a card; a space; the top"
        " ranks of the foundations C, D, H, S, `-` for an empty one",
    )


class SubmissionPageSerializer(serializers.Serializer[Any]):
    """A page of a player's own submissions, newest first."""

    results = SubmissionSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class PlayerSerializer(serializers.Serializer[Any]):
    """A player as others see one."""

    handle = serializers.CharField()
    guest = serializers.BooleanField()


class OverallRankField(serializers.IntegerField):
    """The rank on the whole board, in rows of a board among a group; others have no such field."""

    def __init__(self, *, allow_null: bool) -> None:
        super().__init__(
            required=False,
            allow_null=allow_null,
            help_text="on the whole board; there with `?group=` alone, where `rank` is that in"
            " the group",
        )

    def get_attribute(self, instance: Any) -> Any:
        """The row's rank, if it is one among a group."""
        if not hasattr(instance, "rank_overall"):
            raise SkipField
        return instance.rank_overall


class StandingSerializer(serializers.Serializer[Any]):
    """One row of a board."""

    rank = serializers.IntegerField(allow_null=True)
    section = serializers.ChoiceField(choices=SECTIONS)
    player = PlayerSerializer(source="*", allow_null=True)
    moves = serializers.IntegerField()
    over_par = serializers.IntegerField(allow_null=True, help_text="may be negative")
    foundation_cards = serializers.IntegerField()
    elapsed_s = ElapsedField(source="elapsed_ms", allow_null=True)
    accepted_at = serializers.DateTimeField()
    submission = serializers.UUIDField(source="submission_id")
    rank_overall = OverallRankField(allow_null=True)

    def to_representation(self, instance: Standing) -> dict[str, Any]:
        """The row; a deleted player is null."""
        data = super().to_representation(instance)
        if instance.handle is None:
            data["player"] = None
        return data


class StandingsSerializer(serializers.Serializer[Any]):
    """A page of a board, all of it from one moment."""

    board_revision = serializers.IntegerField(help_text="grows with every change of the board")
    total = serializers.IntegerField(help_text="results on the whole board")
    ranked_total = serializers.IntegerField(help_text="those with a rank: the clean wins")
    results = StandingSerializer(many=True)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)


class OwnStandingSerializer(serializers.Serializer[Any]):
    """A player's own place with its neighbours, all of it from one moment."""

    board_revision = serializers.IntegerField()
    total = serializers.IntegerField(help_text="results on the whole board")
    ranked_total = serializers.IntegerField(help_text="those with a rank: the clean wins")
    hidden = serializers.BooleanField(help_text="whether a moderator has hidden the result")
    rank = serializers.IntegerField(allow_null=True)
    standing = StandingSerializer(allow_null=True)
    late = StandingSerializer(allow_null=True, help_text="the result off the board")
    above = StandingSerializer(many=True)
    below = StandingSerializer(many=True)


class WinsShareSerializer(serializers.Serializer[Any]):
    """The wins in one number of moves."""

    moves = serializers.IntegerField()
    over_par = serializers.IntegerField(allow_null=True, help_text="may be negative")
    count = serializers.IntegerField(min_value=1)


class RankedShareSerializer(WinsShareSerializer):
    """The clean wins in one number of moves, with the rank that they share."""

    rank = serializers.IntegerField()


class UnfinishedShareSerializer(serializers.Serializer[Any]):
    """The unfinished lines with one number of cards on the foundations."""

    foundation_cards = serializers.IntegerField()
    count = serializers.IntegerField(min_value=1)


class DistributionSerializer(serializers.Serializer[Any]):
    """How the results of a board are spread, all of it from one moment; best first."""

    board_revision = serializers.IntegerField()
    total = serializers.IntegerField(help_text="results on the whole board")
    par = serializers.IntegerField(allow_null=True, help_text="what the board is measured by")
    ranked = RankedShareSerializer(many=True)
    assisted = WinsShareSerializer(many=True)
    unfinished = UnfinishedShareSerializer(many=True)
