"""`manage.py backup FILE`: everything that the database holds, in one file."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from castle_site.embedded import ServerError
from castle_site.operations.backups import backup_make, database_running
from castle_site.operations.errors import BackupError


class Command(BaseCommand):
    """Back up while the service runs, or while it does not."""

    help = (
        "Write all of the database, as it is at one moment, to a file that only its owner may"
        " read. The service may go on. The secrets are not in it: keep them elsewhere."
    )
    # The database may not run yet.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file and say what is in it."""
        start = time.perf_counter()
        try:
            with database_running():
                made = backup_make(url=settings.DATABASE_URL, path=options["file"])
        except (BackupError, ServerError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{options['file']}: {made.rows} rows of {len(made.tables)} tables"
            f" as of {made.made_at}, in {time.perf_counter() - start:.1f} s"
        )
