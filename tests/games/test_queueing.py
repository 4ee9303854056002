"""Tasks are sent on commit, and a broker that is away breaks nothing."""

import queue
import uuid
from typing import Any

import pytest
from django.db import transaction
from prometheus_client import REGISTRY

from castle_site.celery import app
from games.queueing import enqueue_on_commit
from games.tasks import label_make, message_count

pytestmark = pytest.mark.django_db(transaction=True)


def waiting() -> list[Any]:
    """What waits in the queue of labels, first sent first."""
    found: list[Any] = []
    with app.connection_for_read() as connection, connection.SimpleQueue("labels") as messages:
        while True:
            try:
                message = messages.get(block=False)
            except queue.Empty:
                return found
            found.append(message.payload[0])
            message.ack()


def not_sent(task: str) -> float:
    """How often a task could not be sent."""
    return REGISTRY.get_sample_value("castle_messages_not_sent_total", {"task": task}) or 0.0


def test_it_works() -> None:
    enqueue_on_commit(label_make, 5)
    assert waiting() == [[5]]


def test_nothing_is_sent_before_the_commit() -> None:
    with transaction.atomic():
        enqueue_on_commit(label_make, 5)
        assert message_count("labels") == 0
    assert message_count("labels") == 1


def test_nothing_is_sent_after_a_rollback() -> None:
    with transaction.atomic():
        enqueue_on_commit(label_make, 5)
        transaction.set_rollback(True)
    assert message_count("labels") == 0


def test_ids_travel_as_text() -> None:
    value = uuid.UUID(int=7)
    enqueue_on_commit(label_make, value)
    assert waiting() == [[str(value)]]


def test_a_broker_that_is_away_is_counted_and_raises_nothing(lonely_task: Any) -> None:
    before = not_sent("lonely")
    with transaction.atomic():
        enqueue_on_commit(lonely_task, 5)
    assert not_sent("lonely") == before + 1
