"""The Celery application: workers take `labels`, `par` and `assist`; beat runs in UTC."""

import logging.config
import os
import resource
from typing import Any

import structlog
from celery import Celery
from celery.signals import (
    beat_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
)

from castle_site.messages import be_strict
from castle_site.processes import die_with_parent_if_asked

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")

app = Celery("castle_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
be_strict()


@setup_logging.connect
def use_our_logs(**_: Any) -> None:
    """Log as the web processes do; without a receiver Celery would set up its own format."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@beat_init.connect
def prepare_at_once(**_: Any) -> None:
    """Have missing challenges made now, not at beat's next quarter of an hour."""
    from games.queueing import enqueue_on_commit
    from leaderboard.tasks import challenges_prepare

    enqueue_on_commit(challenges_prepare)


@worker_init.connect
def load_the_solver(**_: Any) -> None:
    """Load the compiled solver before the children are forked: they share it."""
    from games.solver import warm_up

    warm_up()


@worker_process_init.connect
def end_with_the_worker(**_: Any) -> None:
    """A child of a worker that was killed ends too: its task will be delivered again."""
    die_with_parent_if_asked()


@worker_process_init.connect
def limit_memory(**_: Any) -> None:
    """Let a search that outgrows its budget fail by itself, not take the machine with it.

    The kernel refuses the memory (RLIMIT_DATA, see setrlimit(2)): the search ends with a
    MemoryError, which counts as one of its attempts.
    """
    from django.conf import settings

    resource.setrlimit(resource.RLIMIT_DATA, (settings.WORKER_BYTES, settings.WORKER_BYTES))


@task_prerun.connect
def name_the_task(task_id: str, task: Any, **_: Any) -> None:
    """Put the task's id and name into every log line that it writes."""
    structlog.contextvars.bind_contextvars(task_id=task_id, task=task.name)


@task_postrun.connect
def forget_the_task(**_: Any) -> None:
    """The next lines belong to no task."""
    structlog.contextvars.unbind_contextvars("task_id", "task")
