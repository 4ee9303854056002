"""Tells where a line was lost."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.advice import add_line, read_line
from games.management.arguments import add_budget, add_deal, read_budget
from games.rules import Move, deal, format_line, format_move, get_variant
from games.solver import ADVICE_BUDGET, PostMortem, post_mortem


class Command(BaseCommand):
    """`post_mortem VARIANT NUMBER LINE`: the last position that could still be won."""

    help = "Say where a line was lost, and how it could have been won. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the deal, the line and the budget for each position."""
        add_deal(parser)
        add_line(parser)
        add_budget(parser)
        parser.add_argument(
            "--par", action="store_true", help="say at each move how far from par it was"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Search and print."""
        variant, number = get_variant(options["variant"]), options["number"]
        played = read_line(variant, number, options)
        budget = read_budget(options, ADVICE_BUDGET)
        report = post_mortem(
            deal(variant, number),
            played.moves,
            budget,
            par_budget=budget if options["par"] else None,
        )
        self.stdout.write(_sentence(report, played.moves))
        if report.winning_line:
            self.stdout.write(f"from there  {format_line(report.winning_line)}")
        if options["par"]:
            for line in _pars(report, played.moves):
                self.stdout.write(line)


def _sentence(report: PostMortem, line: tuple[Move, ...]) -> str:
    """Where the line was lost, for people."""
    last, lost = report.last_winnable, report.first_lost
    if not report.exact:
        known = [
            "" if last is None else f"could still be won after {last} moves",
            "" if lost is None else f"was lost after {lost}",
        ]
        return "undetermined: " + (", ".join(filter(None, known)) or "nothing is proven")
    if last is None:
        return "the deal cannot be won"
    if lost is None:
        return f"can still be won after all {last} moves"
    return f"lost by move {last} (`{format_move(line[last])}`): after {last} moves it could be won"


def _pars(report: PostMortem, line: tuple[Move, ...]) -> list[str]:
    """A line a position: the moves before it, the last of them, fewest moves left, over par."""
    rows = []
    for index, (left, over) in enumerate(zip(report.par, report.over_par, strict=True)):
        move = format_move(line[index - 1]) if index else "  "
        known = "?" if left is None else str(left)
        rows.append(f"{index:>4}  {move}  {known:>3} left  {'?' if over is None else f'+{over}'}")
    return rows
