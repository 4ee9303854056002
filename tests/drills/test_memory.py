"""Growth is told from noise and from warm-up."""

import os
import random
from pathlib import Path

import pytest

from drills.memory import BAR, Process, Watch, sizes_of, slope
from tests.service import Service


def _process(sizes: list[int], pid: int = 1, part: str = "web", begin: float = 0) -> Process:
    times = [begin + 10.0 * index for index in range(len(sizes))]
    return Process(pid, part, part, times, sizes, sizes)


def _watch(tmp_path: Path, *processes: Process) -> Watch:
    watch = Watch(Service(tmp_path))
    watch.processes = {process.pid: process for process in processes}
    return watch


@pytest.mark.parametrize("per_10_minutes", [0, 512, 2048, -600])
def test_a_slope_is_found_under_noise_and_peaks(per_10_minutes: int) -> None:
    chance = random.Random(7)  # noqa: S311 - nothing is secret
    sizes = [
        200_000 + per_10_minutes * index // 60 + chance.randint(-40, 40) for index in range(180)
    ]
    for index in range(0, 180, 9):
        # A search has its table.
        sizes[index] += 300_000
    found = _process(sizes).growth(600)
    assert found == pytest.approx(per_10_minutes, abs=40)


def test_what_grows_before_does_not_count() -> None:
    sizes = [100_000 + 1000 * index for index in range(60)] + [160_000] * 60
    assert _process(sizes).growth(600) == 0
    assert _process(sizes).growth(0) != 0


def test_too_few_samples_say_nothing() -> None:
    assert _process([1, 2, 3]).growth(20) is None
    assert slope([(0, 0), (1, 5), (2, 10)]) == 5


def test_sizes_are_read_of_what_runs() -> None:
    found = sizes_of(os.getpid())
    assert found is not None
    assert 0 < found[1] <= found[0]
    assert sizes_of(2**22 + 1) is None


def _line(per_10_minutes: float, count: int = 180) -> list[int]:
    return [200_000 + round(per_10_minutes * index / 60) for index in range(count)]


@pytest.mark.parametrize(("growth", "faults"), [(BAR - 20, 0), (BAR + 20, 1)])
def test_the_bar_is_missed_by_what_grows_and_by_nothing_else(
    tmp_path: Path, growth: float, faults: int
) -> None:
    odd = _line(growth)
    # The first and the last sample, and others, are far off: none of them decides.
    for index in (0, 60, 61, 100, 178, 179):
        odd[index] += 80_000
    watch = _watch(tmp_path, _process(odd), _process(_line(0), pid=2, part="worker"))
    found = watch.faults(600)
    assert len(found) == faults
    assert all("web (1) grew by" in fault for fault in found)


def test_a_process_that_is_replaced_is_named(tmp_path: Path) -> None:
    """Else one that is ended in time would never grow."""
    stays = _process(_line(0), pid=1)
    ended = _process(_line(5000, 100), pid=2, part="worker")
    late = _process(_line(5000, 70), pid=3, part="worker", begin=1100)
    assert _watch(tmp_path, stays, ended, late).faults(600) == [
        "worker (2) has ended",
        "worker (3) has come late",
    ]


def test_connections_of_the_database_and_forks_that_save_may_end(tmp_path: Path) -> None:
    stays = _process(_line(0), pid=1)
    connection = _process(_line(5000, 100), pid=2, part="database")
    fork = _process([8000, 8000], pid=3, part="broker", begin=900)
    assert _watch(tmp_path, stays, connection, fork).faults(600) == []


def test_what_is_watched_too_shortly_is_no_proof(tmp_path: Path) -> None:
    [fault] = _watch(tmp_path, _process([1, 1, 1])).faults(15)
    assert "too shortly" in fault
