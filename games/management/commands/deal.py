"""Prints the starting position of a deal."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.arguments import add_deal
from games.rules import deal, format_position, get_variant
from games.serializers import layout_data


class Command(BaseCommand):
    """`deal VARIANT NUMBER`: the position as text, as JSON or as its canonical key."""

    help = "Print the starting position of a deal. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the deal and the form."""
        add_deal(parser)
        parser.add_argument(
            "--format",
            choices=["text", "json", "key"],
            default="text",
            help="text: rows as PySolFC's tools write them; json: as the API shows them;"
            " key: the canonical key",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        variant, number = get_variant(options["variant"]), options["number"]
        board = deal(variant, number)
        if options["format"] == "json":
            text = json.dumps(layout_data(variant, number, board))
        elif options["format"] == "key":
            text = board.key()
        else:
            text = format_position(board).rstrip("\n")
        self.stdout.write(text)
