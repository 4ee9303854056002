"""What the database knows of deals: one row a deal that was asked for, and what is done for it."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.rules import RULES_VERSION, VARIANTS, Variant, get_variant
from games.solver import Verdict

VARIANT_CHOICES = [(variant.slug, variant.name) for variant in VARIANTS.values()]

# The verdicts that are proven, and so never change.
FINAL = (Verdict.solvable.value, Verdict.unsolvable.value)


class Label(models.Model):
    """A deal, what the solver has proven of it, and what that took.

    `verdict` is null until a run has ended. A `solvable` label has a line that
    `games.rules` has replayed; `par_low <= par <= par_high`, equal when par is proven.
    """

    class VerdictChoice(models.TextChoices):
        """The three answers of the solver."""

        SOLVABLE = Verdict.solvable.value
        UNSOLVABLE = Verdict.unsolvable.value
        UNDETERMINED = Verdict.undetermined.value

    variant = models.CharField(max_length=32, choices=VARIANT_CHOICES)
    number = models.DecimalField(max_digits=20, decimal_places=0)
    # Null, not "": no run has ended yet, which is none of the three answers.
    # Null and not "": no run has ended yet, which is no fourth verdict.
    verdict = models.CharField(max_length=12, choices=VerdictChoice, null=True)  # noqa: DJ001
    line = models.TextField(default="", blank=True, help_text="single moves, as text")
    moves = models.PositiveSmallIntegerField(null=True, help_text="single moves of the line")
    par_low = models.PositiveSmallIntegerField(null=True)
    par_high = models.PositiveSmallIntegerField(null=True)
    states = models.BigIntegerField(default=0, help_text="nodes searched, all runs")
    seconds = models.FloatField(default=0, help_text="processor seconds searched, all runs")
    peak_bytes = models.BigIntegerField(default=0)
    solver_version = models.CharField(max_length=32, default="", blank=True)
    difficulty = models.PositiveSmallIntegerField(
        null=True, help_text="0 to 100: see games.difficulty; null unless solvable"
    )
    stopped = models.CharField(
        max_length=12, default="", blank=True, help_text="the budget that ended an open search"
    )
    labelled_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # A comparison with null is no refusal: each column is asked for by name.
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_solvable_has_line",
                condition=~Q(verdict="solvable")
                | (
                    ~Q(line="")
                    & Q(
                        moves__isnull=False,
                        par_low__isnull=False,
                        par_high__isnull=False,
                        par_high=F("moves"),
                        par_low__lte=F("par_high"),
                    )
                ),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_only_solvable_has_line",
                condition=Q(verdict__isnull=False, verdict="solvable")
                | Q(line="", moves__isnull=True, par_high__isnull=True),
            ),
            models.CheckConstraint(
                name="%(app_label)s_%(class)s_difficulty_range",
                condition=Q(difficulty__isnull=True)
                | Q(verdict__isnull=False, verdict="solvable", difficulty__lte=100),
            ),
        ]

    @property
    def game(self) -> Variant:
        """The variant that the slug names."""
        return get_variant(self.variant)

    @property
    def is_final(self) -> bool:
        """Whether the verdict is one that never changes."""
        return self.verdict in FINAL

    @property
    def par_proven(self) -> bool:
        """Whether the fewest moves are known exactly."""
        return self.par_low is not None and self.par_low == self.par_high


class Deal(Label):
    """A variant and a deal number, with the label that was asked for.

    Deals need no row: the layout follows from variant and number. A row exists once
    somebody asked for a label.
    """

    rules_version = models.PositiveSmallIntegerField(default=RULES_VERSION)
    created_at = models.DateTimeField()

    class Meta(Label.Meta):
        abstract = False
        constraints: ClassVar[list[models.BaseConstraint]] = [
            *Label.Meta.constraints,
            models.UniqueConstraint(fields=["variant", "number"], name="games_deal_unique"),
            models.CheckConstraint(
                name="games_deal_number_range", condition=Q(number__gte=1, number__lt=10**20)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.number}"


class Job(models.Model):
    """A search that somebody asked for on a deal: for its verdict, or for par.

    A worker claims a job for the length of a lease, which it renews while it searches. The
    lease of a worker that was killed runs out, and the job is queued again: at most
    LABEL_ATTEMPTS times, so that a deal that kills workers does not do so for ever.
    """

    class Kind(models.TextChoices):
        """What is searched for; also the name of the task's queue."""

        LABEL = "labels"
        PAR = "par"

    class State(models.TextChoices):
        """Where the job stands."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=8, choices=Kind)
    state = models.CharField(max_length=8, choices=State)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="runs begun since it was last asked for"
    )
    asked_at = models.DateTimeField()
    sent_at = models.DateTimeField(help_text="when it was last handed to the broker")
    holder = models.UUIDField(null=True, help_text="the run that has claimed the job")
    lease_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    reason = models.CharField(
        max_length=200, default="", blank=True, help_text="why the last run came to nothing"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "kind"], name="games_job_unique"),
            models.CheckConstraint(
                name="games_job_running_is_held",
                condition=Q(state="running", holder__isnull=False, lease_until__isnull=False)
                | (~Q(state="running") & Q(holder=None, lease_until=None)),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["kind", "asked_at"],
                name="games_job_queued",
                condition=Q(state="queued"),
            ),
            models.Index(
                fields=["lease_until"], name="games_job_running", condition=Q(state="running")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.deal}: {self.state}"
