"""`manage.py prepare_challenges`: make the challenges of today and the days ahead."""

import datetime as dt
import sys
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games import clock
from games.rules import VARIANTS
from leaderboard.selectors.challenges import date_parse
from leaderboard.services.challenges import DAYS_AHEAD, challenge_make, challenges_missing


def _date(text: str) -> dt.date:
    date = date_parse(text)
    if date is None:
        raise ArgumentTypeError(f"{text!r} is no date like 2025-03-09")
    return date


class Command(BaseCommand):
    """Make the missing challenges, today's first; says nothing of their deals."""

    help = "Make the challenges that are missing, today's first. Nothing of their deals is shown."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare `--days` and `--date`, of which one may be given."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--days",
            type=int,
            default=DAYS_AHEAD,
            help=f"how many days ahead, 0 for today alone (default: {DAYS_AHEAD})",
        )
        which.add_argument("--date", type=_date, help="this date alone, UTC, not in the past")

    def handle(self, *args: Any, **options: Any) -> None:
        """Search, with a progress bar where there is more than one to make."""
        date: dt.date | None = options["date"]
        days: int = options["days"]
        if not 0 <= days <= 365:
            raise CommandError("--days goes from 0 to 365")
        if date is not None:
            if date < clock.now().date():
                raise CommandError("the past gets no challenges")
            missing = [(slug, date) for slug in VARIANTS]
        else:
            missing = challenges_missing(days=days)
        if not missing:
            self.stdout.write("all challenges are made already")
            return
        # None: shown on a terminal alone.
        hidden = True if len(missing) < 2 else None
        bar = tqdm(missing, unit="challenge", file=sys.stderr, disable=hidden)
        made = 0
        for variant, day in bar:
            bar.set_postfix_str(f"{variant} {day}")
            ready = challenge_make(variant=variant, date=day) is not None
            made += ready
            self.stdout.write(f"{variant} {day}: {'ready' if ready else 'being made elsewhere'}")
        self.stdout.write(f"{made} of {len(missing)} challenges made")
