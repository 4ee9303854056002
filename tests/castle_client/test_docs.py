"""What docs/clients.md shows is what happens."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from castle_client import Client, Retries
from castle_client.client import Client as Calls
from games.rules import deal, get_variant, replay
from leaderboard.models import Challenge
from tests.castle_client.playing import play
from tests.data.fc_solve import read_solutions
from tests.leaderboard.test_docs import curl
from tests.service import PROJECT

PAGE = (PROJECT / "docs" / "clients.md").read_text()


def blocks(language: str) -> list[str]:
    """The blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_tour_of_the_client(live_server: LiveServer, challenges: list[Challenge]) -> None:
    tour = doctest.DocTestParser().get_doctest(PAGE, {"url": live_server.url}, "page", None, 0)
    assert len(tour.examples) >= 15
    told: list[str] = []
    doctest.DocTestRunner().run(tour, out=told.append)
    assert told == []


def test_all_calls_are_listed() -> None:
    table = PAGE.partition("| calls | |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`(\w+)`", table))
    parts = [part for part in Calls.__mro__ if part.__module__.startswith("castle_client.")]
    public = {
        name
        for part in parts
        if part.__module__ != "castle_client.base"
        for name, value in vars(part).items()
        if not name.startswith("_") and callable(value)
    }
    assert len(public) > 40
    assert listed == public


def test_the_session_in_a_terminal(state: Path) -> None:
    shown = PAGE.partition("```\ncastle> ")[2].partition("```")[0]
    shown = f"castle> {shown}"
    typed = re.findall(r"^(?:castle|\d+ moves)> (.*)", shown, re.MULTILINE)
    assert len(typed) == 4
    client = Client("http://127.0.0.1:1", retries=Retries(sleep=lambda seconds: None))
    screen = play(client, state, *typed)
    answers = re.split(r"^(?:castle|\d+ moves)> .*\n", shown, flags=re.MULTILINE)[1:]
    for answer, found in zip(answers, screen.screens[1:], strict=True):
        # The end of all input leaves an empty line.
        assert [line for line in found if line] == [line for line in answer.splitlines() if line]


@pytest.mark.django_db
def test_the_list_of_vectors() -> None:
    [block] = blocks("console")
    command, _, answer = block.removeprefix("$ ").partition("\n")
    assert json.loads(curl(command, {}).content) == json.loads(answer)


def test_a_solution_of_fc_solve_is_handed_in_by_curl(
    live_server: LiveServer, transactional_db: None, tmp_path: Path
) -> None:
    [block] = blocks("sh")
    making, *commands = block.splitlines()
    solution = next(each for each in read_solutions("streets-and-alleys") if each.number == 4)
    # The first command is the one by which the recorded solution was made, but for the program.
    made, _, rest = making.partition(" | ")
    assert rest == "fc-solve --game streets_and_alleys -m -snx > solution.txt"
    (tmp_path / "solution.txt").write_text(solution.output)
    script = "\n".join([made, *commands])
    script = script.replace("http://localhost:8000", live_server.url)
    script = script.replace("python manage.py", f"{sys.executable} {PROJECT / 'manage.py'}")
    script = script.replace("python -c", f"{sys.executable} -c")
    done = subprocess.run(
        ["bash", "-eu", "-c", script],  # noqa: S607 - any bash will do
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Foundations: H-0 C-0 D-0 S-0"
    board = deal(get_variant("streets-and-alleys"), 4)
    moves = replay(board, solution.output, format="fc-solve").move_count
    answer, sentence = done.stdout.partition("{")[2].split("}")
    assert json.loads("{" + answer + "}")["outcome"] == "won"
    assert sentence.strip() == f"won in {moves} moves"
