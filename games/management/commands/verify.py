"""Replays a line on a deal."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.lines import UnreadableLineError, line_replay
from games.management.arguments import add_deal
from games.rules import CARD_COUNT, LINE_FORMATS, Replay, get_variant

# No line is longer; reading an endless file has an end.
MAX_LENGTH = 2**20


class Command(BaseCommand):
    """`verify VARIANT NUMBER [LINE]`: exit status 0 won, 1 unfinished, 2 not legal."""

    help = (
        "Replay a line on a deal. Exit status: 0 it wins, 1 it is legal and unfinished,"
        " 2 it breaks the rules or cannot be read. Needs no database."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the deal, the line and its format."""
        add_deal(parser)
        parser.add_argument("line", nargs="?", help="the line; without it, standard input")
        parser.add_argument("--file", type=Path, help="read the line from a file")
        parser.add_argument("--format", choices=list(LINE_FORMATS), default="native")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay, say what came of it, exit accordingly."""
        text = _read(options["line"], options["file"])
        try:
            result = line_replay(
                get_variant(options["variant"]), options["number"], text, options["format"]
            )
        except UnreadableLineError as error:
            raise CommandError(error.detail, returncode=2) from error
        self.stdout.write(_sentence(result))
        if result.error is not None:
            sys.exit(2)
        if not result.won:
            sys.exit(1)


def _read(line: str | None, file: Path | None) -> str:
    """The line from where it was said to be."""
    if line is not None and file is not None:
        raise CommandError("give the line or a file, not both", returncode=2)
    if line is not None:
        return line
    if file is None:
        return sys.stdin.read(MAX_LENGTH)
    try:
        with file.open(encoding="utf-8") as stream:
            return stream.read(MAX_LENGTH)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}", returncode=2) from error


def _sentence(result: Replay) -> str:
    """What came of the line, for people."""
    if result.error is not None:
        error = result.error
        return (
            f"not legal: move {error.index} (`{error.text}`, at character {error.offset}):"
            f" {error.reason.value}: {error.detail}"
        )
    if result.won:
        return f"won in {result.move_count} moves"
    return (
        f"unfinished after {result.move_count} moves:"
        f" {result.foundation_cards} of {CARD_COUNT} cards are on the foundations"
    )
