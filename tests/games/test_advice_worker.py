"""Hints by a real worker: it is known to be there by its heartbeat, and answers while one waits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from games import presence
from tests.games.conftest import PAR, SOLVABLE
from tests.games.test_label_worker import Program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("help_allowed")]
URL = f"/api/v1/deals/citadel/{SOLVABLE}/hint"


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A worker that is not started yet."""
    made = Program(tmp_path, "one")
    yield made
    made.kill()


def test_it_works(api: APIClient, program: Program) -> None:
    assert api.post(URL).status_code == 503
    program.work()
    program.wait(presence.is_worker_there)
    response = api.post(URL)
    while response.status_code == 202:
        response = api.get(response.headers["Location"])
    assert response.status_code == 200, response.content
    assert response.json()["moves_left"] == {"low": PAR, "high": PAR, "proven": True}


def test_a_worker_of_other_queues_does_not_count(program: Program) -> None:
    program.start("worker", "-Q", "labels", "-c", "1", "-n", "two@%h", "-l", "debug")
    program.wait(lambda: "ready." in program.log.read_text())
    assert not presence.is_worker_there()
