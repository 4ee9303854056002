"""`python -m castle_client` as a program: in a terminal, and in a pipe."""

import os
import pty
import re
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from castle_client.__main__ import main
from games.rules import deal, format_line, get_variant, replay
from leaderboard.models import Challenge, Submission
from tests.data.fc_solve import read_solutions
from tests.leaderboard.lines import CITADEL, Won
from tests.leaderboard.playing import make_challenge
from tests.pages.days import today
from tests.service import PROJECT


class Person:
    """Somebody at a terminal of 80 x 24 without colours, in which the player runs."""

    def __init__(self, url: str, state: Path) -> None:
        master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        self.master = master
        self.process = subprocess.Popen(
            [sys.executable, "-m", "castle_client", "--url", url, "--state", str(state)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=PROJECT,
            env={"PATH": os.environ["PATH"], "TERM": "dumb", "LANG": "C"},
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """Read until a text stands there; what came with it."""
        start, deadline = len(self.seen), time.monotonic() + 60
        while text not in self.seen[start:]:
            assert time.monotonic() < deadline, self.seen[-2000:]
            self.seen += os.read(self.master, 2**16).decode()
        return self.seen[start:]

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.master, f"{text}\n".encode())


def test_a_day_is_played_in_a_terminal(
    live_server: LiveServer, challenges: list[Challenge], state: Path
) -> None:
    person = Person(live_server.url, state)
    try:
        assert " 3  Citadel" in person.wait_for("castle> ")
        person.type("3")
        person.wait_for("0 moves> ")
        # A terminal takes lines of 4,096 characters at most; people type less.
        moves = CITADEL.line.split()
        half = len(moves) // 2
        person.type(" ".join(moves[:half]))
        person.wait_for(f"{half} moves> ")
        person.type(" ".join(moves[half:]))
        end = person.wait_for(f"{CITADEL.par} moves> ")
        assert "Your rank is 1 of 1." in end
        person.type("q")
        person.wait_for("castle> ")
        person.type("q")
        assert person.process.wait(30) == 0
    finally:
        person.process.kill()
        person.process.wait()
        os.close(person.master)
    assert Submission.objects.get().outcome == "won"
    shown = [line.rstrip("\r") for line in person.seen.split("\n")]
    # No colours, no moving about, and nothing too wide but what was typed.
    assert "\x1b" not in person.seen.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
    assert max(len(line) for line in shown if "moves> " not in line) < 80
    assert (state / "tokens.json").stat().st_mode & 0o777 == 0o600


def test_a_line_comes_in_a_pipe(
    live_server: LiveServer, transactional_db: None, state: Path, tmp_path: Path
) -> None:
    solution = min(read_solutions("citadel"), key=lambda one: len(one.output))
    challenge = make_challenge(
        Won("citadel", solution.number, 0, _native(solution.number, solution.output)), today()
    )
    base = ["--url", live_server.url, "--state", str(state), "submit", "citadel"]
    file = tmp_path / "solution.txt"
    file.write_text(solution.output)
    command = [sys.executable, "-m", "castle_client", *base, str(today()), "-"]
    done = subprocess.run(
        [*command, "--format", "fc-solve"],
        input=solution.output,
        capture_output=True,
        text=True,
        cwd=PROJECT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"You play as guest-\w+\.\naccepted: won, \d+ moves\n", done.stdout)
    again = main([*base, str(today()), str(file), "--format", "fc-solve"])
    assert (again, Submission.objects.filter(challenge=challenge).count()) == (0, 1)


def test_lines_that_are_not_accepted(
    live_server: LiveServer,
    challenges: list[Challenge],
    state: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "line.txt"
    base = ["--url", live_server.url, "--state", str(state), "submit", "citadel"]
    file.write_text("11")
    assert main([*base, str(today()), str(file)]) == 1
    assert "rejected: same_row at move 0, 0 moves\n" in capsys.readouterr().out
    file.write_text("these are no moves")
    assert main([*base, str(today()), str(file)]) == 2
    assert "At character 0: no move can be read here." in capsys.readouterr().out
    assert main([*base, "1999-01-01", str(file)]) == 2
    with pytest.raises(SystemExit):
        main([*base, str(today()), str(tmp_path / "nothing")])
    assert "cannot be read" in capsys.readouterr().err


def test_what_is_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--url", "castle.example"])
    assert end.value.code == 2
    assert "begins with https://" in capsys.readouterr().err


def _native(number: int, output: str) -> str:
    """The program's solution as our own line."""
    return format_line(
        replay(deal(get_variant("citadel"), number), output, format="fc-solve").moves
    )
