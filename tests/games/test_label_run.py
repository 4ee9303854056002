"""What a worker does for a job, one run after the other."""

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from games.models import Deal, Job
from games.rules import CITADEL, STREETS_AND_ALLEYS, Board, Variant, deal, replay
from games.selectors import deal_get, label_reason, label_state
from games.services import claims, deal_ensure, label_request, label_run, label_store, par_run, runs
from games.services.claims import job_claim
from games.solver import Budget, Result, solve
from tests.games.conftest import NOON, PAR, SOLVABLE, UNSOLVABLE, HandClock

pytestmark = pytest.mark.django_db


def ask(number: int, variant: Variant = CITADEL) -> int:
    """Ask for a label; the deal's id."""
    return label_request(variant=variant, number=number).deal.pk


def job(kind: str = "labels") -> Job:
    """The one job of a kind."""
    return Job.objects.get(kind=kind)


def test_it_works() -> None:
    pk = ask(SOLVABLE)
    assert label_run(deal_id=pk)
    row = Deal.objects.get(pk=pk)
    assert row.verdict == "solvable"
    assert replay(deal(CITADEL, SOLVABLE), row.line).won
    assert row.moves == len(row.line.split())
    assert (job().state, job().attempts) == ("done", 1)
    assert job("par").state == "queued"
    par_run(deal_id=pk)
    row.refresh_from_db()
    assert (row.par_low, row.par_high, row.moves) == (PAR, PAR, PAR)
    assert job("par").state == "done"


def test_an_unsolvable_deal() -> None:
    pk = ask(UNSOLVABLE)
    assert not label_run(deal_id=pk)
    row = Deal.objects.get(pk=pk)
    assert (row.verdict, row.line, row.moves) == ("unsolvable", "", None)
    assert not Job.objects.filter(kind="par").exists()


def test_a_spent_budget(settings: Any) -> None:
    settings.LABEL_BUDGET = {"nodes": 50, "seconds": None, "bytes": None}
    pk = ask(9, STREETS_AND_ALLEYS)
    assert not label_run(deal_id=pk)
    row = Deal.objects.get(pk=pk)
    assert (row.verdict, row.stopped) == ("undetermined", "nodes")
    assert job().state == "done"


def test_par_within_a_spent_budget(settings: Any) -> None:
    settings.PAR_BUDGET = {"nodes": 50, "seconds": None, "bytes": None}
    pk = ask(SOLVABLE)
    label_run(deal_id=pk)
    par_run(deal_id=pk)
    row = Deal.objects.get(pk=pk)
    assert not row.par_proven
    assert job("par").state == "done"
    assert row.par_low <= PAR <= row.par_high


def test_a_second_run_does_nothing() -> None:
    pk = ask(SOLVABLE)
    label_run(deal_id=pk)
    before = Deal.objects.values().get()
    assert not label_run(deal_id=pk)
    assert Deal.objects.values().get() == before
    assert job().attempts == 1


def test_a_run_for_nothing() -> None:
    assert not label_run(deal_id=99)
    par_run(deal_id=99)
    pk = deal_ensure(variant=CITADEL, number=5).pk
    assert not label_run(deal_id=pk)


def test_a_job_for_what_has_been_proven_meanwhile(best_result: Result) -> None:
    pk = ask(SOLVABLE)
    label_store(row=Deal.objects.get(pk=pk), result=best_result)
    Job.objects.create(deal_id=pk, kind="par", state="queued", asked_at=NOON, sent_at=NOON)
    assert not label_run(deal_id=pk)
    par_run(deal_id=pk)
    assert [job().state, job("par").state] == ["done", "done"]
    assert Deal.objects.get().states == best_result.states


def test_a_job_that_runs_is_left_alone() -> None:
    pk = ask(SOLVABLE)
    assert job_claim(deal_id=pk, kind=Job.Kind.LABEL) is not None
    assert not label_run(deal_id=pk)
    assert Deal.objects.get().verdict is None
    assert job().attempts == 1


def test_a_job_whose_lease_has_run_out_is_taken_over(hand_clock: HandClock, settings: Any) -> None:
    pk = ask(SOLVABLE)
    lost = job_claim(deal_id=pk, kind=Job.Kind.LABEL)
    hand_clock.forward(seconds=settings.LEASE_SECONDS + 1)
    assert label_run(deal_id=pk)
    assert (job().state, job().attempts) == ("done", 2)
    assert lost is not None
    assert not lost.end()
    assert job().state == "done"


Search = Callable[..., Result]


def searching(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Any], None]) -> None:
    """Have something happen while the search runs, which is told what it is told."""

    def search(board: Board, budget: Budget, *, cancelled: Callable[[], bool]) -> Result:
        meanwhile(cancelled)
        return solve(board, budget, cancelled=cancelled)

    monkeypatch.setattr(runs, "solve", search)


def renew_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass between two renewals."""
    monkeypatch.setattr(claims, "RENEWALS", 10**9)


def test_the_lease_is_renewed(monkeypatch: pytest.MonkeyPatch, hand_clock: HandClock) -> None:
    renew_always(monkeypatch)
    pk = ask(SOLVABLE)
    leases: list[Any] = []

    def meanwhile(cancelled: Callable[[], bool]) -> None:
        leases.append(job().lease_until)
        hand_clock.forward(seconds=20)
        assert not cancelled()
        leases.append(job().lease_until)

    searching(monkeypatch, meanwhile)
    label_run(deal_id=pk)
    assert leases[1] - leases[0] == dt.timedelta(seconds=20)


def test_a_cancelled_search_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    renew_always(monkeypatch)
    pk = ask(9, STREETS_AND_ALLEYS)

    def meanwhile(cancelled: Callable[[], bool]) -> None:
        Job.objects.update(state="queued", holder=None, lease_until=None)
        assert cancelled()

    searching(monkeypatch, meanwhile)
    assert not label_run(deal_id=pk)
    assert Deal.objects.get().verdict is None
    assert job().state == "queued"


def test_the_loser_of_a_claim_leaves_the_job_to_the_winner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pk = ask(SOLVABLE)
    winner = uuid.uuid4()
    searching(monkeypatch, lambda cancelled: Job.objects.update(holder=winner))
    assert label_run(deal_id=pk)
    assert Deal.objects.get().verdict == "solvable"
    assert (job().state, job().holder) == ("running", winner)


def test_a_search_that_fails_is_repeated_and_then_given_up(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def fail(cancelled: object) -> None:
        raise MemoryError("no room for the table")

    searching(monkeypatch, fail)
    pk = ask(SOLVABLE)
    states = []
    for _ in range(settings.LABEL_ATTEMPTS + 1):
        assert not label_run(deal_id=pk)
        states.append((job().state, job().attempts))
    assert states == [("queued", 1), ("queued", 2), ("failed", 3), ("failed", 3)]
    assert job().reason == "MemoryError: no room for the table"
    row = deal_get(CITADEL, SOLVABLE)
    assert row is not None
    assert (row.verdict, label_state(row)) == ("undetermined", "failed")
    assert label_reason(row) == "MemoryError: no room for the table"


def test_a_deal_that_was_given_up_is_searched_again_and_upgraded(
    monkeypatch: pytest.MonkeyPatch, settings: Any, hand_clock: HandClock
) -> None:
    def fail(cancelled: object) -> None:
        raise MemoryError

    pk = ask(SOLVABLE)
    with monkeypatch.context() as patch:
        searching(patch, fail)
        for _ in range(settings.LABEL_ATTEMPTS):
            label_run(deal_id=pk)
    assert not label_request(variant=CITADEL, number=SOLVABLE).queued
    hand_clock.forward(hours=1)
    assert label_request(variant=CITADEL, number=SOLVABLE).queued
    row = deal_get(CITADEL, SOLVABLE)
    assert row is not None
    assert (row.verdict, label_state(row), label_reason(row)) == (
        *("undetermined", "queued", "failed"),
    )
    label_run(deal_id=pk)
    row = Deal.objects.get(pk=pk)
    assert (row.verdict, row.stopped, label_reason(row)) == ("solvable", "", None)


def test_giving_up_keeps_what_an_earlier_search_has_found(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.LABEL_BUDGET = {"nodes": 50, "seconds": None, "bytes": None}
    pk = ask(9, STREETS_AND_ALLEYS)
    label_run(deal_id=pk)
    before = Deal.objects.values().get()

    def fail(cancelled: object) -> None:
        raise MemoryError

    searching(monkeypatch, fail)
    label_request(variant=STREETS_AND_ALLEYS, number=9, again=True)
    for _ in range(settings.LABEL_ATTEMPTS):
        label_run(deal_id=pk)
    assert job().state == "failed"
    assert Deal.objects.values().get() == before


def test_a_worker_that_is_told_to_stop_gives_the_job_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(cancelled: object) -> None:
        raise SystemExit

    searching(monkeypatch, stop)
    pk = ask(SOLVABLE)
    with pytest.raises(SystemExit):
        label_run(deal_id=pk)
    assert (job().state, job().attempts, job().reason) == ("queued", 0, "")


def test_a_par_search_that_fails_keeps_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **options: object) -> Result:
        raise MemoryError

    pk = ask(SOLVABLE)
    label_run(deal_id=pk)
    monkeypatch.setattr(runs, "find_par", fail)
    par_run(deal_id=pk)
    assert (job("par").state, job("par").reason) == ("queued", "MemoryError: ")
    assert Deal.objects.get().verdict == "solvable"


def test_a_database_that_is_away_for_a_moment_ends_no_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renew_always(monkeypatch)
    pk = ask(SOLVABLE)
    real = claims.Claim._rows
    away = [True]

    def rows(claim: claims.Claim) -> Any:
        if away and away.pop():
            raise OperationalError("the server went away")
        return real(claim)

    def meanwhile(cancelled: Callable[[], bool]) -> None:
        monkeypatch.setattr(claims.Claim, "_rows", rows)
        assert not cancelled()
        assert not away

    searching(monkeypatch, meanwhile)
    assert label_run(deal_id=pk)
    assert job().state == "done"
