"""The shapes of questions about a game and of their answers."""

from typing import Any

from rest_framework import serializers

from games.rules import LINE_FORMATS, VARIANTS
from games.serializers import VERDICTS, ParSerializer, TextField


class HintQuestionSerializer(serializers.Serializer[Any]):
    """The line played so far; none is the deal's start."""

    line = TextField(
        default="",
        allow_blank=True,
        trim_whitespace=False,
        help_text="all moves so far, such as `38 3h 42x3`",
    )
    format = serializers.ChoiceField(list(LINE_FORMATS), default="native")


class HintSerializer(serializers.Serializer[Any]):
    """The next move of a winning line, or the word that none is left."""

    variant = serializers.ChoiceField(list(VARIANTS))
    number = serializers.CharField(help_text="deal number")
    move_count = serializers.IntegerField(help_text="single moves of the line so far")
    verdict = serializers.ChoiceField(
        VERDICTS, help_text="of the position that the line so far has led to"
    )
    move = serializers.CharField(
        allow_null=True, help_text="null unless the position is solvable, and when it is won"
    )
    shortest = serializers.BooleanField(help_text="whether `line` is proven to be of fewest moves")
    line = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="the whole line that wins from here, `move` first: whoever follows it need not"
        " ask again; null unless the position is solvable",
    )
    moves_left = ParSerializer(help_text="bounds of the fewest moves from here")
    reason = serializers.CharField(
        allow_null=True, help_text="the budget that was spent, where nothing is proven"
    )
    solver_version = serializers.CharField()


class PostMortemQuestionSerializer(serializers.Serializer[Any]):
    """What is wanted besides the place where the line was lost."""

    par = serializers.BooleanField(
        default=False, help_text="also follow the fewest moves still needed; takes longer"
    )


class PostMortemSerializer(serializers.Serializer[Any]):
    """Where a line was lost; index i is the position after its first i moves."""

    submission = serializers.UUIDField()
    move_count = serializers.IntegerField()
    last_winnable = serializers.IntegerField(
        allow_null=True, help_text="the last index proven winnable"
    )
    first_lost = serializers.IntegerField(
        allow_null=True, help_text="the first index proven lost; null if it never was"
    )
    exact = serializers.BooleanField(help_text="whether nothing undecided lies between the two")
    losing_move = serializers.CharField(allow_null=True, help_text="the move that lost the game")
    winning_line = serializers.CharField(
        allow_null=True, help_text="a line that wins from `last_winnable`"
    )
    par = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        allow_null=True,
        help_text="by index, the fewest moves still needed, where proven; null unless asked for",
    )
    over_par = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        allow_null=True,
        help_text="by index, moves over par that a best finish from there comes to",
    )
    solver_version = serializers.CharField()


class PendingSerializer(serializers.Serializer[Any]):
    """A question whose answer is still being searched for: ask `Location` again."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(["pending"])
