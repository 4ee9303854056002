"""What was lost is found by reading the database."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from games.metrics import SEARCHES
from games.models import Deal, Job
from games.rules import CITADEL
from games.services import jobs_missing, jobs_sweep, label_request, label_store
from games.services.claims import job_claim
from games.solver import Result
from games.tasks import jobs_sweep as jobs_sweep_task
from games.tasks import label_make, message_count, par_make
from tests.games.conftest import SOLVABLE, HandClock

pytestmark = pytest.mark.django_db(transaction=True)


def ask(*numbers: int) -> list[int]:
    """Ask for labels; the deals' ids."""
    return [label_request(variant=CITADEL, number=number).deal.pk for number in numbers]


def test_it_works(hand_clock: HandClock, settings: Any) -> None:
    [pk] = ask(5)
    job_claim(deal_id=pk, kind=Job.Kind.LABEL)
    hand_clock.forward(seconds=settings.LEASE_SECONDS)
    assert jobs_sweep() == 0
    hand_clock.forward(seconds=1)
    assert jobs_sweep() == 1
    job = Job.objects.get()
    assert (job.state, job.holder, job.attempts) == ("queued", None, 1)
    assert jobs_sweep() == 0


def test_the_last_attempt_fails_the_job(hand_clock: HandClock, settings: Any) -> None:
    [pk] = ask(5)
    for _ in range(settings.LABEL_ATTEMPTS):
        assert job_claim(deal_id=pk, kind=Job.Kind.LABEL) is not None
        hand_clock.forward(seconds=settings.LEASE_SECONDS + 1)
        assert jobs_sweep() == 1
    job = Job.objects.get()
    assert (job.state, job.reason) == ("failed", "the worker was lost in each of 3 runs")
    assert job.ended_at == hand_clock.now()
    assert job_claim(deal_id=pk, kind=Job.Kind.LABEL) is None
    row = Deal.objects.get()
    assert (row.verdict, row.labelled_at) == ("undetermined", hand_clock.now())


def test_a_par_search_that_is_given_up_says_nothing_of_the_verdict(
    hand_clock: HandClock, settings: Any, best_result: Result
) -> None:
    [pk] = ask(SOLVABLE)
    label_store(row=Deal.objects.get(), result=best_result)
    Job.objects.update(kind="par", attempts=settings.LABEL_ATTEMPTS - 1)
    job_claim(deal_id=pk, kind=Job.Kind.PAR)
    hand_clock.forward(seconds=settings.LEASE_SECONDS + 1)
    assert jobs_sweep() == 1
    assert Job.objects.get().state == "failed"
    assert Deal.objects.get().verdict == "solvable"


def test_sweeps_at_the_same_time_give_a_deal_up_once(hand_clock: HandClock, settings: Any) -> None:
    [pk] = ask(5)
    Job.objects.update(attempts=settings.LABEL_ATTEMPTS - 1)
    job_claim(deal_id=pk, kind=Job.Kind.LABEL)
    hand_clock.forward(seconds=settings.LEASE_SECONDS + 1)
    before = SEARCHES.labels("labels", "failed")._value.get()

    def sweep(_: int) -> int:
        try:
            return jobs_sweep()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(sweep, range(4))) == [0, 0, 0, 1]
    assert Deal.objects.get().verdict == "undetermined"
    assert SEARCHES.labels("labels", "failed")._value.get() == before + 1


def test_the_oldest_jobs_without_messages_are_named(hand_clock: HandClock) -> None:
    found = []
    for number in (7, 5, 6):
        found += ask(number)
        hand_clock.forward(hours=1)
    first, second, third = found
    Job.objects.update(sent_at=hand_clock.now())
    assert jobs_missing(kind=Job.Kind.LABEL, messages=0) == [first, second, third]
    assert jobs_missing(kind=Job.Kind.LABEL, messages=1) == [first, second]
    assert jobs_missing(kind=Job.Kind.LABEL, messages=3) == []
    assert jobs_missing(kind=Job.Kind.LABEL, messages=9) == []
    assert jobs_missing(kind=Job.Kind.PAR, messages=0) == []


def test_the_first_jobs_are_named_after_a_minute_whatever_waits(hand_clock: HandClock) -> None:
    deals = ask(1, 2, 3, 4)
    hand_clock.forward(seconds=59)
    assert jobs_missing(kind=Job.Kind.LABEL, messages=9) == []
    hand_clock.forward(seconds=1)
    assert jobs_missing(kind=Job.Kind.LABEL, messages=9) == deals[:3]
    assert jobs_missing(kind=Job.Kind.LABEL, messages=9) == []
    hand_clock.forward(minutes=1)
    assert jobs_missing(kind=Job.Kind.LABEL, messages=3) == deals[:3]
    assert jobs_missing(kind=Job.Kind.LABEL, messages=2) == deals[:2]


def test_the_task_sends_what_has_no_message() -> None:
    first, second, _ = ask(5, 6, 7)
    Job.objects.filter(deal_id=second).update(kind="par")
    label_make.delay(first)
    assert (message_count("labels"), message_count("par")) == (1, 0)
    jobs_sweep_task()
    assert (message_count("labels"), message_count("par")) == (2, 1)
    jobs_sweep_task()
    assert (message_count("labels"), message_count("par")) == (2, 1)


def test_par_has_a_queue_of_its_own() -> None:
    par_make.delay(1)
    assert (message_count("labels"), message_count("par")) == (0, 1)
