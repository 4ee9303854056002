"""The shapes of requests and answers about deals."""

from typing import Any

from rest_framework import serializers

from games import assistance, selectors
from games.difficulty import Grade
from games.models import Deal
from games.rules import (
    LINE_FORMATS,
    MAX_DEAL_NUMBER,
    MIN_DEAL_NUMBER,
    RULES_VERSION,
    SUITS,
    VARIANTS,
    Board,
    Reason,
    Replay,
    Variant,
    format_card,
    format_line,
)
from games.solver import Verdict

VERDICTS = [verdict.value for verdict in Verdict]
OUTCOMES = ["won", "unfinished"]
REASONS = [reason.value for reason in Reason]
GRADES = [grade.value for grade in Grade]
STATES = ["none", "queued", "running", "done", "failed"]


class TextField(serializers.CharField):
    """A text; what is no text in JSON is refused, not turned into one."""

    def to_internal_value(self, data: Any) -> str:
        """The text itself."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class VariantSerializer(serializers.Serializer[Any]):
    """A game, as data."""

    slug = serializers.CharField()
    name = serializers.CharField()
    aces_first = serializers.BooleanField(help_text="the aces lie on the foundations at the start")
    builds_while_dealing = serializers.BooleanField(
        help_text="a card that fits its foundation when dealt goes there"
    )


class VariantsSerializer(serializers.Serializer[Any]):
    """All games, and the numbers that deals may have."""

    rules_version = serializers.IntegerField()
    min_number = serializers.CharField()
    max_number = serializers.CharField()
    variants = VariantSerializer(many=True)


class FoundationsSerializer(serializers.Serializer[Any]):
    """How many cards lie on each suit's foundation."""

    C = serializers.IntegerField(min_value=0, max_value=13)
    D = serializers.IntegerField(min_value=0, max_value=13)
    H = serializers.IntegerField(min_value=0, max_value=13)
    S = serializers.IntegerField(min_value=0, max_value=13)


class LayoutSerializer(serializers.Serializer[Any]):
    """The cards of a deal: eight rows, each from its innermost card to its available one."""

    variant = serializers.ChoiceField(list(VARIANTS))
    number = serializers.CharField(help_text="1 to 10^20 - 1, as a string")
    rules_version = serializers.IntegerField()
    rows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), min_length=8, max_length=8
    )
    foundations = FoundationsSerializer()


class ParSerializer(serializers.Serializer[Any]):
    """Bounds of the fewest single-card moves that win; proven when they are equal."""

    low = serializers.IntegerField(allow_null=True)
    high = serializers.IntegerField(allow_null=True)
    proven = serializers.BooleanField()


class DifficultySerializer(serializers.Serializer[Any]):
    """How hard a solvable deal is among the solvable deals of its variant."""

    number = serializers.IntegerField(
        min_value=0, max_value=100, help_text="73: harder than 73 of 100 solvable deals"
    )
    grade = serializers.ChoiceField(
        GRADES, help_text="easy below 40, medium below 70, hard below 90, else fiendish"
    )


class LabelSerializer(serializers.Serializer[Any]):
    """What the solver has proven of a deal, and the effort that it took."""

    state = serializers.ChoiceField(STATES)
    verdict = serializers.ChoiceField(VERDICTS, allow_null=True)
    reason = serializers.CharField(
        allow_null=True, help_text="why nothing is proven: the budget spent, or the failure"
    )
    par = ParSerializer()
    difficulty = DifficultySerializer(allow_null=True, help_text="null unless solvable")
    moves = serializers.IntegerField(allow_null=True, help_text="length of the known line")
    line = serializers.CharField(
        allow_null=True, help_text="null also while the deal is that of an open challenge"
    )
    states = serializers.IntegerField()
    seconds = serializers.FloatField()
    solver_version = serializers.CharField()
    labelled_at = serializers.DateTimeField(allow_null=True)


class DealSerializer(LayoutSerializer):
    """A deal with its label, null if nobody has asked for one."""

    # The metaclass takes declared fields out of the class: `Field.label` stays what it is.
    label = LabelSerializer(allow_null=True)  # type: ignore[assignment]


class LineSerializer(serializers.Serializer[Any]):
    """A line to be replayed."""

    line = TextField(
        allow_blank=True, trim_whitespace=False, help_text="moves such as `38 3h 42x3`"
    )
    format = serializers.ChoiceField(
        list(LINE_FORMATS),
        default="native",
        help_text="`fc-solve` reads what that program prints with `-m -snx`",
    )


class ReplaySerializer(serializers.Serializer[Any]):
    """What came of a line; of one that breaks the rules, the first wrong move."""

    legal = serializers.BooleanField()
    outcome = serializers.ChoiceField(OUTCOMES, allow_null=True)
    move_count = serializers.IntegerField(help_text="legal single moves")
    foundation_cards = serializers.IntegerField(help_text="after the legal moves, 0 to 52")
    line = serializers.CharField(help_text="the legal moves, expanded to single ones")
    reason = serializers.ChoiceField(REASONS, allow_null=True)
    move_index = serializers.IntegerField(
        allow_null=True, help_text="the first wrong move, counted in single moves from 0"
    )
    text_offset = serializers.IntegerField(
        allow_null=True, help_text="where it stands in the text, in characters from 0"
    )
    detail = serializers.CharField(allow_null=True)


def variants_data() -> dict[str, Any]:
    """All games as the API shows them."""
    return {
        "rules_version": RULES_VERSION,
        "min_number": str(MIN_DEAL_NUMBER),
        "max_number": str(MAX_DEAL_NUMBER),
        "variants": [VariantSerializer(variant).data for variant in VARIANTS.values()],
    }


def board_data(board: Board) -> dict[str, Any]:
    """`rows` and `foundations` of a position."""
    return {
        "rows": [[format_card(card) for card in row] for row in board.rows],
        "foundations": dict(zip(SUITS, board.foundations, strict=True)),
    }


def layout_data(variant: Variant, number: int, board: Board) -> dict[str, Any]:
    """The cards of a deal as the API shows them."""
    return {
        "variant": variant.slug,
        "number": str(number),
        "rules_version": RULES_VERSION,
        **board_data(board),
    }


def label_data(variant: Variant, number: int, row: Deal | None) -> dict[str, Any] | None:
    """A deal's label; its line only where the assistance guard allows it."""
    if row is None:
        return None
    shown = bool(row.line) and assistance.is_allowed(variant, number)
    data: dict[str, Any] = LabelSerializer(
        {
            "state": selectors.label_state(row),
            "verdict": row.verdict,
            "reason": selectors.label_reason(row),
            "par": selectors.known_par(row),
            "difficulty": selectors.known_difficulty(row),
            "moves": row.moves,
            "line": row.line if shown else None,
            "states": row.states,
            "seconds": row.seconds,
            "solver_version": row.solver_version,
            "labelled_at": row.labelled_at,
        }
    ).data
    return data


def replay_data(result: Replay) -> dict[str, Any]:
    """What came of a line, as the API shows it."""
    error = result.error
    return {
        "legal": error is None,
        "outcome": result.outcome,
        "move_count": result.move_count,
        "foundation_cards": result.foundation_cards,
        "line": format_line(result.moves),
        "reason": error and error.reason.value,
        "move_index": error and error.index,
        "text_offset": error and error.offset,
        "detail": error and error.detail,
    }
