"""The client runs anywhere: two folders, and a Python without any package."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.service import PROJECT


def run(folder: Path, *arguments: str) -> str:
    """What Python prints that has nothing but its standard library and the folder."""
    done = subprocess.run(
        [sys.executable, "-S", *arguments],
        cwd=folder,
        env={},
        input="deal citadel 5\n12\nq\nq\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_player_needs_two_folders(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "castle_client", tmp_path / "castle_client")
    (tmp_path / "games").mkdir()
    shutil.copy(PROJECT / "games" / "__init__.py", tmp_path / "games")
    shutil.copytree(PROJECT / "games" / "rules", tmp_path / "games" / "rules")
    state = str(tmp_path / "state")
    shown = run(tmp_path, "-m", "castle_client", "--url", "http://127.0.0.1:1", "--state", state)
    assert "The service cannot be reached." in shown
    assert "  2  8S 5D 7S QH TC 9S" in shown


def test_the_client_needs_one(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "castle_client", tmp_path / "castle_client")
    code = "from castle_client import Client; print(Client('https://castle.example'))"
    assert run(tmp_path, "-c", code) == "<Client of https://castle.example>\n"
    assert (tmp_path / "castle_client" / "py.typed").exists()
