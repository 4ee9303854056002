"""Makes the labels of deals, here or by the workers."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games import services
from games.management.arguments import add_variant, format_par
from games.management.progress import progress
from games.models import Deal
from games.queueing import enqueue_on_commit
from games.rules import InvalidDealNumberError, get_variant, parse_deal_number
from games.tasks import label_make


class Command(BaseCommand):
    """`label VARIANT NUMBER...`: what is labelled already is left as it is."""

    help = "Make the labels of deals in the database. Numbers may be ranges: 1-100."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the deals and how to go about it."""
        add_variant(parser)
        parser.add_argument("numbers", nargs="*", help="deal numbers and ranges such as 1-100")
        parser.add_argument("--file", type=Path, help="read more of them from a file")
        parser.add_argument(
            "--again", action="store_true", help="search again where the verdict is open"
        )
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--par", action="store_true", help="search for par, too")
        how.add_argument("--queue", action="store_true", help="leave the work to the workers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the labels, one line a deal, then the sums."""
        variant = get_variant(options["variant"])
        ranges = _read_ranges(options["numbers"], options["file"])
        total = sum(last - first + 1 for first, last in ranges)
        if not total:
            raise CommandError("which deals? Give numbers, ranges or a file")
        counts: Counter[str] = Counter()
        numbers = chain.from_iterable(range(first, last + 1) for first, last in ranges)
        with progress(numbers, total, sys.stderr) as bar:
            for number in bar:
                asked = services.label_request(
                    variant=variant, number=number, again=options["again"], limited=False
                )
                if options["queue"]:
                    if asked.queued:
                        enqueue_on_commit(label_make, asked.deal.pk)
                    counts["queued" if asked.queued else "left as they are"] += 1
                    continue
                row = self._make(asked.deal, par=options["par"])
                counts[row.verdict or "not labelled"] += 1
                with tqdm.external_write_mode(file=sys.stderr):
                    self.stdout.write(_line_of(row))
        sums = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        tqdm.write(f"{total} deals: {sums}", file=sys.stderr)

    def _make(self, row: Deal, *, par: bool) -> Deal:
        """Run the jobs of a deal here and now."""
        services.label_run(deal_id=row.pk)
        row.refresh_from_db()
        if par:
            services.par_request(deal=row)
            services.par_run(deal_id=row.pk)
            row.refresh_from_db()
        return row


def _read_ranges(words: Sequence[str], file: Path | None) -> list[tuple[int, int]]:
    """First and last number of each range."""
    try:
        more = file.read_text(encoding="utf-8").split() if file is not None else []
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error
    return list(_parse_ranges(chain(words, more)))


def _parse_ranges(words: Iterator[str] | chain[str]) -> Iterator[tuple[int, int]]:
    for word in words:
        first, dash, last = word.partition("-")
        try:
            begin = parse_deal_number(first)
            end = parse_deal_number(last) if dash else begin
        except InvalidDealNumberError as error:
            raise CommandError(f"{word!r}: {error}") from error
        if end < begin:
            raise CommandError(f"{word!r}: a range goes up")
        yield begin, end


def _line_of(row: Deal) -> str:
    """One deal with its label."""
    text = f"{row.variant} {int(row.number)} {row.verdict or 'not labelled'}"
    if row.moves is not None:
        text += f", {row.moves} moves, par {format_par(row.par_low, row.par_high)}"
    return text
