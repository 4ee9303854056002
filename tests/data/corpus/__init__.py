"""Reads the labelled deals; what they are stands in the README beside."""

import csv
from pathlib import Path
from typing import NamedTuple

from games.rules import VARIANTS, Board, deal, get_variant, parse_deal_number

_FOLDER = Path(__file__).parent


class Labelled(NamedTuple):
    """A deal with its known label; par is None where there is none or nobody proved it."""

    variant: str
    number: int
    verdict: str
    par: int | None
    rows: str

    @property
    def board(self) -> Board:
        """The deal laid out."""
        return deal(get_variant(self.variant), self.number)


def labelled(variant: str) -> list[Labelled]:
    """The labelled deals of a variant, in the order of the file."""
    with (_FOLDER / f"{variant}.csv").open(newline="", encoding="ascii") as file:
        return [
            Labelled(
                variant,
                parse_deal_number(row["number"]),
                row["verdict"],
                int(row["par"]) if row["par"] else None,
                row["rows"],
            )
            for row in csv.DictReader(file)
        ]


DEALS = [one for slug in VARIANTS for one in labelled(slug)]
