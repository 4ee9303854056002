"""Replays all stored submissions again."""

import argparse
import datetime as dt
import json
import sys
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules import VARIANTS
from leaderboard.selectors.challenges import date_parse
from leaderboard.selectors.replays import Verified, submissions_verified

# So many are named one by one; all are counted.
MOST_NAMED = 1000


def date(text: str) -> dt.date:
    """A date of the command line."""
    found = date_parse(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"a date is like 2025-03-09, not {text!r}")
    return found


class Command(BaseCommand):
    """`reverify`: exit status 0 if every stored word holds, 1 if not."""

    help = (
        "Replay all stored submissions under the rules version that they were stored with, and"
        " report what differs. Changes nothing. Exit status: 0 all hold, 1 some do not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what is to be looked at, and the form of the report."""
        parser.add_argument("--variant", choices=list(VARIANTS), help="of this variant only")
        parser.add_argument("--from", type=date, dest="first", help="challenges from this date on")
        parser.add_argument("--to", type=date, dest="last", help="challenges up to this date")
        parser.add_argument("--json", action="store_true", help="report as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay, report, exit accordingly."""
        report = Report()
        found = submissions_verified(
            variant=options["variant"], first=options["first"], last=options["last"]
        )
        for one in found:
            report.add(one)
        if options["json"]:
            self.stdout.write(json.dumps(report.data(), indent=2))
        else:
            self.stdout.write("\n".join(report.lines()))
        if report.wrong or report.unknown:
            sys.exit(1)


class Report:
    """What has been found: counts of all, names of those that do not hold."""

    def __init__(self) -> None:
        self.versions: Counter[int] = Counter()
        self.accepted = self.rejected = self.wrong = self.unknown = 0
        self.named: list[Verified] = []

    def add(self, one: Verified) -> None:
        """Count a submission, and name it if it does not hold."""
        self.versions[one.rules_version] += 1
        if one.accepted:
            self.accepted += 1
        else:
            self.rejected += 1
        if one.differences == []:
            return
        if one.differences is None:
            self.unknown += 1
        else:
            self.wrong += 1
        if len(self.named) < MOST_NAMED:
            self.named.append(one)

    def data(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "submissions": self.accepted + self.rejected,
            "accepted": self.accepted,
            "rejected": self.rejected,
            "rules_versions": {str(version): self.versions[version] for version in self._sorted()},
            "wrong": self.wrong,
            "unknown_rules": self.unknown,
            "named": [
                {
                    "id": str(one.id),
                    "variant": one.variant,
                    "date": one.date.isoformat(),
                    "rules_version": one.rules_version,
                    "differences": one.differences,
                }
                for one in self.named
            ],
        }

    def lines(self) -> list[str]:
        """The report for people."""
        total = self.accepted + self.rejected
        found = [f"{total} submissions: {self.accepted} accepted, {self.rejected} rejected"]
        found += [f"rules version {one}: {self.versions[one]}" for one in self._sorted()]
        found.append(f"wrong: {self.wrong}; of unknown rules: {self.unknown}")
        for one in self.named:
            what = "unknown rules" if one.differences is None else ", ".join(one.differences)
            found.append(f"{one.id} {one.variant} {one.date}: {what}")
        return found

    def _sorted(self) -> list[int]:
        return sorted(self.versions)
