"""Growth is told from noise and from warm-up."""

import os
import random

import pytest

from drills.memory import Process, sizes_of, slope


def _process(sizes: list[int]) -> Process:
    times = [10.0 * index for index in range(len(sizes))]
    return Process(1, "web", "web", times, sizes, sizes)


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
