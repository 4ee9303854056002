"""manage.py label."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import label as command
from games.models import Deal, Job
from games.tasks import message_count
from tests.games.conftest import PAR, SOLVABLE, UNSOLVABLE
from tests.games.test_solve_command import Terminal

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    call_command("label", *arguments, stdout=out)
    return out.getvalue()


def test_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    out = run("citadel", str(SOLVABLE), "--par")
    assert out == f"citadel {SOLVABLE} solvable, {PAR} moves, par {PAR} (proven)\n"
    assert capsys.readouterr().err == "1 deals: 1 solvable\n"
    row = Deal.objects.get()
    assert (row.verdict, row.moves) == ("solvable", PAR)
    assert set(Job.objects.values_list("kind", "state")) == {("labels", "done"), ("par", "done")}


def test_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "more").write_text("17-18\n20 ")
    out = run("citadel", "14", "2-3", "--file", str(tmp_path / "more"))
    lines = out.splitlines()
    assert [line.split(",")[0] for line in lines] == [
        "citadel 14 unsolvable",
        "citadel 2 solvable",
        "citadel 3 solvable",
        "citadel 17 solvable",
        "citadel 18 unsolvable",
        "citadel 20 unsolvable",
    ]
    assert capsys.readouterr().err == "6 deals: 3 solvable, 3 unsolvable\n"


def test_what_is_labelled_is_left_as_it_is() -> None:
    run("citadel", str(UNSOLVABLE))
    before = Deal.objects.values().get()
    assert run("citadel", str(UNSOLVABLE), "--again") == f"citadel {UNSOLVABLE} unsolvable\n"
    assert Deal.objects.values().get() == before


def test_an_open_verdict_is_searched_for_again_when_asked(settings: Any) -> None:
    budget = settings.LABEL_BUDGET
    settings.LABEL_BUDGET = {"nodes": 50, "seconds": None, "bytes": None}
    assert run("streets-and-alleys", "9") == "streets-and-alleys 9 undetermined\n"
    settings.LABEL_BUDGET = budget
    assert run("streets-and-alleys", "9") == "streets-and-alleys 9 undetermined\n"
    assert run("streets-and-alleys", "9", "--again").startswith("streets-and-alleys 9 solvable")


def test_the_workers_may_do_it(
    capsys: pytest.CaptureFixture[str], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert run("citadel", "1-3", "--queue") == ""
    assert message_count("labels") == 3
    assert capsys.readouterr().err == "3 deals: 3 queued\n"
    run("citadel", "3-4", "--queue")
    assert capsys.readouterr().err == "2 deals: 1 left as they are, 1 queued\n"


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([], "which deals"),
        (["0"], "'0': a deal number is"),
        (["5-"], "'5-': a deal number is"),
        (["5-x"], "'5-x': a deal number is"),
        (["6-5"], "a range goes up"),
        (["--file", "/nowhere/at-all"], "cannot be read"),
    ],
)
def test_numbers_that_are_none(numbers: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run("citadel", *numbers)


@pytest.mark.parametrize(
    ("numbers", "stream", "shown"),
    [
        (["14", "18"], Terminal(), True),
        (["14"], Terminal(), False),
        (["14", "18"], io.StringIO(), False),
    ],
)
def test_a_bar_is_shown_for_many_where_somebody_looks(
    monkeypatch: pytest.MonkeyPatch, numbers: list[str], stream: io.StringIO, shown: bool
) -> None:
    class Streams:
        """The streams of a process."""

        stderr = stream

    monkeypatch.setattr(command, "sys", Streams)
    run("citadel", *numbers)
    assert ("2/2" in stream.getvalue()) is shown
