"""Brings database, static files, compiled solver and challenges up to date, then ends.

`python -m castle_site.prepare` runs before the other processes start: under the supervisor
and as a service of its own in `docker-compose.yml`. It may run twice, and at the same time
as a running service.
"""

import os
import sys
import time
from collections.abc import Callable

import django


def main() -> int:
    """Run each step and say how long it took."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")
    django.setup()
    from django.core.management import call_command

    from games.solver import warm_up

    def collect() -> None:
        call_command(
            "collectstatic",
            interactive=False,
            verbosity=0,
            # Parts of the packages that no page of ours asks for.
            ignore_patterns=["redoc", "rest_framework"],
        )

    steps: list[tuple[str, Callable[[], object]]] = [
        ("database", lambda: call_command("migrate", interactive=False, verbosity=0)),
        ("static files", collect),
        ("solver", warm_up),
        ("today's challenges", lambda: call_command("prepare_challenges", days=0)),
    ]
    for name, step in steps:
        start = time.perf_counter()
        step()
        print(f"  {name}: {time.perf_counter() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
