"""Labels made by a real worker, real broker, real database, with workers that are killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection
from rest_framework.test import APIClient

from castle_site.processes import start_child
from games.models import Deal, Job
from games.rules import CITADEL, deal, replay
from games.solver import Budget, solve
from games.tasks import label_make
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE
from tests.processes import descendants, eventually

pytestmark = pytest.mark.django_db(transaction=True)

# A lost claim is noticed after two seconds, instead of half a minute.
HURRY = {"LEASE_SECONDS": "2", "SWEEP_SECONDS": "1"}
START_SECONDS = 60


class Program:
    """A worker or beat, with the test's database and broker, in a process group of its own."""

    def __init__(self, place: Path, name: str) -> None:
        self.hold = place / f"{name}.hold"
        self.held = place / f"{name}.held"
        self.log = place / f"{name}.log"
        self._name = name
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id; a worker's searches run in its children."""
        assert self._process is not None
        return self._process.pid

    def start(self, *command: str) -> None:
        """Start it; its searches wait while the file `hold` exists."""
        place = urlsplit(settings.DATABASE_URL)
        database = urlunsplit(place._replace(path=f"/{connection.settings_dict['NAME']}"))
        environment = {
            **os.environ,
            **HURRY,
            "CASTLE_ENV": "test",
            "CASTLE_PROCESS": "worker",
            "CASTLE_DIE_WITH_PARENT": "1",
            "DATABASE_URL": database,
            "HOLD_SEARCHES": str(self.hold),
        }
        celery = (sys.executable, "-m", "celery", "-A", "tests.games.held_worker")
        with self.log.open("wb") as output:
            self._process = start_child(
                [*celery, *command],
                env=environment,
                cwd=settings.BASE_DIR,
                output=output,
                death_signal=signal.SIGKILL,
            )

    def work(self) -> None:
        """Start it as a worker."""
        self.start(
            *("worker", "--queues", "labels,par,assist", "--concurrency", "1"),
            *("--hostname", f"{self._name}@%h", "--loglevel", "info"),
            *("--without-gossip", "--without-mingle"),
        )

    def send(self, number: int) -> None:
        """Send a signal to it and its children."""
        os.killpg(self.pid, number)

    def kill(self) -> None:
        """`kill -9` it and its children."""
        if self._process is not None:
            self.send(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def kill_child(self) -> None:
        """`kill -9` the child that searches; the worker starts another."""
        [child] = descendants(self.pid)
        os.kill(child, signal.SIGKILL)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; fail with what there is, and the log."""
        assert eventually(condition, START_SECONDS), (
            f"{list(Job.objects.values())}\n{self.log.read_text()}"
        )


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Callable[[str], Program]]:
    """Make workers, which are gone after the test; beat runs beside them."""
    made = [Program(tmp_path, "beat")]
    made[0].start("beat", "--scheduler", "celery.beat:Scheduler", "--pidfile=")

    def make(name: str) -> Program:
        made.append(Program(tmp_path, name))
        return made[-1]

    yield make
    for each in made:
        each.kill()


def ask(api: APIClient, number: int) -> int:
    """Ask for a label by the API; the deal's id."""
    assert api.post(f"/api/v1/deals/citadel/{number}/label").status_code == 202
    return Deal.objects.get(number=number).pk


def job(kind: str = "labels", **fields: object) -> Callable[[], bool]:
    """Whether there is a job of a kind like that."""
    return lambda: Job.objects.filter(kind=kind, **fields).exists()


def effort(number: int) -> int:
    """The states of one search for a verdict."""
    return solve(deal(CITADEL, number), Budget(**settings.LABEL_BUDGET)).states


def test_it_works(api: APIClient, worker: Callable[[str], Program]) -> None:
    solvable, unsolvable = ask(api, SOLVABLE), ask(api, UNSOLVABLE)
    one = worker("one")
    one.work()
    one.wait(lambda: Job.objects.filter(state="done").count() == 3)
    row = Deal.objects.get(pk=solvable)
    assert replay(deal(CITADEL, SOLVABLE), row.line).won
    assert (row.verdict, row.moves, row.par_low) == ("solvable", PAR, PAR)
    assert Deal.objects.get(pk=unsolvable).verdict == "unsolvable"


def test_a_worker_killed_in_the_middle_costs_no_label_and_makes_no_second(
    api: APIClient, worker: Callable[[str], Program]
) -> None:
    pk = ask(api, UNSOLVABLE)
    one, two = worker("one"), worker("two")
    one.hold.touch()
    one.work()
    one.wait(one.held.exists)
    one.kill()
    assert Job.objects.get().state == "running"
    two.work()
    two.wait(job(state="done"))
    row = Deal.objects.get(pk=pk)
    assert row.verdict == "unsolvable"
    assert row.states == effort(UNSOLVABLE)
    assert Job.objects.get().attempts == 2
    labelled_at = row.labelled_at
    # The message that the first worker had taken is still there, and comes again some day.
    label_make(pk)
    row.refresh_from_db()
    assert (row.labelled_at, row.states) == (labelled_at, effort(UNSOLVABLE))


def test_a_deal_that_kills_its_workers_is_given_up_and_others_go_on(
    api: APIClient, worker: Callable[[str], Program]
) -> None:
    ask(api, SOLVABLE)
    one = worker("one")
    one.hold.touch()
    one.work()
    for attempt in range(1, settings.LABEL_ATTEMPTS + 1):
        one.wait(job(state="running", attempts=attempt))
        one.kill_child()
    one.wait(job(state="failed"))
    assert Job.objects.get().reason == "the worker was lost in each of 3 runs"
    label = api.get(f"/api/v1/deals/citadel/{SOLVABLE}").json()["label"]
    assert (label["state"], label["verdict"]) == ("failed", "undetermined")
    assert label["reason"] == "the worker was lost in each of 3 runs"
    one.hold.unlink()
    other = ask(api, UNSOLVABLE)
    one.wait(job(deal_id=other, state="done"))
    assert Deal.objects.get(pk=other).verdict == "unsolvable"


def test_a_killed_child_alone_costs_no_label(
    api: APIClient, worker: Callable[[str], Program]
) -> None:
    pk = ask(api, SOLVABLE)
    one = worker("one")
    one.hold.touch()
    one.work()
    one.wait(one.held.exists)
    one.hold.unlink()
    one.kill_child()
    one.wait(job("par", state="done"))
    assert Job.objects.get(kind="labels").attempts == 2
    assert Deal.objects.get(pk=pk).par_low == PAR


def test_a_worker_that_is_stopped_gives_back_what_it_has_begun(
    api: APIClient, worker: Callable[[str], Program]
) -> None:
    pk = ask(api, UNSOLVABLE)
    one, two = worker("one"), worker("two")
    one.hold.touch()
    one.work()
    one.wait(one.held.exists)
    # To the worker alone, as the supervisor does; it stops its children itself.
    os.kill(one.pid, signal.SIGQUIT)
    one.wait(job(state="queued", attempts=0))
    two.work()
    two.wait(job(state="done", attempts=1))
    assert Deal.objects.get(pk=pk).verdict == "unsolvable"


def test_a_worker_that_stood_still_notices_that_its_claim_is_lost(
    api: APIClient, worker: Callable[[str], Program]
) -> None:
    pk = ask(api, SOLVABLE)
    one, two = worker("one"), worker("two")
    one.hold.touch()
    one.work()
    one.wait(one.held.exists)
    one.send(signal.SIGSTOP)
    two.work()
    two.wait(job(state="done"))
    two.wait(job("par", state="done"))
    label = Deal.objects.values("verdict", "line", "par_low", "par_high", "labelled_at")
    before = label.get(pk=pk)
    one.send(signal.SIGCONT)
    one.wait(lambda: "claim_lost" in one.log.read_text())
    one.hold.unlink()
    other = ask(api, UNSOLVABLE)
    two.wait(job(deal_id=other, state="done"))
    assert label.get(pk=pk) == before


def test_what_was_asked_for_without_a_broker_is_made(
    api: APIClient,
    worker: Callable[[str], Program],
    lonely_task: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.views.label_make", lonely_task)
    pk = ask(api, UNSOLVABLE)
    one = worker("one")
    one.work()
    one.wait(job(state="done"))
    assert Deal.objects.get(pk=pk).verdict == "unsolvable"
