"""Decides a deal, and finds its par."""

import json
import sys
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.arguments import (
    add_budget,
    add_deal,
    format_bytes,
    format_par,
    read_budget,
)
from games.management.progress import StateCounter
from games.rules import deal, format_line, get_variant
from games.solver import DEFAULT_BUDGET, Result, find_par, solve


class Command(BaseCommand):
    """`solve VARIANT NUMBER`: verdict, line and bounds of par, within a budget."""

    help = "Decide a deal; print verdict, line and par. Needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the deal, the budget and the form."""
        add_deal(parser)
        add_budget(parser)
        parser.add_argument(
            "--par", action="store_true", help="then search for the fewest moves, with as much"
        )
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print JSON")
        form.add_argument("--line", action="store_true", help="print the line alone")

    def handle(self, *args: Any, **options: Any) -> None:
        """Search and print; a CommandError if the line alone is wanted and there is none."""
        variant, number = get_variant(options["variant"]), options["number"]
        board = deal(variant, number)
        budget = read_budget(options, DEFAULT_BUDGET)
        with StateCounter(sys.stderr) as counter:
            result = solve(board, budget, progress=counter)
            if options["par"] and result.line is not None:
                counter.begin()
                par = find_par(
                    board,
                    budget,
                    known_line=result.line,
                    known_low=result.par_low or 0,
                    progress=counter,
                )
                result = _together(result, par)
        if options["json"]:
            data = {"variant": variant.slug, "number": str(number), **_data(result)}
            self.stdout.write(json.dumps(data))
        elif options["line"]:
            if result.line is None:
                raise CommandError(f"no line: the deal is {result.verdict.value}")
            self.stdout.write(format_line(result.line))
        else:
            self.stdout.write(_text(result))


def _together(first: Result, second: Result) -> Result:
    """The second result with the effort of both."""
    return replace(
        second,
        states=first.states + second.states,
        seconds=first.seconds + second.seconds,
        peak_bytes=max(first.peak_bytes, second.peak_bytes),
    )


def _data(result: Result) -> dict[str, Any]:
    """A result as JSON."""
    return {
        "verdict": result.verdict.value,
        "stopped": result.stopped,
        "moves": result.moves,
        "par": {"low": result.par_low, "high": result.par_high, "proven": result.par_proven},
        "line": None if result.line is None else format_line(result.line),
        "states": result.states,
        "seconds": round(result.seconds, 3),
        "peak_bytes": result.peak_bytes,
        "solver_version": result.solver_version,
    }


def _text(result: Result) -> str:
    """A result for people."""
    lines = [f"verdict  {result.verdict.value}"]
    if result.stopped is not None:
        lines[0] += f" (stopped by the limit of {result.stopped})"
    if result.line is not None:
        lines.append(f"moves    {result.moves}")
        lines.append(f"par      {format_par(result.par_low, result.par_high)}")
        lines.append(f"line     {format_line(result.line)}")
    lines.append(
        f"effort   {result.states:,} states, {result.seconds:.2f} s,"
        f" {format_bytes(result.peak_bytes)}, solver {result.solver_version}"
    )
    return "\n".join(lines)
