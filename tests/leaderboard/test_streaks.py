"""Streaks: what counts as consecutive, and what does not break it yet."""

import datetime as dt
import doctest
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

import leaderboard.streaks
from leaderboard.streaks import Streak, streak

START = dt.date(2024, 2, 25)


def days(text: str) -> tuple[list[dt.date], set[dt.date], dt.date]:
    """Dates of a text from 25 February 2024 on.

    `w` won, `.` lost, ` ` no challenge; behind `|` the dates that are not settled.
    """
    settled_text, _, open_text = text.partition("|")
    letters = list(enumerate(settled_text + open_text))
    dates = [START + dt.timedelta(days=index) for index, letter in letters if letter != " "]
    won = {START + dt.timedelta(days=index) for index, letter in letters if letter == "w"}
    return dates, won, START + dt.timedelta(days=len(settled_text) - 1)


@pytest.mark.parametrize(
    ("text", "current", "best"),
    [
        ("", 0, 0),
        (".", 0, 0),
        ("w", 1, 1),
        ("www", 3, 3),
        ("ww.w", 1, 2),
        ("w.ww.", 0, 2),
        # Over the leap day, 29 February 2024, five days on.
        ("wwwwwww", 7, 7),
        # A date without a challenge breaks nothing, and counts for nothing.
        ("ww ww", 4, 4),
        ("   ", 0, 0),
        # Today unplayed breaks nothing; nor does yesterday during grace.
        ("ww|.", 2, 2),
        ("ww|..", 2, 2),
        ("ww.|.", 0, 2),
        ("ww|.w", 3, 3),
        ("ww|w.", 3, 3),
        ("ww|ww", 4, 4),
        ("|w", 1, 1),
        ("|.", 0, 0),
    ],
)
def test_it_works(text: str, current: int, best: int) -> None:
    dates, won, settled = days(text)
    assert streak(dates, won, settled=settled) == Streak(current, best)
    # In whatever order, and with a date for each variant.
    assert streak([*reversed(dates), *dates], won, settled=settled) == Streak(current, best)


def naive(text: str) -> Streak:
    """The runs of wins in the text, without what cannot break one."""
    settled, _, unsettled = text.partition("|")
    kept = settled.replace(" ", "") + unsettled.replace(" ", "").replace(".", "")
    runs = [(letter, len(list(run))) for letter, run in groupby(kept)]
    wins = [length for letter, length in runs if letter == "w"]
    return Streak(wins[-1] if kept.endswith("w") else 0, max(wins, default=0))


@given(st.text("w. ", max_size=40), st.text("w. ", max_size=2))
def test_it_agrees_with_runs_of_letters(settled: str, unsettled: str) -> None:
    text = f"{settled}|{unsettled}"
    dates, won, last = days(text)
    assert streak(dates, won, settled=last) == naive(text)


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.streaks)
    assert (result.failed, result.attempted) == (0, 3)
