"""`manage.py check_commitment`: redo the choice of an opened challenge from what is public."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import VARIANTS, InvalidDealNumberError, parse_deal_number
from leaderboard.commitments import candidate_number, commitment, commitment_error
from leaderboard.selectors.challenges import date_parse

# Half of all deals are solvable: nobody gets as far as that.
MANY = 1000


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError as error:
        raise ArgumentTypeError("the key is 64 hexadecimal digits") from error
    if len(key) != 32:
        raise ArgumentTypeError("the key is 64 hexadecimal digits")
    return key


def _number(text: str) -> int:
    try:
        return parse_deal_number(text)
    except InvalidDealNumberError as error:
        raise ArgumentTypeError(str(error)) from error


class Command(BaseCommand):
    """Check number, key, candidate and commitment against each other; needs no database."""

    help = "Check an opened challenge: that its number is the candidate, and the commitment its."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the published values of one challenge."""
        parser.add_argument("variant", choices=list(VARIANTS))
        parser.add_argument("date", help="UTC, like 2025-03-09")
        parser.add_argument("number", type=_number, help="the deal number")
        parser.add_argument("key", type=_key, help="K, 64 hexadecimal digits")
        parser.add_argument("candidate", type=int, help="i, from 0")
        parser.add_argument("--commitment", help="as it was published before the date")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the candidates up to the chosen one, and what is wrong as an error."""
        date = date_parse(options["date"])
        if date is None:
            raise CommandError(f"{options['date']!r} is no date like 2025-03-09")
        if not 0 <= options["candidate"] < MANY:
            raise CommandError(f"the candidate goes from 0 to {MANY - 1}")
        variant, key, candidate = options["variant"], options["key"], options["candidate"]
        number = options["number"]
        for index in range(candidate + 1):
            self.stdout.write(f"candidate {index}: {candidate_number(key, index)}")
        self.stdout.write(f"commitment: {commitment(variant, date, number, key)}")
        error = commitment_error(
            variant,
            date,
            number=number,
            key=key,
            index=candidate,
            published=options["commitment"],
        )
        if error is not None:
            raise CommandError(error)
        self.stdout.write("all agrees")
