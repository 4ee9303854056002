"""`manage.py seed_demo`: made-up competition from real lines, for trying out and for benches."""

import sys
import time
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from tqdm import tqdm

from games import clock
from games.management.arguments import positive
from leaderboard.models import Player
from leaderboard.seeding.bulk import plan_store
from leaderboard.seeding.plan import Plan, plan_make
from leaderboard.seeding.playing import HANDLE_PREFIX, Event, plan_play
from leaderboard.seeding.storing import BulkRefusedError, bulk_check

MOST_PLAYERS = 5_000_000
MOST_DAYS = 3_660


class Command(BaseCommand):
    """Invent players and have them play real deals with lines that the rules replay."""

    help = (
        "Invent players who play the challenges of the last days, today's too: real deals, lines"
        " made from the solver's, replayed and stored as if they were sent. Not for production."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare how much is wanted."""
        parser.add_argument("--players", type=positive, default=30, help="default: 30")
        parser.add_argument("--days", type=positive, default=7, help="default: 7")
        parser.add_argument("--seed", type=positive, default=1, help="another one, other play")
        parser.add_argument(
            "--bulk",
            action="store_true",
            help="write the rows that play would leave, by the million; only into an empty"
            " database whose name ends in _bench",
        )
        parser.add_argument(
            "--results", type=positive, help="in all; default: half the players on each board"
        )
        parser.add_argument(
            "--board", type=positive, help="on today's and yesterday's board of the last variant"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Plan, play, and say what there is now."""
        if settings.PRODUCTION:
            raise CommandError("made-up players have no place in production")
        if options["players"] > MOST_PLAYERS or options["days"] > MOST_DAYS:
            raise CommandError(f"at most {MOST_PLAYERS} players and {MOST_DAYS} days")
        plan = plan_make(
            players=options["players"],
            days=options["days"],
            until=clock.now(),
            seed=options["seed"],
            results=options["results"],
            board=options["board"],
        )
        if options["bulk"]:
            self._store(plan)
        else:
            self._play(plan)

    def _play(self, plan: Plan) -> None:
        if Player.objects.filter(handle__startswith=HANDLE_PREFIX).exists():
            raise CommandError("the players of `seed_demo` are here already")
        played = plan_play(plan, shown=_bar)
        for day in played.skipped:
            self.stdout.write(f"{day.variant} {day.date}: left alone, its board is closed")
        counts = ", ".join(f"{count} {name}" for name, count in sorted(played.counts.items()))
        self.stdout.write(f"{plan.players} players, {int(plan.guest.sum())} of them guests")
        self.stdout.write(f"{len(plan.days)} challenges: {counts or 'nothing happened yet'}")
        self.stdout.write(f"password of demo-1 and all others: {played.password}")

    def _store(self, plan: Plan) -> None:
        try:
            bulk_check(results=sum(day.results for day in plan.days))
        except BulkRefusedError as error:
            raise CommandError(str(error)) from error
        begin = time.monotonic()

        def tell(text: str) -> None:
            self.stdout.write(f"{time.monotonic() - begin:7.1f} s  {text}")
            self.stdout.flush()

        counts = plan_store(plan, told=tell)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
            tell("vacuumed and analysed")
            cursor.execute("SELECT pg_database_size(current_database())")
            size = (cursor.fetchone() or (0,))[0]
        for name, count in counts.items():
            self.stdout.write(f"{count:>12,} {name}")
        self.stdout.write(f"{size / 2**30:.2f} GiB, {time.monotonic() - begin:.0f} s")


def _bar(events: list[Event]) -> Iterable[Event]:
    """The events with a bar, on a terminal alone."""
    return tqdm(events, unit=" events", file=sys.stderr, disable=None)
