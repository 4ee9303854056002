"""manage.py survey."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import CITADEL
from games.sampling import sampled_number
from games.surveys import running
from games.surveys.rows import FIELDS, SurveyFile

PNG = b"\x89PNG\r\n\x1a\n"
STEM = "citadel-5"


def run(place: Path, *words: str, deals: int = 12) -> tuple[str, str]:
    """What the command prints, and complains about."""
    out, errors = io.StringIO(), io.StringIO()
    call_command(
        *("survey", "citadel", "--deals", str(deals), "--seed", "5", "--nodes", "1000000"),
        *("--out", str(place), *words),
        stdout=out,
        stderr=errors,
    )
    return out.getvalue(), errors.getvalue()


def test_it_works(tmp_path: Path) -> None:
    text, errors = run(tmp_path, "--par", "4", "--difficulty", "6")
    assert errors == ""
    lines = text.splitlines()
    assert lines[0] == "Citadel: 12 deals, seed 5"
    rows = list(SurveyFile(tmp_path / f"{STEM}.csv").sorted())
    assert [row.index for row in rows] == list(range(12))
    assert [row.number for row in rows] == [sampled_number(CITADEL, 5, i) for i in range(12)]
    solvable = sum(row.verdict == "solvable" for row in rows)
    assert 0 < solvable < 12
    assert lines[1].startswith(f"solvable      {solvable} ({100 * solvable / 12:.2f} %; 95 %: ")
    for row in rows:
        won = row.verdict == "solvable"
        assert (row.par_states is not None) == (won and row.index < 4)
        assert (row.difficulty is not None) == (won and row.index < 6)
        assert (row.moves is not None) == won
    data = json.loads((tmp_path / f"{STEM}.json").read_text())
    assert (data["solvable"], data["undetermined"], data["published"]) == (solvable, 0, None)
    page = (tmp_path / f"{STEM}.html").read_text()
    assert page.count("<svg") == 5
    assert "http" not in page
    assert (tmp_path / f"{STEM}.png").read_bytes().startswith(PNG)


def test_a_run_that_was_killed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = run(tmp_path)
    file = tmp_path / f"{STEM}.csv"
    before = file.read_text()
    lines = before.splitlines(keepends=True)
    # Killed in the middle of a line.
    file.write_text("".join(lines[:6]) + lines[6][:9])
    asked = []
    decide = running.run_deal

    def watch(survey: running.Survey, index: int) -> object:
        asked.append(index)
        return decide(survey, index)

    monkeypatch.setattr(running, "run_deal", watch)
    again, _ = run(tmp_path)
    assert asked == [5, 6, 7, 8, 9, 10, 11]

    def verdicts(text: str) -> list[list[str]]:
        return [line.split(",")[:3] for line in text.splitlines()]

    assert verdicts(file.read_text()) == verdicts(before)
    assert again.splitlines()[:4] == whole.splitlines()[:4]


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decide = running.run_deal

    def interrupt(survey: running.Survey, index: int) -> object:
        if index == 3:
            raise KeyboardInterrupt
        return decide(survey, index)

    monkeypatch.setattr(running, "run_deal", interrupt)
    with pytest.raises(CommandError, match="interrupted; 3 deals are in"):
        run(tmp_path)
    assert len(SurveyFile(tmp_path / f"{STEM}.csv").rows) == 3


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    run(tmp_path / "one", deals=6)
    run(tmp_path / "two", "--jobs", "2", deals=6)

    def found(place: str) -> list[tuple[object, ...]]:
        rows = SurveyFile(tmp_path / place / f"{STEM}.csv").sorted()
        return [(row.number, row.verdict, row.moves, row.states) for row in rows]

    assert len(found("one")) == 6
    assert found("one") == found("two")


def test_more_can_be_asked_of_a_survey_that_is_done(tmp_path: Path) -> None:
    run(tmp_path, deals=3)
    text, _ = run(tmp_path, "--difficulty", "3", deals=5)
    assert "difficulty    easy" in text
    assert len(SurveyFile(tmp_path / f"{STEM}.csv").rows) == 5


def test_undetermined_deals_are_retried_on_demand(tmp_path: Path) -> None:
    def undetermined() -> int:
        data = json.loads((tmp_path / f"{STEM}.json").read_text())
        return int(data["undetermined"])

    call_command(
        *("survey", "citadel", "--deals", "4", "--seed", "5", "--nodes", "80"),
        *("--out", str(tmp_path)),
        stdout=io.StringIO(),
    )
    assert undetermined() > 0
    run(tmp_path, deals=4)
    assert undetermined() > 0
    run(tmp_path, "--again", deals=4)
    assert undetermined() == 0


def test_without_matplotlib_all_but_the_picture_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    _, errors = run(tmp_path, deals=2)
    assert "matplotlib, which is not installed: `make setup-dev`" in errors
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".csv", ".html", ".json"]


@pytest.mark.parametrize("text", ["a,b\n1,2\n", ",".join(FIELDS) + "\n1,2\n"])
def test_another_file_is_not_touched(tmp_path: Path, text: str) -> None:
    file = tmp_path / f"{STEM}.csv"
    file.write_text(text)
    with pytest.raises(CommandError, match="survey"):
        run(tmp_path)
    assert file.read_text() == text
