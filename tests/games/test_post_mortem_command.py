"""manage.py post_mortem."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.rules import CITADEL, deal, format_line, replay
from games.solver import Result
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE


def run(*words: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    call_command("post_mortem", *words, "--nodes", "1000000", stdout=out)
    return out.getvalue()


def test_it_works() -> None:
    first, second = run("citadel", str(SOLVABLE), "3h 15 12 52 25 81").splitlines()
    assert first == "lost by move 5 (`81`): after 5 moves it could be won"
    rest = second.removeprefix("from there  ")
    assert replay(deal(CITADEL, SOLVABLE), f"3h 15 12 52 25 {rest}").won


def test_a_line_that_can_still_be_won(best_result: Result) -> None:
    line = format_line((best_result.line or ())[:2])
    text = run("citadel", str(SOLVABLE), line, "--par").splitlines()
    assert text[0] == "can still be won after all 2 moves"
    assert [row.split()[-3:] for row in text[2:]] == [
        [str(PAR - index), "left", "+0"] for index in range(3)
    ]


def test_a_deal_that_cannot_be_won() -> None:
    assert run("citadel", str(UNSOLVABLE)) == "the deal cannot be won\n"


def test_nothing_proven_is_said() -> None:
    out = io.StringIO()
    words = ("streets-and-alleys", "79680425071963186202", "--nodes", "200")
    call_command("post_mortem", *words, stdout=out)
    assert out.getvalue() == "undetermined: nothing is proven\n"


def test_a_wrong_line() -> None:
    with pytest.raises(CommandError, match="Move 0"):
        run("citadel", str(SOLVABLE), "11")
