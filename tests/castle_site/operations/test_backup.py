"""`manage.py backup` and `manage.py restore`."""

import json
import stat
import subprocess
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from castle_site.embedded.binaries import postgres_directory
from castle_site.operations.digests import table_digests
from games import clock
from tests.castle_site.operations.conftest import url_of_database
from tests.leaderboard.lines import CASTLE, unfinished
from tests.leaderboard.playing import Caller, make_caller, make_challenge

MakeDatabase = Callable[[], str]
pytestmark = pytest.mark.django_db(transaction=True)


def _run(settings: Any, name: str, url: str, *arguments: str) -> str:
    settings.DATABASE_URL = url
    output = StringIO()
    call_command(name, *arguments, stdout=output)
    return output.getvalue()


@pytest.fixture
def own() -> str:
    """The URL of the test's own database."""
    return url_of_database(connection.settings_dict["NAME"])


@pytest.fixture
def guest() -> Caller:
    """A guest with two lines on a board."""
    challenge, guest = make_challenge(date=clock.now().date()), make_caller()
    for line in (CASTLE.line, unfinished(CASTLE, 10)):
        assert guest.submit(line, challenge).status_code == 201
    return guest


@pytest.fixture
def backup(settings: Any, own: str, guest: Caller, tmp_path: Path) -> Path:
    """A backup of the test's own database, in which the guest is."""
    path = tmp_path / "castle.backup"
    _run(settings, "backup", own, str(path))
    return path


def _digests(url: str) -> Any:
    with psycopg.connect(url) as database:
        return table_digests(database)


def test_a_backup_restores_to_equal_tables(
    settings: Any, own: str, guest: Caller, make_database: MakeDatabase, tmp_path: Path
) -> None:
    path = tmp_path / "castle.backup"
    said = _run(settings, "backup", own, str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["castle.backup"]
    there = make_database()
    restored = _run(settings, "restore", there, str(path))
    before, after = _digests(own), _digests(there)
    assert before == after
    assert before["leaderboard_submission"].rows == 2
    rows = sum(digest.rows for digest in before.values())
    assert f"{rows} rows of {len(before)} tables" in said
    assert f"{rows} rows of {len(before)} tables" in restored
    assert "every table equal" in restored
    with psycopg.connect(there) as database:
        # Numbers that the database gives go on where they were.
        database.execute(
            "INSERT INTO leaderboard_scorecount (challenge_id, section, score, count, revision)"
            " SELECT id, 1, 9999, 1, 1 FROM leaderboard_challenge"
        )


def test_neither_secrets_nor_tokens_are_in_a_backup(
    settings: Any, guest: Caller, backup: Path
) -> None:
    with zipfile.ZipFile(backup) as file:
        dump = file.read("database.dump")
    text = subprocess.run(
        [postgres_directory() / "pg_restore", "--file=-"],
        input=dump,
        capture_output=True,
        check=True,
    ).stdout.decode()
    assert guest.player is not None
    assert guest.player.handle in text
    token = guest.headers["authorization"].removeprefix("Bearer ")
    for secret in (
        token,
        settings.SECRET_KEY,
        settings.CHALLENGE_SECRET,
        settings.HANDLE_SECRET,
    ):
        assert secret not in text


def test_a_backup_overwrites_nothing(settings: Any, own: str, backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(CommandError, match="is there already"):
        _run(settings, "backup", own, str(backup))
    assert backup.read_bytes() == before


def test_a_backup_that_fails_leaves_no_file(
    settings: Any, make_database: MakeDatabase, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="nothing in the database"):
        _run(settings, "backup", make_database(), str(tmp_path / "empty.backup"))
    with pytest.raises(CommandError, match="the database says"):
        _run(settings, "backup", url_of_database("not_there"), str(tmp_path / "none.backup"))
    with pytest.raises(CommandError, match="cannot be written"):
        _run(settings, "backup", make_database(), str(tmp_path / "no" / "folder"))
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_not_empty_is_replaced_only_on_demand(
    settings: Any, own: str, backup: Path, make_database: MakeDatabase
) -> None:
    there = make_database()
    _run(settings, "restore", there, str(backup))
    with psycopg.connect(there) as database:
        database.execute("UPDATE leaderboard_player SET handle = 'Other'")
    changed = _digests(there)
    assert changed != _digests(own)
    with pytest.raises(CommandError, match="not empty; --replace"):
        _run(settings, "restore", there, str(backup))
    assert _digests(there) == changed
    _run(settings, "restore", there, str(backup), "--replace")
    assert _digests(there) == _digests(own)


def test_a_database_in_use_is_left_alone(settings: Any, own: str, backup: Path) -> None:
    before = _digests(own)
    with pytest.raises(CommandError, match="stop the service first"):
        _run(settings, "restore", own, str(backup), "--replace")
    assert _digests(own) == before


def _rewritten(backup: Path, **changes: Any) -> Path:
    """A copy of a backup with another manifest."""
    path = backup.with_name("rewritten")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(path, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        for name, change in changes.items():
            manifest[name] = change(manifest[name])
        new.writestr("database.dump", old.read("database.dump"))
        new.writestr("manifest.json", json.dumps(manifest))
    return path


def _without_a_row(tables: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    tables["leaderboard_player"]["rows"] += 1
    return tables


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"tables": _without_a_row}, "not what they were: leaderboard_player"),
        ({"format": lambda one: one + 1}, "is of format 2"),
        ({"dump_sha256": lambda _: "0" * 64}, "is damaged"),
        ({"dump_bytes": lambda size: size + 1}, "is damaged"),
        ({"migrations": lambda all_: [*all_, "games.0999_later"]}, "newer .*: games.0999_later"),
    ],
)
def test_a_backup_that_does_not_fit_is_refused(
    settings: Any, backup: Path, make_database: MakeDatabase, changes: Any, said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        _run(settings, "restore", make_database(), str(_rewritten(backup, **changes)))


def test_a_file_that_is_cut_off_or_changed_is_refused_and_nothing_done(
    settings: Any, backup: Path, make_database: MakeDatabase
) -> None:
    there = make_database()
    whole = backup.read_bytes()
    for name, content in (
        ("cut", whole[: len(whole) // 2]),
        ("changed", whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:]),
        ("empty", b""),
    ):
        path = backup.with_name(name)
        path.write_bytes(content)
        with pytest.raises(CommandError, match=r"no backup, or damaged|is damaged"):
            _run(settings, "restore", there, str(path))
    with zipfile.ZipFile(backup.with_name("other"), "w") as other:
        other.writestr("manifest.json", "{}")
    with pytest.raises(CommandError, match="no backup, or damaged"):
        _run(settings, "restore", there, str(backup.with_name("other")))
    with pytest.raises(CommandError, match="cannot be read"):
        _run(settings, "restore", there, str(backup.with_name("not-there")))
    assert _digests(there) == {}


def test_a_restore_that_fails_on_the_way_changes_nothing(
    settings: Any, backup: Path, make_database: MakeDatabase
) -> None:
    there = make_database()
    with psycopg.connect(there) as database:
        database.execute("CREATE VIEW games_deal AS SELECT 1 AS standing_in_the_way")
    with pytest.raises(CommandError, match="pg_restore failed"):
        _run(settings, "restore", there, str(backup))
    assert _digests(there) == {}
