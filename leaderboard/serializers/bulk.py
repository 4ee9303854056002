"""Tables of settled challenges as the API describes them. Rows are written by `tables`."""

from typing import Any

from rest_framework import serializers

from games.rules import VARIANTS
from games.serializers import GRADES, VERDICTS
from leaderboard.serializers.play import SECTIONS


class BulkChallengeSerializer(serializers.Serializer[Any]):
    """A settled challenge: one line of NDJSON, one row of CSV."""

    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField(help_text="UTC")
    number = serializers.CharField(help_text="deal number, 1 to 10^20 - 1")
    layout = serializers.CharField(
        help_text="rows 1 to 8 with `/` between them, innermost card first; a space; the top"
        " ranks of the foundations C, D, H, S, `-` for an empty one"
    )
    verdict = serializers.ChoiceField(choices=VERDICTS)
    par_low = serializers.IntegerField(help_text="no line is shorter")
    par_high = serializers.IntegerField(help_text="length of the best line known")
    par_proven = serializers.BooleanField()
    par_reference = serializers.IntegerField(help_text="what `over_par` of results is over")
    difficulty = serializers.IntegerField(allow_null=True)
    grade = serializers.ChoiceField(choices=GRADES, allow_null=True)
    solver_line = serializers.CharField()
    solver_moves = serializers.IntegerField()
    solver_states = serializers.IntegerField(help_text="positions that the solver stored")
    solver_version = serializers.CharField()
    ranked = serializers.IntegerField(help_text="clean wins on the board")
    assisted = serializers.IntegerField(help_text="wins with help on the board")
    unfinished = serializers.IntegerField(help_text="progress records on the board")


class BulkResultSerializer(serializers.Serializer[Any]):
    """A player's best on a challenge: one line of NDJSON, one row of CSV."""

    variant = serializers.ChoiceField(choices=list(VARIANTS))
    date = serializers.DateField(help_text="UTC")
    rank = serializers.IntegerField(allow_null=True)
    section = serializers.ChoiceField(choices=SECTIONS)
    moves = serializers.IntegerField()
    over_par = serializers.IntegerField(allow_null=True, help_text="of a win; may be negative")
    foundation_cards = serializers.IntegerField()
    elapsed_s = serializers.IntegerField(
        allow_null=True, help_text="whole seconds, rounded down; null without an attempt"
    )
    assisted = serializers.BooleanField()
    late = serializers.BooleanField()


class BulkFilesSerializer(serializers.Serializer[Any]):
    """The files of a month, by table and extension: paths."""

    challenges = serializers.DictField(child=serializers.CharField())
    results = serializers.DictField(child=serializers.CharField())
    late = serializers.DictField(child=serializers.CharField())


class BulkMonthSerializer(serializers.Serializer[Any]):
    """A month that has settled challenges."""

    period = serializers.CharField(help_text="like 2025-03")
    first = serializers.DateField(help_text="of the challenges settled")
    last = serializers.DateField()
    complete = serializers.BooleanField(help_text="whether all days of the month are settled")
    challenges = serializers.IntegerField(help_text="rows of that table")
    results = serializers.IntegerField(help_text="rows of that table")
    files = BulkFilesSerializer()


class BulkSerializer(serializers.Serializer[Any]):
    """The months that there are files of, newest first."""

    results = BulkMonthSerializer(many=True)
