"""manage.py hint."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.rules import CITADEL, deal, format_line, parse_move, replay
from games.solver import Result
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE


def run(*words: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    call_command("hint", *words, stdout=out)
    return out.getvalue()


def test_it_works() -> None:
    text = run("citadel", str(SOLVABLE), "--nodes", "1000000", "--line")
    first, line = text.splitlines()
    move, rest = first.split("  ", 1)
    assert rest == f"fewest moves left: {PAR} (proven)"
    deal(CITADEL, SOLVABLE).check(parse_move(move))
    assert replay(deal(CITADEL, SOLVABLE), line).won
    assert line.startswith(move)


def test_from_a_line(best_result: Result) -> None:
    moves = best_result.line or ()
    text = run("citadel", str(SOLVABLE), format_line(moves[:50]), "--nodes", "1000000")
    assert text.endswith(f"fewest moves left: {PAR - 50} (proven)\n")
    assert run("citadel", str(SOLVABLE), format_line(moves)) == "the game is won\n"


def test_none_is_left() -> None:
    assert run("citadel", str(UNSOLVABLE)) == "no move wins any more\n"


def test_a_spent_budget_is_said() -> None:
    text = run("streets-and-alleys", "79680425071963186202", "--nodes", "200")
    assert text == "undetermined (stopped by the limit of nodes)\n"


@pytest.mark.parametrize(("line", "place"), [("38 9z", "character 3"), ("11", "Move 0")])
def test_a_wrong_line(line: str, place: str) -> None:
    with pytest.raises(CommandError, match=place) as raised:
        run("citadel", str(SOLVABLE), line)
    assert raised.value.returncode == 2
