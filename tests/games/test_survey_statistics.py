"""The figures of a survey."""

import dataclasses
import math

import pytest

from games.solver import Verdict
from games.surveys.rows import Row, SurveyFileError, format_row, parse_row
from games.surveys.statistics import (
    PUBLISHED,
    Published,
    Spread,
    summarise,
    wilson,
    z_score,
)

ROW = Row(
    index=0,
    number=99999999999999999999,
    verdict=Verdict.solvable,
    moves=80,
    par_low=70,
    par_high=80,
    states=1000,
    seconds=0.0021,
    peak_bytes=1 << 20,
    stopped="",
    solver_version="1.0",
    par_states=None,
    par_seconds=None,
    difficulty=None,
)
LOST = dataclasses.replace(
    ROW, verdict=Verdict.unsolvable, moves=None, par_low=None, par_high=None, states=10
)
OPEN = dataclasses.replace(LOST, verdict=Verdict.undetermined, par_low=60, stopped="seconds")


def test_wilson() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = wilson(hits, trials)
        assert found == pytest.approx((low, high), abs=5e-5)
    assert wilson(20, 20)[1] == 1
    assert wilson(0, 0) == (0, 1)


def test_z_counts_both_errors() -> None:
    exact = Published(0.5, 0.0, "")
    assert z_score(5100, 10000, exact) == pytest.approx(2)
    unsure = Published(0.5, 1.959963984540054 * 0.005, "")
    assert z_score(5100, 10000, unsure) == pytest.approx(2 / math.sqrt(2))


def test_what_is_published() -> None:
    assert PUBLISHED["beleaguered-castle"].share == 0.6817
    assert PUBLISHED["streets-and-alleys"].share == 0.51187
    assert "citadel" not in PUBLISHED


def test_undetermined_deals_widen_the_interval_on_both_sides() -> None:
    rows = [ROW] * 60 + [LOST] * 30 + [OPEN] * 10
    summary = summarise(rows, "beleaguered-castle")
    assert (summary.solvable, summary.unsolvable, summary.undetermined) == (60, 30, 10)
    assert summary.share == 0.6
    assert (summary.low, summary.high) == (wilson(60, 100)[0], wilson(70, 100)[1])
    assert summary.z is not None
    published = PUBLISHED["beleaguered-castle"]
    assert summary.z == (z_score(60, 100, published), z_score(70, 100, published))
    assert summarise(rows, "citadel").z is None


def test_par_and_difficulty_count_where_they_were_asked_for() -> None:
    proven = dataclasses.replace(ROW, par_low=75, par_high=75, moves=78, par_states=5)
    bounded = dataclasses.replace(ROW, par_states=5)
    hard = dataclasses.replace(ROW, difficulty=95)
    summary = summarise([proven, proven, bounded, hard, ROW, LOST], "citadel")
    assert (summary.par_asked, summary.par_proven, summary.pars) == (3, 2, {75: 2})
    assert summary.first_line_over_par == pytest.approx(0.04)
    assert summary.grades == {"easy": 0, "medium": 0, "hard": 0, "fiendish": 1}


def test_spread() -> None:
    spread = Spread.of([float(value) for value in range(100, 0, -1)])
    assert spread == Spread(100, 50.5, 50, 95, 99, 100)
    assert Spread.of([3.0]) == Spread(1, 3, 3, 3, 3, 3)


@pytest.mark.parametrize("row", [ROW, LOST, OPEN, dataclasses.replace(ROW, difficulty=0)])
def test_rows_as_text_and_back(row: Row) -> None:
    assert parse_row(format_row(row).strip().split(",")) == row


@pytest.mark.parametrize("text", ["", "1,2,3", format_row(ROW).replace("solvable", "perhaps")])
def test_what_is_no_row(text: str) -> None:
    with pytest.raises(SurveyFileError, match="no row of a survey"):
        parse_row(text.strip().split(","))
