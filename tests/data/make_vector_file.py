"""Make the test vectors that the service gives to authors of clients.

    python -m tests.data.make_vector_file > games/vectors-1.ndjson

A version that was published never changes (`games.vectors` has its hash): what is
wrong, or missing, makes another version. docs/clients.md describes the records.
"""

import csv
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from games.rules import (
    LINE_FORMATS,
    RULES_VERSION,
    VARIANTS,
    InvalidCardError,
    InvalidDealNumberError,
    InvalidMoveError,
    Variant,
    deal,
    format_line,
    parse_card,
    parse_deal_number,
    replay,
    sequence_cost,
)
from leaderboard.replaying import positions
from tests.data.fc_solve import read_solutions
from tests.data.make_golden import FOLDER
from tests.data.make_vectors import make_vectors
from tests.leaderboard.lines import WON

VERSION = 1
POSITIONS, LINES, SOLUTIONS = 40, 60, 5
CARDS = ["AC", "TC", "10C", "kd", "7h", "1C", "11C", "7", "7HH", "", "H7", "\uff17H"]
NUMBERS = ["1", "007", "32000", "32001", "9007199254740993", "99999999999999999999"]
NO_NUMBERS = ["0", "", "-1", "+1", "1.0", " 1", "1e3", "100000000000000000000", "\u0661"]
TEXTS = {
    "native": [
        "", "38", " 38\t3h\n", "383h", "38 3H", "38x4", "38x1", "38x13 3h", "3838x4", "38x43h",
        "38x4 3h", "38x0", "38x14", "38x04", "38X4", "3hx2", "39", "9h", "3", "h3", "38,3h",
        "38 3h 9z", "\u00a038", "38\u20033h", "33",
    ],
    "fc-solve": [
        "", "38", "38 3h", "383h", "38v4", "38vd", "38v1", "38ve", "3hv2", "38x4", "3H", "38 a5",
        "-=-=-=-\n\n38 72v4 \n3h \n\nThis game is solveable.\nTotal number of states checked is"
        " 62.\nThis scan generated 24 states.\n",
        "I could not solve this game.\n",
    ],
}  # fmt: skip


def describe_card(text: str) -> dict[str, Any]:
    """Return a card's text with its number, None if it is no card."""
    try:
        return {"kind": "card", "text": text, "card": parse_card(text)}
    except InvalidCardError:
        return {"kind": "card", "text": text, "card": None}


def describe_number(text: str) -> dict[str, Any]:
    """Return a deal number's text with the number as a text, None if it is none."""
    try:
        return {"kind": "number", "text": text, "number": str(parse_deal_number(text))}
    except InvalidDealNumberError:
        return {"kind": "number", "text": text, "number": None}


def describe_text(line_format: str, text: str) -> dict[str, Any]:
    """Return a text of moves with its tokens, or with what is wrong and where."""
    record: dict[str, Any] = {"kind": "text", "format": line_format, "line": text}
    try:
        tokens = list(LINE_FORMATS[line_format].iter_tokens(text))
    except InvalidMoveError as error:
        wrong = {"token": error.token_index, "reason": error.reason, "offset": error.offset}
        return record | {"tokens": None, "error": wrong}
    return record | {"tokens": [list(token[:4]) for token in tokens], "error": None}


def deals() -> Iterator[dict[str, Any]]:
    """Yield the golden layouts of every second number."""
    with (FOLDER / "layouts.csv").open(encoding="ascii") as file:
        for row in list(csv.DictReader(file))[::2]:
            yield {
                "kind": "deal",
                "variant": row["variant"],
                "number": row["number"],
                "rows": row["rows"].split("/"),
                "foundations": list(map(int, row["foundations"].split())),
            }


def of_variant(variant: Variant) -> Iterator[dict[str, Any]]:
    """Yield positions, lines, solutions of fc-solve and replays of a variant."""
    made = make_vectors(variant, POSITIONS * 8, LINES, "file")
    chance = random.Random(variant.slug)  # noqa: S311 - nothing is secret
    for position in chance.sample(made["positions"], POSITIONS):
        yield {"kind": "position", **position}
    for line in made["lines"]:
        # The line of too many moves is 15 kB long.
        if len(line["line"]) < 1000:
            yield {"kind": "line", **line}
    for slug, number, output in read_solutions(variant.slug)[:SOLUTIONS]:
        moves = format_line(replay(deal(variant, number), output, format="fc-solve").moves)
        yield {
            "kind": "fc-solve",
            "variant": slug,
            "number": str(number),
            "line": output,
            "moves": moves,
        }
    won = next(each for each in WON if each.variant == variant.slug)
    yield {
        "kind": "replay",
        "variant": won.variant,
        "number": str(won.number),
        "moves": won.line.split(),
        "positions": positions(won.board, won.moves),
    }


def records() -> Iterator[dict[str, Any]]:
    """Yield all records."""
    yield {"kind": "vectors", "version": VERSION, "rules_version": RULES_VERSION}
    yield from map(describe_card, CARDS)
    yield from map(describe_number, NUMBERS + NO_NUMBERS)
    for line_format, texts in TEXTS.items():
        for text in texts:
            yield describe_text(line_format, text)
    for spaces in range(8):
        costs = [sequence_cost(count, spaces) for count in range(1, min(2**spaces, 13) + 1)]
        yield {"kind": "cost", "spaces": spaces, "costs": costs}
    yield from deals()
    for variant in VARIANTS.values():
        yield from of_variant(variant)


if __name__ == "__main__":
    for record in records():
        sys.stdout.write(json.dumps(record, separators=(",", ":")) + "\n")
