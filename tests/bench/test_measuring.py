"""What the bench says of its turns: medians, ratios turn by turn, and what falls short."""

import pytest

from bench.service.__main__ import DEFAULT, FULL, options_of, size_of
from bench.service.fleet import Round
from bench.service.measuring import Measured, Side, _ratio, table
from bench.service.plans import complaints


def turn(rate: int) -> Round:
    """A second with so many requests, one of them failed."""
    return Round([1 / rate] * rate, 1, 1.0)


def test_a_side_tells_milliseconds_and_the_median_rate() -> None:
    told = Side([turn(100), turn(200), turn(1000)]).told()
    assert told == {"requests": 1300, "failed": 3, "p50_ms": 1.0, "p95_ms": 10.0, "rate": 200}


def test_ratios_are_those_of_turns_next_to_each_other() -> None:
    # The machine is slower and slower; the ratio is not.
    ours, theirs = [turn(90), turn(45), turn(9)], [turn(100), turn(50), turn(10)]
    assert _ratio(ours, theirs) == pytest.approx(0.9)


def measured(call: str, to_small: float, to_floor: float) -> Measured:
    side = Side([turn(100)]).told()
    return Measured(call, 16, side, side, side, to_small, to_floor)


def test_what_falls_short_is_named() -> None:
    assert measured("profile", 0.8, 0.1).short == []
    assert measured("profile", 0.79, 0.1).short == ["0.79 of the small board"]
    assert measured("submission", 0.9, 0.5).short == []
    assert measured("submission", 0.9, 0.49).short == ["0.49 of the bare insert"]
    assert table([measured("profile", 0.79, 0.1)]).splitlines()[-1].split() == [
        *("profile", "16", "|", "10.00", "10.00", "100", "|", "10.00", "10.00", "100", "0.79"),
        *("|", "10.00", "100", "0.10"),
    ]


def test_sizes_by_options() -> None:
    assert size_of(options_of([])) == DEFAULT
    assert size_of(options_of(["--full"])) == FULL
    assert FULL.board == 1_000_000
    assert FULL.results == 10_000_000
    assert FULL.days * 3 >= 1_000
    size = size_of(options_of(["--full", "--board", "5000", "--days", "4"]))
    assert (size.board, size.players, size.days, size.results) == (5000, 5000, 4, 10_000_000)


def test_plans_that_read_or_sort_a_large_table_are_told() -> None:
    good = "Limit\n  ->  Index Scan using result_board on leaderboard_result result"
    assert complaints(good) == []
    scan = "Aggregate\n  ->  Parallel Seq Scan on leaderboard_result result"
    assert complaints(scan) == ["Seq Scan on leaderboard_result"]
    sort = "Sort\n  Sort Key: result.section, result.score\n  ->  Index Scan using x on y"
    assert complaints(sort) == ["Sort Key: result."]
    assert complaints("Sort\n  Sort Key: id\n  ->  Seq Scan on leaderboard_challenge") == []
