"""manage.py solve."""

import io
import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import solve as command
from games.rules import CITADEL, deal, replay
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints."""
    call_command("solve", *arguments)
    return capsys.readouterr().out


def test_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "citadel", str(SOLVABLE), "--nodes", "100000")
    found = re.fullmatch(
        r"verdict  solvable\n"
        r"moves    (?P<moves>\d+)\n"
        r"par      (?P<par>\d+ to \d+)\n"
        r"line     (?P<line>[1-8h ]+)\n"
        r"effort   [\d,]+ states, \d+\.\d\d s, [\d,.]+ MiB, solver \S+\n",
        text,
    )
    assert found is not None
    result = replay(deal(CITADEL, SOLVABLE), found["line"])
    assert result.won
    assert result.move_count == int(found["moves"])
    low, high = map(int, found["par"].split(" to "))
    assert low <= PAR <= high == result.move_count


def test_par(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "citadel", str(SOLVABLE), "--par", "--nodes", "1000000")
    assert f"moves    {PAR}\npar      {PAR} (proven)\n" in text


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "citadel", str(SOLVABLE), "--par", "--nodes", "1000000", "--json")
    answer = json.loads(text)
    assert (answer["variant"], answer["number"]) == ("citadel", str(SOLVABLE))
    assert (answer["verdict"], answer["moves"], answer["stopped"]) == ("solvable", PAR, None)
    assert answer["par"] == {"low": PAR, "high": PAR, "proven": True}
    assert replay(deal(CITADEL, SOLVABLE), answer["line"]).won
    assert answer["states"] > 0


def test_the_line_alone(capsys: pytest.CaptureFixture[str]) -> None:
    line = run(capsys, "citadel", str(SOLVABLE), "--nodes", "100000", "--line")
    assert replay(deal(CITADEL, SOLVABLE), line).won


def test_an_unsolvable_deal(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "citadel", str(UNSOLVABLE), "--par")
    assert text.startswith("verdict  unsolvable\neffort   ")
    with pytest.raises(CommandError, match="no line: the deal is unsolvable"):
        call_command("solve", "citadel", str(UNSOLVABLE), "--line")


def test_a_spent_budget(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "streets-and-alleys", "9", "--nodes", "50")
    assert text.startswith("verdict  undetermined (stopped by the limit of nodes)\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--nodes", "0"], "whole number from 1"),
        (["--seconds", "-1"], "whole number from 1"),
        (["--memory", "0"], "amount of memory"),
        (["--memory", "2T"], "amount of memory"),
        (["--json", "--line"], "not allowed with"),
    ],
)
def test_options_that_are_none(options: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("solve", "citadel", "5", *options)


class Terminal(io.StringIO):
    """A stream that says that somebody looks at it."""

    def isatty(self) -> bool:
        """It does."""
        return True


@pytest.mark.parametrize(("stream", "shown"), [(io.StringIO(), False), (Terminal(), True)])
def test_states_are_counted_where_somebody_looks(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stream: io.StringIO,
    shown: bool,
) -> None:
    class Streams:
        """The streams of a process."""

        stderr = stream

    monkeypatch.setattr(command, "sys", Streams)
    text = run(capsys, "citadel", str(SOLVABLE), "--nodes", "100000", "--line")
    assert replay(deal(CITADEL, SOLVABLE), text).won
    assert ("states" in stream.getvalue()) is shown


def test_it_needs_no_database(capsys: pytest.CaptureFixture[str]) -> None:
    # Without the mark `django_db` any use of the database fails.
    assert "solvable" in run(capsys, "citadel", str(SOLVABLE), "--memory", "64m", "--seconds", "9")


def test_memory_has_an_end_where_nobody_says_so() -> None:
    options: dict[str, Any] = {"nodes": 5, "seconds": None, "memory": None}
    budget = command.read_budget(options, command.DEFAULT_BUDGET)
    assert (budget.nodes, budget.seconds, budget.bytes) == (5, None, 2**31)
