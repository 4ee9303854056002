"""Brings database, static files, compiled solver and challenges up to date, then ends.

`python -m castle_site.prepare` runs before the other processes start: under the supervisor
and as a service of its own in `docker-compose.yml`. It may run twice, and at the same time
as a running service. With `--image` it makes only what needs no server and no secret:
that is a step of building an image.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence

import django

IMAGE_STEPS = ("static files", "solver")


def main(arguments: Sequence[str]) -> int:
    """Run each step and say how long it took.

    1 if the database does not answer, or broker or cache are set up to lose tasks.
    """
    image = "--image" in arguments
    if image:
        # Static files are the same in every environment but the tests'.
        secrets = ("SECRET_KEY", "CHALLENGE_SECRET", "HANDLE_SECRET")
        os.environ |= {name: f"not a secret: {name} of an image" * 2 for name in secrets}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import OperationalError

    from castle_site.operations.valkeys import valkey_problems
    from games.solver import warm_up

    if not image and (wrong := valkey_problems(settings.BROKER_URL, settings.CACHE_URL)):
        print("".join(f"  - {problem}\n" for problem in wrong), end="", flush=True)
        return 1

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
        if image and name not in IMAGE_STEPS:
            continue
        start = time.perf_counter()
        try:
            step()
        except OperationalError as error:
            print(f"  {name}: the database does not answer: {error}", flush=True)
            return 1
        print(f"  {name}: {time.perf_counter() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
