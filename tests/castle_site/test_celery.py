"""Tasks: what beat sends exists, and lands in a queue that a worker takes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from castle_site.celery import app, prepare_at_once
from castle_site.supervisor.programs import programs

QUEUES = {
    queue
    for program in programs({})
    if "--queues" in program.command
    for queue in program.command[program.command.index("--queues") + 1].split(",")
}


def _our_tasks() -> list[str]:
    app.loader.import_default_modules()
    return [name for name in app.tasks if not name.startswith("celery.")]


def test_the_workers_take_the_three_queues() -> None:
    assert {"labels", "par", "assist"} == QUEUES


def test_what_beat_sends_exists() -> None:
    tasks = _our_tasks()
    entries = settings.CELERY_BEAT_SCHEDULE
    assert len(entries) >= 5
    assert {entry["task"] for entry in entries.values()} <= set(tasks)


def test_every_task_goes_to_a_queue_that_is_taken() -> None:
    tasks = _our_tasks()
    assert len(tasks) >= 5
    for name in tasks:
        queue = app.amqp.router.route({}, name)["queue"]
        assert queue.name in QUEUES


def test_a_task_is_done_again_when_its_worker_is_lost() -> None:
    for name in _our_tasks():
        assert app.tasks[name].acks_late
        assert app.tasks[name].reject_on_worker_lost
        assert app.tasks[name].ignore_result
    longest = app.conf.task_time_limit
    assert app.conf.broker_transport_options["visibility_timeout"] > longest


def test_a_search_has_time_for_its_budget_and_is_ended_when_it_stands_still() -> None:
    _our_tasks()
    for name, seconds in (
        ("label_make", settings.LABEL_BUDGET["seconds"]),
        ("par_make", settings.PAR_BUDGET["seconds"]),
        ("advice_make", settings.ASSIST_SECONDS),
    ):
        limit = app.tasks[f"games.tasks.{name}"].time_limit
        assert 2 * seconds < limit < app.conf.task_time_limit


@pytest.mark.django_db(transaction=True)
def test_the_start_of_beat_has_challenges_made() -> None:
    with app.connection_for_write() as connection:
        broker = connection.default_channel.client
        before = {queue: broker.llen(queue) for queue in QUEUES}
        prepare_at_once()
        sent = {queue: broker.llen(queue) - before[queue] for queue in QUEUES}
        queue = app.amqp.router.route({}, "leaderboard.tasks.challenges_prepare")["queue"].name
        assert sent == {name: int(name == queue) for name in QUEUES}


def test_a_search_that_outgrows_its_budget_fails_by_itself() -> None:
    # As in a child of a worker: the limit cannot be taken back, so a process of its own.
    search = """
import sys, django
django.setup()
from django.conf import settings
from castle_site.celery import limit_memory
limit_memory()
try:
    bytearray(settings.WORKER_BYTES)
except MemoryError:
    sys.exit(7)
"""
    done = subprocess.run(
        [sys.executable, "-c", search],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "castle_site.settings"},
        cwd=Path(__file__).resolve().parents[2],
        check=False,
    )
    assert done.returncode == 7
    budgets = (settings.LABEL_BUDGET, settings.PAR_BUDGET, settings.ASSIST_BUDGET)
    assert all(budget["bytes"] < settings.WORKER_BYTES for budget in budgets)
