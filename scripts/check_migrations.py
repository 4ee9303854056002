"""Refuse migrations that the release before them cannot run beside (docs/production.md).

    python scripts/check_migrations.py

While a new version is rolled out, the old one still runs on the new tables: a migration may
add what the old code does not see, and nothing else. What the old code has stopped using a
release ago may go if the migration says so: `contracts = "what, and since which version"`
in its class. The first migration of an app makes all its tables and is not looked at.
"""

import importlib
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

APPS = ("games", "leaderboard")
GONE = "the old version still uses it; stop using it first, remove it a release later"
NO_VALUE = "rows that the old version writes have no value; null=True or db_default"
LOCKS = "it locks the table while it works; use {} in a migration with atomic = False"
REFUSED = {
    "RemoveField": GONE,
    "DeleteModel": GONE,
    "RenameField": "the old version knows the old name: add a field, remove the old one later",
    "RenameModel": "the old version knows the old name",
    "AlterModelTable": "the old version knows the old name",
    "AlterField": "it may rewrite the table, and what one version writes the other may not read",
    "AlterUniqueTogether": "the old version may write what the constraint forbids",
    "AddIndex": LOCKS.format("AddIndexConcurrently"),
    "RemoveIndex": LOCKS.format("RemoveIndexConcurrently"),
    "AddConstraint": LOCKS.format("AddConstraintNotValid, then ValidateConstraint,"),
    "RunSQL": "nobody but its author can tell what it does",
    "RunPython": "it holds its transaction open for as long as it runs; fill in by a command",
}


def dangers(operations: Iterable[Any]) -> Iterator[str]:
    """Yield why each operation that is dangerous is so."""
    for operation in operations:
        name = type(operation).__name__
        what = getattr(operation, "model_name", None) or getattr(operation, "name", "")
        field = getattr(operation, "name", "") if hasattr(operation, "model_name") else ""
        place = f"{name} {what}{'.' + field if field else ''}"
        if name == "SeparateDatabaseAndState":
            yield from dangers(operation.database_operations)
        elif name == "AddField":
            if not _old_rows_fit(operation.field):
                yield f"{place}: {NO_VALUE}"
        elif name in REFUSED:
            yield f"{place}: {REFUSED[name]}"


def _old_rows_fit(field: Any) -> bool:
    """Whether rows can be written by who does not know the field."""
    from django.db.models import NOT_PROVIDED

    return field.null or field.db_default is not NOT_PROVIDED or bool(field.many_to_many)


def migration_dangers(migration: Any) -> list[str]:
    """Return what is dangerous in a migration, unless it says that it contracts."""
    note = getattr(migration, "contracts", "")
    if isinstance(note, str) and note.strip():
        return []
    return list(dangers(migration.operations))


def app_dangers(app: str) -> Iterator[str]:
    """Yield what is dangerous in an app's migrations behind the first."""
    package = importlib.import_module(f"{app}.migrations")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    for name in names[1:]:
        migration = importlib.import_module(f"{app}.migrations.{name}").Migration
        for danger in migration_dangers(migration):
            yield f"{app} {name}: {danger}"


def main(apps: Sequence[str] = APPS) -> int:
    """Check all; the exit status."""
    import django

    os.environ.setdefault("CASTLE_ENV", "test")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")
    django.setup()
    found = [danger for app in apps for danger in app_dangers(app)]
    for danger in found:
        sys.stderr.write(danger + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
