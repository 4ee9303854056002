"""A worker for hints and post-mortems, played by the test."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from games import presence
from games.services import advice
from games.tasks import advice_make


class HandWorker:
    """Knows what was sent; answers at once, or when told to."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.at_once = True
        self.before: Callable[[], None] = lambda: None

    def send(self, task: object, key: str) -> bool:
        """What the service calls to hand a question over."""
        assert task is advice_make
        self.keys.append(key)
        if self.at_once:
            self.work()
        return True

    def work(self) -> None:
        """Answer the last question."""
        self.before()
        advice_make(self.keys[-1])

    def leave(self) -> None:
        """Go: no heartbeat was noted for a while."""
        cache.delete(f"worker:{presence.QUEUE}")


def hand_worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> HandWorker:
    """A worker that is there."""
    worker = HandWorker()
    presence.note_worker()
    monkeypatch.setattr(advice, "send_now", worker.send)
    settings.ASSIST_WAIT = 0
    # What is found out must not depend on how fast the machine is.
    settings.ASSIST_BUDGET = {"nodes": 1_000_000, "seconds": None, "bytes": None}
    settings.ASSIST_SECONDS = 600
    return worker
