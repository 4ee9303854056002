"""Where compiled kernels go: a folder named after all sources of the solver."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.solver import cache


def test_the_folder_is_named_after_the_sources() -> None:
    digest = cache.source_digest()
    assert len(digest) == 16
    assert cache.source_digest() == digest
    assert cache.cache_folder().name == f"castle-solver-{digest}"


def test_a_folder_that_is_set_is_respected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache.cache_folder().parent == tmp_path


def test_without_any_place_a_fresh_folder_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cache, "_is_usable", lambda folder: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache.cache_folder().parent == tmp_path
    assert cache.cache_folder() != cache.cache_folder()


def test_a_file_in_the_way_is_not_usable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not cache._is_usable(tmp_path / "file" / "cache")


def test_a_bare_environment_imports() -> None:
    """No HOME, nothing set: as in a locked-down service."""
    code = "from games.solver import Verdict; print(Verdict.solvable)"
    environment = {"PATH": os.environ.get("PATH", "")}
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=Path(cache.__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == "solvable"
