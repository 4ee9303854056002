"""Tokens in a file that nobody else can read."""

import os
import stat
from pathlib import Path

import pytest

from castle_client import TokenFile
from castle_client.tokens import default_directory, write_json


def test_it_works(tmp_path: Path) -> None:
    tokens = TokenFile(tmp_path / "castle" / "tokens.json")
    assert tokens.load("https://castle.example") is None
    tokens.save("https://castle.example/", "abc")
    tokens.save("https://other.example", "def")
    assert tokens.load("https://castle.example") == "abc"
    tokens.save("https://castle.example", None)
    assert tokens.load("https://castle.example") is None
    assert tokens.load("https://other.example") == "def"


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        tokens = TokenFile(tmp_path / "castle" / "tokens.json")
        tokens.save("https://castle.example", "abc")
        tokens.save("https://castle.example", "def")
    finally:
        os.umask(before)
    assert stat.S_IMODE(tokens.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(tokens.path.parent.stat().st_mode) == 0o700
    assert [path.name for path in tokens.path.parent.iterdir()] == ["tokens.json"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"https://castle.example": 5}'])
def test_a_spoilt_file_holds_no_token(tmp_path: Path, content: str) -> None:
    (tmp_path / "tokens.json").write_text(content)
    assert TokenFile(tmp_path / "tokens.json").load("https://castle.example") is None


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError):
        write_json(path, {"a": object()})
    assert path.read_text() == '{\n "a": 1\n}'
    assert list(tmp_path.iterdir()) == [path]


def test_where_things_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere")
    assert default_directory() == Path("/somewhere/castle")
    monkeypatch.delenv("XDG_STATE_HOME")
    assert default_directory() == Path.home() / ".local/state/castle"
