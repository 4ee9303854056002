"""What the commands that advise on a line share."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.lines import IllegalLineError, UnreadableLineError, line_require
from games.rules import LINE_FORMATS, Replay, Variant


def add_line(parser: CommandParser) -> None:
    """Take the moves played so far."""
    parser.add_argument("moves", nargs="?", default="", metavar="LINE", help="the moves so far")
    parser.add_argument("--format", choices=list(LINE_FORMATS), default="native")


def read_line(variant: Variant, number: int, options: dict[str, Any]) -> Replay:
    """The replay of the moves; a CommandError unless they are legal."""
    try:
        return line_require(variant, number, options["moves"], options["format"])
    except (UnreadableLineError, IllegalLineError) as error:
        raise CommandError(error.detail, returncode=2) from error
