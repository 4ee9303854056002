"""`manage.py seed_demo`: made-up competition from real lines, for trying out and for benches."""

import sys
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games import clock
from games.management.arguments import positive
from leaderboard.models import Player
from leaderboard.seeding.plan import Plan, plan_make
from leaderboard.seeding.playing import HANDLE_PREFIX, Event, plan_play

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
        )
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


def _bar(events: list[Event]) -> Iterable[Event]:
    """The events with a bar, on a terminal alone."""
    return tqdm(events, unit=" events", file=sys.stderr, disable=None)
