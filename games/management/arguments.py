"""Arguments that the commands share, read as the rules read them."""

import argparse
import re

from django.core.management.base import CommandParser

from games.rules import VARIANTS, InvalidDealNumberError, parse_deal_number
from games.solver import Budget

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


def deal_number(text: str) -> int:
    """A deal number of the command line."""
    try:
        return parse_deal_number(text)
    except InvalidDealNumberError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def byte_count(text: str) -> int:
    """An amount of memory such as `512M` or `2G`."""
    match = re.fullmatch(r"([0-9]{1,12})([KMG]?)", text.upper())
    if match is None or not int(match[1]):
        raise argparse.ArgumentTypeError(f"an amount of memory is like 512M or 2G, not {text!r}")
    return int(match[1]) * _UNITS[match[2]]


def positive(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text)):
        raise argparse.ArgumentTypeError(f"this must be a whole number from 1, not {text!r}")
    return int(text)


def add_deal(parser: CommandParser) -> None:
    """Take a variant and a deal number."""
    add_variant(parser)
    parser.add_argument("number", type=deal_number, help="the deal number, 1 to 10^20 - 1")


def add_variant(parser: CommandParser) -> None:
    """Take a variant."""
    parser.add_argument("variant", choices=list(VARIANTS), help="the game")


def add_budget(parser: CommandParser) -> None:
    """Take the limits of a search."""
    parser.add_argument("--nodes", type=positive, help="stop after so many states")
    parser.add_argument("--seconds", type=positive, help="stop after so many seconds")
    parser.add_argument("--memory", type=byte_count, help="stop at so much memory, as 512M or 2G")


def read_budget(options: dict[str, int | None], default: Budget) -> Budget:
    """The budget given; the default where no limit is."""
    given = {
        "nodes": options["nodes"],
        "seconds": options["seconds"],
        "bytes": options["memory"],
    }
    if not any(given.values()):
        return default
    # Memory has an end even where nobody has said so.
    return Budget(
        nodes=given["nodes"], seconds=given["seconds"], bytes=given["bytes"] or default.bytes
    )


def format_bytes(count: int) -> str:
    """An amount of memory for people."""
    return f"{count / 2**20:,.1f} MiB"


def format_par(low: int | None, high: int | None) -> str:
    """Bounds of par for people: `73 (proven)`, `70 to 85`, `unknown`."""
    if low is not None and low == high:
        return f"{low} (proven)"
    if high is None:
        return "unknown" if low is None else f"at least {low}"
    return f"{low or 0} to {high}"
