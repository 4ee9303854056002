"""Advises on the next move."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.advice import add_line, read_line
from games.management.arguments import add_budget, add_deal, format_par, read_budget
from games.rules import format_line, format_move, get_variant
from games.solver import ADVICE_BUDGET, Verdict, hint


class Command(BaseCommand):
    """`hint VARIANT NUMBER [LINE]`: the next move of a winning line."""

    help = "Say the next move of a line that wins, or that none is left. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the deal, the line so far and the budget."""
        add_deal(parser)
        add_line(parser)
        add_budget(parser)
        parser.add_argument("--line", action="store_true", help="print the whole line, too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Search and print."""
        played = read_line(get_variant(options["variant"]), options["number"], options)
        if played.won:
            self.stdout.write("the game is won")
            return
        advice = hint(played.board, read_budget(options, ADVICE_BUDGET))
        result = advice.result
        if advice.move is None:
            self.stdout.write(
                "no move wins any more"
                if advice.verdict is Verdict.unsolvable
                else f"undetermined (stopped by the limit of {result.stopped})"
            )
            return
        left = format_par(result.par_low, result.par_high)
        self.stdout.write(f"{format_move(advice.move)}  fewest moves left: {left}")
        if options["line"]:
            self.stdout.write(format_line(result.line or ()))
