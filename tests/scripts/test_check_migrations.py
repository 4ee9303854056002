"""Migrations that the release before them cannot run beside are refused."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.postgres import operations as postgres
from django.db import migrations, models

from tests.service import PROJECT


def script(name: str) -> Any:
    """A script of `scripts/` as a module."""
    spec = importlib.util.spec_from_file_location(name, PROJECT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = script("check_migrations")
INDEX = models.Index(fields=["number"], name="by_number")
CONSTRAINT = models.CheckConstraint(condition=models.Q(number__gt=0), name="positive")


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (migrations.RemoveField("deal", "number"), "RemoveField deal.number: the old version"),
        (migrations.DeleteModel("Deal"), "DeleteModel Deal: the old version still uses it"),
        (migrations.RenameField("deal", "a", "b"), "RenameField deal"),
        (migrations.RenameModel("Deal", "Game"), "RenameModel"),
        (migrations.AlterModelTable("deal", "games"), "AlterModelTable"),
        (migrations.AlterField("deal", "number", models.TextField()), "AlterField deal.number"),
        (
            migrations.AddField("deal", "note", models.TextField(default="")),
            "AddField deal.note: rows that the old version writes have no value",
        ),
        (migrations.AddIndex("deal", INDEX), "use AddIndexConcurrently"),
        (migrations.RemoveIndex("deal", "by_number"), "use RemoveIndexConcurrently"),
        (migrations.AddConstraint("deal", CONSTRAINT), "use AddConstraintNotValid"),
        (migrations.RunSQL("SELECT 1"), "RunSQL"),
        (migrations.RunPython(migrations.RunPython.noop), "RunPython"),
        (
            migrations.SeparateDatabaseAndState([migrations.DeleteModel("Deal")], []),
            "DeleteModel Deal",
        ),
    ],
)
def test_what_the_old_version_cannot_stand(operation: Any, why: str) -> None:
    [found] = check.dangers([operation])
    assert why in found


@pytest.mark.parametrize(
    "operation",
    [
        migrations.CreateModel("Note", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("deal", "note", models.TextField(null=True)),
        migrations.AddField("deal", "note", models.TextField(db_default="")),
        postgres.AddIndexConcurrently("deal", INDEX),
        postgres.AddConstraintNotValid("deal", CONSTRAINT),
        postgres.ValidateConstraint("deal", "positive"),
        migrations.SeparateDatabaseAndState([], [migrations.DeleteModel("Deal")]),
        migrations.AlterModelOptions("deal", {"ordering": ["pk"]}),
    ],
)
def test_what_it_does_not_see(operation: Any) -> None:
    assert list(check.dangers([operation])) == []


def test_a_migration_may_say_that_it_contracts() -> None:
    class Plain:
        operations = (migrations.RemoveField("deal", "number"),)

    class Contracts(Plain):
        contracts = "Deal.number, not used since 1.4"

    class Silent(Plain):
        contracts = "  "

    assert len(check.migration_dangers(Plain)) == len(check.migration_dangers(Silent)) == 1
    assert check.migration_dangers(Contracts) == []


def test_all_but_the_first_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "someapp" / "migrations"
    folder.mkdir(parents=True)
    (tmp_path / "someapp" / "__init__.py").touch()
    (folder / "__init__.py").touch()
    text = (
        "from django.db import migrations\n"
        "class Migration(migrations.Migration):\n"
        "    operations = [migrations.DeleteModel('Deal')]\n"
    )
    for name in ("0001_initial", "0002_more"):
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert check.main(["someapp"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("someapp 0002_more: DeleteModel Deal")
    assert "0001" not in told
    for name in [name for name in sys.modules if name.startswith("someapp")]:
        del sys.modules[name]


def test_our_own_migrations_are_safe() -> None:
    assert check.main() == 0
