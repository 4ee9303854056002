"""All reads of this app."""

from games.difficulty import grade_of
from games.models import Deal, Job, Label
from games.rules import Variant


def deal_get(variant: Variant, number: int) -> Deal | None:
    """The row of a deal with its jobs, None if nobody has asked for its label yet."""
    rows = Deal.objects.prefetch_related("jobs")
    return rows.filter(variant=variant.slug, number=number).first()


def label_state(deal: Deal) -> str:
    """Where the making of a label stands: none, queued, running, done or failed."""
    jobs = [job for job in deal.jobs.all() if job.kind == Job.Kind.LABEL]
    if deal.is_final or not jobs:
        return Job.State.DONE.value if deal.verdict else "none"
    return str(jobs[0].state)


def label_reason(deal: Deal) -> str | None:
    """Why there is no proven verdict: the budget that was spent, or what made the search fail."""
    if deal.is_final:
        return None
    jobs = [job for job in deal.jobs.all() if job.kind == Job.Kind.LABEL]
    if jobs and jobs[0].state == Job.State.FAILED:
        return jobs[0].reason
    return deal.stopped or None


def known_par(label: Label) -> dict[str, int | bool | None]:
    """The bounds of par as the API shows them."""
    return {"low": label.par_low, "high": label.par_high, "proven": label.par_proven}


def known_difficulty(label: Label) -> dict[str, int | str] | None:
    """How hard a solvable deal is, as the API shows it; None where that is not measured."""
    if label.difficulty is None:
        return None
    return {"number": label.difficulty, "grade": grade_of(label.difficulty).value}
