"""Position text: the board format of PySolFC's tools and of fc-solve.

Source of the format: fc-solve's README (on board input) and what that program and the
package pysol_cards print. A foundations line comes first, then the eight rows, one a line::

    Foundations: H-A C-2 D-0 S-0
    7D 5H 8H
    :
    ...

A row is written innermost card first, an empty one as a colon.
"""

import re
from collections.abc import Iterator

from games.rules.board import Board
from games.rules.cards import RANKS, SUITS, Card, format_card, parse_card
from games.rules.errors import InvalidCardError, InvalidPositionError
from games.rules.moves import ROW_COUNT

_SUIT_ORDER = "HCDS"  # of the foundations line, as both programs write it

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_WORD = re.compile(r"\S+", re.ASCII)
_LABEL = re.compile(r"\s*+(?:(foundations:|founds:)|(freecells:|fc:)|:)?", re.ASCII | re.IGNORECASE)
_TOP = re.compile(r"([HCDS])-(0|10|[A2-9TJQK])", re.ASCII | re.IGNORECASE)


def format_position(board: Board) -> str:
    """Return a position as text, with the foundations line, each line ended by a line feed.

    ``0`` is the top of an empty foundation. PySolFC and fc-solve read it as it is.
    """
    tops = " ".join(
        f"{suit}-{RANKS[top - 1] if top else 0}"
        for suit in _SUIT_ORDER
        for top in [board.foundations[SUITS.index(suit)]]
    )
    rows = (text or ":" for text in board.row_texts())
    return "\n".join([f"Foundations: {tops}", *rows, ""])


def parse_position(text: str) -> Board:
    """Read a position: eight row lines, before them the foundations line if any lies there.

    Accepted besides what format_position writes: ``10H`` and lower case; a colon before any
    row; an empty line for an empty row; ``Founds:`` for ``Foundations:``; suits in any
    order, left out when empty; a ``Freecells:`` line without cards; empty lines at the end.
    Raises InvalidPositionError with the place, also unless the 52 cards are all there, once.
    """
    rows: list[list[Card]] = []
    foundations: list[int] | None = None
    seen: set[Card] = set()
    for match in _LINE.finditer(text):
        label = _LABEL.match(text, match.start(), match.end())
        assert label is not None, "every part of the pattern may be empty"  # noqa: S101
        words = _WORD.finditer(text, label.end(), match.end())
        if label[1] is not None:
            if foundations is not None or rows:
                raise _refuse(text, label.start(1), "the foundations line comes first, once")
            foundations = _read_foundations(text, words)
        elif label[2] is not None:
            for word in words:
                if word[0].strip("-"):
                    raise _refuse(text, word.start(), "these games have no free cells")
        elif len(rows) < ROW_COUNT:
            rows.append(_read_row(text, words, seen))
        else:
            for word in words:
                raise _refuse(text, word.start(), "a position has eight rows")
    if len(rows) < ROW_COUNT:
        message = f"a position has eight rows, here are {len(rows)}"
        raise _refuse(text, len(text), message)
    return Board(rows, foundations or [0] * len(SUITS))


def _read_foundations(text: str, words: Iterator[re.Match[str]]) -> list[int]:
    """Return the top ranks in CDHS order that the words of a foundations line give."""
    tops: dict[str, int] = {}
    for word in words:
        match = _TOP.fullmatch(word[0])
        if match is None or match[1].upper() in tops:
            raise _refuse(text, word.start(), "not a foundation, or one that stood before")
        rank = match[2].upper().replace("10", "T")
        tops[match[1].upper()] = 0 if rank == "0" else RANKS.index(rank) + 1
    return [tops.get(suit, 0) for suit in SUITS]


def _read_row(text: str, words: Iterator[re.Match[str]], seen: set[Card]) -> list[Card]:
    """Return the cards of a row and add them to those seen, in which none may be yet."""
    row = []
    for word in words:
        try:
            card = parse_card(word[0])
        except InvalidCardError as refused:
            raise _refuse(text, word.start(), str(refused)) from None
        if card in seen:
            raise _refuse(text, word.start(), f"{format_card(card)} occurs twice")
        seen.add(card)
        row.append(card)
    return row


def _refuse(text: str, offset: int, message: str) -> InvalidPositionError:
    """Return the error for what stands at an offset."""
    word = _WORD.match(text[offset : offset + 100])
    return InvalidPositionError(message, text=word[0] if word else "", offset=offset)
