"""`manage.py restore FILE`: what a backup holds, back in the database."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from castle_site.embedded import ServerError
from castle_site.operations.backups import backup_restore, database_running
from castle_site.operations.errors import BackupError


class Command(BaseCommand):
    """Restore while the service is stopped."""

    help = (
        "Fill an empty database from a backup and compare every table with what was backed up."
        " Stop the service first. The secrets must be those of before."
    )
    # The database may not run yet, and is empty.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="throw away what the database holds"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, compare, and say so."""
        start = time.perf_counter()
        try:
            with database_running():
                found = backup_restore(
                    url=settings.DATABASE_URL, path=options["file"], replace=options["replace"]
                )
        except (BackupError, ServerError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{found.rows} rows of {len(found.tables)} tables as of {found.made_at} restored,"
            f" every table equal, in {time.perf_counter() - start:.1f} s"
        )
