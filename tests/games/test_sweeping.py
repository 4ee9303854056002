"""What was lost is found by reading the database."""

from typing import Any

import pytest

from games.models import Job
from games.rules import CITADEL
from games.services import jobs_missing, jobs_sweep, label_request
from games.services.claims import job_claim
from games.tasks import jobs_sweep as jobs_sweep_task
from games.tasks import label_make, message_count, par_make
from tests.games.conftest import HandClock

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
