"""manage.py verify."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import format_line
from games.solver import Result
from tests.games.conftest import PAR, SOLVABLE


def status(*arguments: str) -> int:
    """The command's exit status."""
    try:
        call_command("verify", *arguments)
    except SystemExit as end:
        return int(end.code or 0)
    except CommandError as error:
        return error.returncode
    return 0


def test_it_works(best_result: Result, capsys: pytest.CaptureFixture[str]) -> None:
    assert status("citadel", str(SOLVABLE), format_line(best_result.line or ())) == 0
    assert capsys.readouterr().out == f"won in {PAR} moves\n"


def test_an_unfinished_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("citadel", "5", "12") == 1
    assert capsys.readouterr().out == (
        "unfinished after 1 moves: 5 of 52 cards are on the foundations\n"
    )


def test_a_line_that_breaks_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("citadel", "5", "12 34") == 2
    assert capsys.readouterr().out == (
        "not legal: move 1 (`34`, at character 3): does_not_fit:"
        " 7C does not fit on TS, the available card of row 4\n"
    )


def test_what_is_no_line() -> None:
    assert status("citadel", "5", "12 3z") == 2
    with pytest.raises(CommandError, match="At character 3: no move can be read here"):
        call_command("verify", "citadel", "5", "12 3z")


def test_a_line_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "line.txt"
    file.write_text("-=-=-=-=-=-\n\n12\n\n====================\n")
    assert status("citadel", "5", "--file", str(file), "--format", "fc-solve") == 1
    assert capsys.readouterr().out.startswith("unfinished after 1 moves")


def test_a_line_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("12\n"))
    assert status("citadel", "5") == 1
    assert capsys.readouterr().out.startswith("unfinished after 1 moves")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert status("citadel", "5", "--file", str(tmp_path / "nothing")) == 2
    (tmp_path / "bytes").write_bytes(b"\xff\xff")
    assert status("citadel", "5", "--file", str(tmp_path / "bytes")) == 2


def test_a_line_and_a_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not both"):
        call_command("verify", "citadel", "5", "12", "--file", str(tmp_path))
