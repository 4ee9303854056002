"""The set-up refuses with a message that says what to do."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("setup_script", PROJECT / "scripts/setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_this_python_will_do(setup: ModuleType) -> None:
    assert setup.check_python(sys.version_info) is None


def test_an_old_python_hands_over_to_a_newer_one(setup: ModuleType) -> None:
    found = {"python3.12": "/usr/bin/python3.12"}
    assert setup.check_python((3, 9, 2), find=found.get) == "/usr/bin/python3.12"


def test_an_old_python_alone_is_refused(setup: ModuleType) -> None:
    with pytest.raises(setup.SetupError, match=r"Python 3\.9 is too old.*3\.11 or newer"):
        setup.check_python((3, 9, 2), find=lambda name: None)


def test_missing_packages_are_named(setup: ModuleType) -> None:
    missing = setup.missing_packages(
        find_module=lambda name: None, find=lambda name: None, tests=False
    )
    assert ("python3-venv", True) in missing
    assert ("curl", False) in missing
    assert "chromium" not in dict(missing)


def test_tests_need_a_browser_too(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "has_browser", lambda find: False)
    monkeypatch.setattr(setup, "has_library", lambda name: False)
    missing = setup.missing_packages(
        find_module=importlib.util.find_spec, find=lambda name: "/usr/bin/curl", tests=True
    )
    assert missing == [("chromium", True), ("libatomic1", True)]


def test_a_library_is_looked_for(setup: ModuleType) -> None:
    assert setup.has_library("libc.so.6")
    assert not setup.has_library("libnone.so.1")


def test_any_chromium_will_do(setup: ModuleType, tmp_path: Path) -> None:
    places = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    assert not setup.has_browser(lambda name: None, places)
    assert setup.has_browser(lambda name: f"/usr/bin/{name}", places)
    assert setup.has_browser(lambda name: None, {**places, "CHROMIUM": "/opt/chromium"})
    (tmp_path / "chromium-1255").mkdir()
    assert setup.has_browser(lambda name: None, places)


def test_without_rights_the_line_to_run_is_printed(setup: ModuleType) -> None:
    with pytest.raises(setup.SetupError, match=r"apt-get install .*python3-venv"):
        setup.install_packages([("python3-venv", True)], is_root=False)


def test_what_is_not_needed_is_only_mentioned(
    setup: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    setup.install_packages([("curl", False)], is_root=False)
    assert "apt-get install -y --no-install-recommends curl" in capsys.readouterr().err


def test_root_installs_what_is_missing(setup: ModuleType) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: Any) -> None:
        commands.append(command)

    setup.install_packages(
        [("python3-venv", True)], is_root=True, find=lambda name: "/usr/bin/" + name, run=run
    )
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]
    assert commands[1][-1] == "python3-venv"


def test_a_stamp_follows_the_requirements(setup: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text("a==1")
    first = setup.digest([file], (3, 11))
    assert setup.digest([file], (3, 11)) == first
    assert setup.digest([file], (3, 12)) != first
    file.write_text("a==2")
    assert setup.digest([file], (3, 11)) != first


def test_a_requirement_with_another_hash_is_refused(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "requirements.txt"
    archive = tmp_path / "wheels" / "castle_nothing-1.0-py3-none-any.whl"
    archive.parent.mkdir()
    archive.write_bytes(b"not what was pinned")
    file.write_text("castle-nothing==1.0 --hash=sha256:" + "0" * 64)
    monkeypatch.setenv("PIP_FIND_LINKS", str(archive.parent))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    venv = tmp_path / "venv"
    monkeypatch.setattr(setup, "make_environment", lambda *_: Path(sys.executable))
    with pytest.raises(setup.SetupError, match="pip could not install"):
        setup.install_requirements(tmp_path, venv, [file])
    assert not (venv / setup.STAMP).exists()


def test_secrets_are_made_once_for_their_owner(setup: ModuleType, tmp_path: Path) -> None:
    setup.make_secrets(tmp_path)
    first = (tmp_path / "secrets.env").read_text()
    assert (tmp_path / "secrets.env").stat().st_mode & 0o777 == 0o600
    lines = dict(line.split("=", 1) for line in first.splitlines())
    assert set(lines) == {"SECRET_KEY", "CHALLENGE_SECRET", "HANDLE_SECRET"}
    assert min(len(value) for value in lines.values()) >= 50
    assert len(set(lines.values())) == 3
    setup.make_secrets(tmp_path)
    assert (tmp_path / "secrets.env").read_text() == first


def test_a_second_run_finds_everything_done() -> None:
    # The first one makes what a tree lacks that no `make` has set up.
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, PROJECT / "scripts/setup.py", "--dev"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert "Installing" not in done.stderr
    assert "Making" not in done.stderr
