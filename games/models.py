"""What the database knows of deals: one row a deal that was asked for, with its label."""

from django.db import models
from django.db.models import F, Q

from games.rules import RULES_VERSION, VARIANTS
from games.solver import Verdict

VARIANT_CHOICES = [(variant.slug, variant.name) for variant in VARIANTS.values()]


class Label(models.Model):
    """What the solver has proven of a deal, and what that took.

    `verdict` is null until a run has ended. A `solvable` label has a line that
    `games.rules` has replayed; `par_low <= par <= par_high`, equal when par is proven.
    """

    class VerdictChoice(models.TextChoices):
        """The three answers of the solver."""

        SOLVABLE = Verdict.solvable.value
        UNSOLVABLE = Verdict.unsolvable.value
        UNDETERMINED = Verdict.undetermined.value

    verdict = models.CharField(max_length=12, choices=VerdictChoice, null=True)
    line = models.TextField(default="", blank=True, help_text="single moves, as text")
    moves = models.PositiveSmallIntegerField(null=True, help_text="single moves of the line")
    par_low = models.PositiveSmallIntegerField(null=True)
    par_high = models.PositiveSmallIntegerField(null=True)
    states = models.BigIntegerField(default=0, help_text="nodes searched, all runs")
    seconds = models.FloatField(default=0, help_text="processor seconds searched, all runs")
    peak_bytes = models.BigIntegerField(default=0)
    solver_version = models.CharField(max_length=32, default="", blank=True)
    stopped = models.CharField(
        max_length=12, default="", blank=True, help_text="the budget that ended an open search"
    )
    labelled_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_solvable_has_line",
                condition=~Q(verdict="solvable")
                | (Q(moves__isnull=False, par_high=F("moves")) & ~Q(line="") & Q(par_low__lte=F("par_high"))),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_only_solvable_has_line",
                condition=Q(verdict="solvable") | Q(line="", moves__isnull=True, par_high__isnull=True),
            ),
        ]

    @property
    def par_proven(self) -> bool:
        """Whether the fewest moves are known exactly."""
        return self.par_low is not None and self.par_low == self.par_high


class Deal(Label):
    """A variant and a deal number, with the label that was asked for.

    Deals need no row: the layout follows from variant and number. A row exists once
    somebody asked for a label.
    """

    class LabelState(models.TextChoices):
        """Where the making of the label stands."""

        NONE = "none"
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    variant = models.CharField(max_length=32, choices=VARIANT_CHOICES)
    number = models.DecimalField(max_digits=20, decimal_places=0)
    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    label_state = models.CharField(max_length=8, choices=LabelState, default=LabelState.NONE)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="runs begun since the label was last asked for"
    )
    queued_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True, help_text="start of the run in progress")
    created_at = models.DateTimeField()

    class Meta(Label.Meta):
        abstract = False
        constraints = [
            *Label.Meta.constraints,
            models.UniqueConstraint(fields=["variant", "number"], name="games_deal_unique"),
            models.CheckConstraint(
                name="games_deal_number_range", condition=Q(number__gte=1, number__lt=10**20)
            ),
        ]
        indexes = [
            models.Index(
                fields=["label_state", "queued_at"],
                name="games_deal_waiting",
                condition=Q(label_state__in=["queued", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.number}"
