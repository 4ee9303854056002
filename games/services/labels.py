"""Storing what a search has proven, so that nothing that is known gets lost.

Every write is an UPDATE whose condition says that it makes the label better, so two runs
that end at the same time cannot undo each other's work.
"""

from collections.abc import Collection
from typing import Any

import structlog
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Greatest

from games import clock
from games.models import FINAL, Deal, Label
from games.rules import Move, Variant, deal, format_line, parse_line, replay
from games.services.requests import deal_ensure
from games.solver import SOLVER_VERSION, Result, Verdict

# What stands as the limit of a search that no run could bring to an end: see the job's reason.
FAILED = "failed"

logger = structlog.get_logger(__name__)


class LabelContradictionError(RuntimeError):
    """A proof that contradicts one that is stored: the solver is wrong, then or now."""


@transaction.atomic
def label_store(*, row: Label, result: Result, difficulty: int | None = None) -> bool:
    """Store what a search has found, unless better is known; whether the label got better.

    A final verdict is written once. Of a solvable deal a shorter line and a higher lower
    bound of par are taken, each by itself. The effort is added up. The difficulty of a solvable
    deal is written once. `row` is read again.
    Raises LabelContradictionError, and stores nothing, if both cannot be true.
    """
    _check_line(row, result)
    rows = type(row)._default_manager.filter(pk=row.pk)
    effort: dict[str, Any] = {
        "states": F("states") + result.states,
        "seconds": F("seconds") + result.seconds,
        "peak_bytes": Greatest(F("peak_bytes"), result.peak_bytes),
    }
    better = _store_verdict(rows, result, effort)
    if not better:
        if result.verdict is Verdict.solvable:
            better = _tighten_par(rows, result)
        rows.update(**effort)
    if difficulty is not None:
        solvable = rows.filter(verdict=Verdict.solvable.value, difficulty=None)
        better = bool(solvable.update(difficulty=difficulty)) or better
    row.refresh_from_db()
    _check_agreement(row, result)
    return better


def labels_lock(deal_ids: Collection[int]) -> None:
    """Lock the rows of deals for this transaction: before those of their jobs, as all do."""
    rows = Deal.objects.filter(pk__in=deal_ids).select_for_update(no_key=True)
    list(rows.order_by("pk").values_list("pk"))


def labels_give_up(deal_ids: Collection[int]) -> None:
    """Have the verdicts be `undetermined` of deals whose searches failed too often.

    To be called in the transaction that fails their jobs, which say why. What an earlier search
    has found stays, and a later one may still find more.
    """
    Deal.objects.filter(pk__in=deal_ids, verdict=None).update(
        verdict=Verdict.undetermined.value,
        stopped=FAILED,
        solver_version=SOLVER_VERSION,
        labelled_at=clock.now(),
    )


def _check_line(row: Label, result: Result) -> None:
    """Raise LabelContradictionError unless the line wins the deal of this row."""
    if result.verdict is Verdict.solvable:
        board = deal(row.game, int(row.number))
        if result.line is None or not replay(board, result.line).won:
            raise LabelContradictionError(f"{row}: the line found does not win this deal")


def _store_verdict(rows: models.QuerySet[Any], result: Result, effort: dict[str, Any]) -> bool:
    """Write the verdict where none is final yet; whether that happened."""
    values: dict[str, Any] = {
        "verdict": result.verdict.value,
        "solver_version": result.solver_version,
        "stopped": result.stopped or "",
        "labelled_at": clock.now(),
    }
    if result.verdict is Verdict.solvable:
        values |= {
            "line": format_line(result.line or ()),
            "moves": result.moves,
            "par_low": result.par_low or 0,
            "par_high": result.moves,
        }
    elif result.verdict is Verdict.unsolvable:
        values["par_low"] = None
    elif result.par_low is not None:
        values["par_low"] = Greatest(Coalesce(F("par_low"), 0), result.par_low)
    still_open = ~Q(verdict__in=FINAL) | Q(verdict=None)
    return rows.filter(still_open).update(**values, **effort) == 1


def _tighten_par(rows: models.QuerySet[Any], result: Result) -> bool:
    """Take a shorter line and a higher lower bound; whether either was one."""
    solvable = rows.filter(verdict=Verdict.solvable.value)
    source = {"solver_version": result.solver_version, "labelled_at": clock.now()}
    shorter = solvable.filter(par_high__gt=result.moves, par_low__lte=result.moves).update(
        line=format_line(result.line or ()), moves=result.moves, par_high=result.moves, **source
    )
    low = result.par_low or 0
    higher = solvable.filter(par_low__lt=low, par_high__gte=low).update(par_low=low, **source)
    return bool(shorter or higher)


def _check_agreement(row: Label, result: Result) -> None:
    """Raise LabelContradictionError if the stored label excludes the result."""
    both_final = row.is_final and result.verdict.value in FINAL
    if both_final and row.verdict != result.verdict.value:
        raise LabelContradictionError(f"{row} is {row.verdict}, and now {result.verdict}")
    if row.verdict == result.verdict.value == Verdict.solvable.value:
        low, high = row.par_low, row.par_high
        bounds_cross = (low is not None and result.moves is not None and result.moves < low) or (
            high is not None and result.par_low is not None and result.par_low > high
        )
        if bounds_cross:
            raise LabelContradictionError(
                f"par of {row} is {low} to {high}, and now {result.par_low} to {result.moves}"
            )


def label_publish(*, variant: Variant, number: int, source: Label) -> Deal:
    """Give a deal the label that was made elsewhere, such as a challenge's; the deal."""
    row = deal_ensure(variant=variant, number=number)
    if source.verdict is not None:
        result = _result_of(source, Verdict(source.verdict))
        label_store(row=row, result=result, difficulty=source.difficulty)
    return row


def _result_of(label: Label, verdict: Verdict) -> Result:
    """A stored label as the search's result that it was."""
    moves = tuple(Move(token.source, token.destination) for token in parse_line(label.line))
    return Result(
        verdict=verdict,
        line=moves or None,
        par_low=label.par_low,
        par_high=label.par_high,
        states=label.states,
        seconds=label.seconds,
        peak_bytes=label.peak_bytes,
        solver_version=label.solver_version,
    )
