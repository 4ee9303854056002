"""A label only ever gets better."""

from dataclasses import replace

import pytest

from games.models import Deal
from games.rules import CITADEL, Move, format_line
from games.services import LabelContradictionError, deal_ensure, label_publish, label_store
from games.solver import Result, Verdict
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE

pytestmark = pytest.mark.django_db

UNDETERMINED = Result(Verdict.undetermined, None, 57, None, 1000, 0.5, 4096, "0.9", "nodes")
NO = Result(Verdict.unsolvable, None, None, None, 10, 0.25, 1024, "0.9")


def solvable_deal() -> Deal:
    """The row of a deal that can be won."""
    return deal_ensure(variant=CITADEL, number=SOLVABLE)


def test_it_works(first_result: Result) -> None:
    row = solvable_deal()
    assert label_store(row=row, result=first_result)
    assert row.verdict == "solvable"
    assert row.line == format_line(first_result.line or ())
    assert row.moves == row.par_high == first_result.moves
    assert row.par_low == first_result.par_low
    assert row.states == first_result.states
    assert row.solver_version == first_result.solver_version
    assert row.labelled_at is not None


def test_undetermined_is_replaced_and_the_effort_added_up(first_result: Result) -> None:
    row = solvable_deal()
    assert label_store(row=row, result=UNDETERMINED)
    assert (row.verdict, row.stopped, row.par_low) == ("undetermined", "nodes", 57)
    assert label_store(row=row, result=first_result)
    assert (row.verdict, row.stopped) == ("solvable", "")
    assert row.states == 1000 + first_result.states
    assert row.peak_bytes == max(4096, first_result.peak_bytes)


def test_a_lower_bound_of_an_open_deal_stays() -> None:
    row = solvable_deal()
    label_store(row=row, result=UNDETERMINED)
    label_store(row=row, result=replace(UNDETERMINED, par_low=50))
    assert row.par_low == 57


def test_undetermined_takes_nothing_back(first_result: Result) -> None:
    row = solvable_deal()
    label_store(row=row, result=first_result)
    assert not label_store(row=row, result=UNDETERMINED)
    assert row.verdict == "solvable"
    assert row.solver_version == first_result.solver_version
    assert row.states == first_result.states + 1000


def test_unsolvable_is_final() -> None:
    row = deal_ensure(variant=CITADEL, number=UNSOLVABLE)
    assert label_store(row=row, result=replace(UNDETERMINED, par_low=60))
    assert label_store(row=row, result=NO)
    assert (row.verdict, row.par_low, row.line) == ("unsolvable", None, "")
    assert not label_store(row=row, result=UNDETERMINED)
    assert row.verdict == "unsolvable"


def test_par_tightens_from_both_sides(first_result: Result, best_result: Result) -> None:
    row = solvable_deal()
    label_store(row=row, result=first_result)
    better_low = replace(first_result, par_low=(first_result.par_low or 0) + 1)
    assert label_store(row=row, result=better_low)
    assert (row.par_low, row.par_high) == (better_low.par_low, first_result.moves)
    assert label_store(row=row, result=best_result)
    assert (row.par_low, row.par_high, row.moves) == (PAR, PAR, PAR)
    assert row.line == format_line(best_result.line or ())
    assert row.par_proven


def test_worse_bounds_change_nothing(first_result: Result, best_result: Result) -> None:
    row = solvable_deal()
    label_store(row=row, result=best_result)
    assert not label_store(row=row, result=first_result)
    assert (row.par_low, row.par_high, row.moves) == (PAR, PAR, PAR)
    assert row.states == best_result.states + first_result.states


def test_a_contradicting_verdict_is_an_alarm_and_stores_nothing(first_result: Result) -> None:
    row = solvable_deal()
    label_store(row=row, result=first_result)
    with pytest.raises(LabelContradictionError, match="is solvable, and now unsolvable"):
        label_store(row=row, result=NO)
    row.refresh_from_db()
    assert row.verdict == "solvable"
    assert row.states == first_result.states


def test_contradicting_bounds_are_an_alarm(first_result: Result, best_result: Result) -> None:
    row = solvable_deal()
    label_store(row=row, result=best_result)
    with pytest.raises(LabelContradictionError, match=f"is {PAR} to {PAR}, and now {PAR + 1}"):
        label_store(row=row, result=replace(first_result, par_low=PAR + 1))
    row.refresh_from_db()
    assert row.par_low == PAR


@pytest.mark.parametrize("line", [(), (Move(1, 2),), None])
def test_a_line_that_does_not_win_is_an_alarm(
    first_result: Result, line: tuple[Move, ...] | None
) -> None:
    row = solvable_deal()
    with pytest.raises(LabelContradictionError, match="does not win"):
        label_store(row=row, result=replace(first_result, line=line))
    row.refresh_from_db()
    assert row.verdict is None


def test_a_label_made_elsewhere_is_published(best_result: Result) -> None:
    source = Deal(
        variant="citadel",
        number=SOLVABLE,
        verdict="solvable",
        line=format_line(best_result.line or ()),
        moves=PAR,
        par_low=PAR,
        par_high=PAR,
        states=7,
        solver_version="0.9",
    )
    row = label_publish(variant=CITADEL, number=SOLVABLE, source=source)
    assert row.pk is not None
    assert (row.verdict, row.moves, row.states, row.solver_version) == ("solvable", PAR, 7, "0.9")
    assert row.line == source.line


def test_publishing_takes_nothing_back(first_result: Result, best_result: Result) -> None:
    row = solvable_deal()
    label_store(row=row, result=best_result)
    source = Deal(
        variant="citadel",
        number=SOLVABLE,
        verdict="solvable",
        line=format_line(first_result.line or ()),
        moves=first_result.moves,
        par_low=first_result.par_low,
        par_high=first_result.moves,
    )
    assert label_publish(variant=CITADEL, number=SOLVABLE, source=source).moves == PAR
