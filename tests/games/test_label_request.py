"""Asking for labels."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from games.errors import BacklogFullError
from games.models import Deal, Job
from games.rules import CITADEL, STREETS_AND_ALLEYS
from games.services import deal_ensure, label_request, label_store, par_request
from games.solver import SOLVER_VERSION, Result, Verdict
from tests.games.conftest import SOLVABLE, HandClock

UNDETERMINED = Result(Verdict.undetermined, None, 57, None, 1000, 0.5, 4096, stopped="nodes")


@pytest.mark.django_db
class TestOne:
    """One caller."""

    def test_it_works(self) -> None:
        asked = label_request(variant=CITADEL, number=5)
        assert asked.queued
        assert asked.waiting
        assert str(asked.deal) == "citadel 5"
        job = Job.objects.get()
        assert (job.deal, job.kind, job.state) == (asked.deal, "labels", "queued")

    def test_asking_again_queues_nothing_more(self) -> None:
        label_request(variant=CITADEL, number=5)
        asked = label_request(variant=CITADEL, number=5)
        assert not asked.queued
        assert asked.waiting
        assert Job.objects.count() == Deal.objects.count() == 1

    def test_what_is_proven_is_not_asked_again(self, best_result: Result) -> None:
        label_store(row=deal_ensure(variant=CITADEL, number=SOLVABLE), result=best_result)
        asked = label_request(variant=CITADEL, number=SOLVABLE, again=True)
        assert not asked.queued
        assert not asked.waiting
        assert not asked.par_queued

    def test_an_open_verdict_waits_for_a_newer_solver(self) -> None:
        row = deal_ensure(variant=CITADEL, number=5)
        label_store(row=row, result=UNDETERMINED)
        assert not label_request(variant=CITADEL, number=5).queued
        Deal.objects.update(solver_version="0.0")
        assert label_request(variant=CITADEL, number=5).queued

    def test_an_open_verdict_can_be_asked_again(self) -> None:
        label_store(row=deal_ensure(variant=CITADEL, number=5), result=UNDETERMINED)
        assert label_request(variant=CITADEL, number=5, again=True).queued

    def test_a_failed_search_is_repeated_after_an_hour(self, hand_clock: HandClock) -> None:
        asked = label_request(variant=CITADEL, number=5)
        Job.objects.update(state="failed", ended_at=hand_clock.now(), attempts=3, reason="lost")
        hand_clock.forward(minutes=59)
        asked = label_request(variant=CITADEL, number=5)
        assert (asked.queued, asked.waiting) == (False, False)
        hand_clock.forward(minutes=1)
        assert label_request(variant=CITADEL, number=5).queued
        job = Job.objects.get()
        assert (job.state, job.attempts, job.reason) == ("queued", 0, "")

    def test_the_backlog_has_an_end(self, settings: Any) -> None:
        settings.LABEL_BACKLOG = 2
        label_request(variant=CITADEL, number=5)
        label_request(variant=CITADEL, number=6)
        with pytest.raises(BacklogFullError):
            label_request(variant=CITADEL, number=7)
        assert label_request(variant=CITADEL, number=6).waiting
        assert label_request(variant=CITADEL, number=7, limited=False).queued

    def test_par_is_searched_for_once(self, first_result: Result, best_result: Result) -> None:
        row = deal_ensure(variant=CITADEL, number=SOLVABLE)
        assert not par_request(deal=row)
        label_store(row=row, result=first_result)
        assert par_request(deal=row)
        assert not par_request(deal=row)
        assert Job.objects.get().kind == "par"
        Job.objects.update(state="done")
        assert row.solver_version == SOLVER_VERSION
        assert not label_request(variant=CITADEL, number=SOLVABLE).par_queued
        Deal.objects.update(solver_version="0.0")
        assert label_request(variant=CITADEL, number=SOLVABLE).par_queued
        row.refresh_from_db()
        label_store(row=row, result=replace(best_result, solver_version="0.1"))
        Job.objects.update(state="done")
        assert not par_request(deal=row)


@pytest.mark.django_db(transaction=True)
def test_at_once_no_more_are_queued_than_the_backlog_takes(settings: Any) -> None:
    settings.LABEL_BACKLOG = 5
    full: list[bool] = []

    def ask(number: int) -> None:
        try:
            label_request(variant=STREETS_AND_ALLEYS, number=number)
            full.append(False)
        except BacklogFullError:
            full.append(True)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(1, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(full) == 12
    assert full.count(False) == 5
    assert Job.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_at_once_a_deal_is_queued_once() -> None:
    queued: list[bool] = []

    def ask() -> None:
        try:
            queued.append(label_request(variant=CITADEL, number=5).queued)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(queued) == [False] * 7 + [True]
