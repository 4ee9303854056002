"""Position text: written as PySolFC's tools and fc-solve do, read with their freedoms."""

import pytest
from hypothesis import given, settings

from games.rules import (
    BELEAGUERED_CASTLE,
    STREETS_AND_ALLEYS,
    Board,
    InvalidPositionError,
    deal,
    format_position,
    parse_position,
)
from tests.rules.strategies import boards

KINGS = "Foundations: H-Q C-Q D-Q S-Q\n"


def test_it_works() -> None:
    assert format_position(deal(BELEAGUERED_CASTLE, 5)) == (
        "Foundations: H-A C-A D-A S-A\n"
        "8S 9C KC JD 8C 6D\n"
        "2D KH 3H 7H 9D 6H\n"
        "QS 4D KD 8H KS 6C\n"
        "4C 2C 5H JH QD QC\n"
        "9H 3C 6S JC 4H JS\n"
        "2S 4S 8D 7D 2H 9S\n"
        "3D 3S TD 5S TC 7C\n"
        "5C 5D 7S QH TH TS\n"
    )


def test_empty_foundations_and_rows_are_written() -> None:
    board = Board([[], list(range(51, -1, -1)), *[[]] * 6], [0, 0, 0, 0])
    lines = format_position(board).split("\n")
    assert lines[0] == "Foundations: H-0 C-0 D-0 S-0"
    assert (lines[1], lines[3:]) == (":", [":"] * 6 + [""])
    assert parse_position(format_position(board)) == board


@settings(max_examples=300)
@given(boards)
def test_positions_survive_format_and_parse(board: Board) -> None:
    assert parse_position(format_position(board)) == board


@given(boards)
def test_positions_as_fc_solve_prints_them_are_read(board: Board) -> None:
    foundations, *rows, end = format_position(board).split("\n")
    printed = [f"{foundations} ", "Freecells:        ", *(f": {row}".rstrip(":") for row in rows)]
    assert parse_position("\n".join([*printed, end, end])) == board


@pytest.mark.parametrize(
    "text",
    [
        KINGS + "KC\nKD\nKH\nKS\n:\n:\n:\n:\n",
        KINGS + "KC\nKD\nKH\nKS\n\n\n\n\n",
        KINGS + "KC\nKD\nKH\nKS\n:\n:\n:\n:",
        KINGS + "kc\nkd\nkh\nks\n:\n:\n:\n:\n\n\n \t\n",
        KINGS.replace("\n", "\r\n") + "KC\r\nKD\r\nKH\r\nKS\r\n:\r\n:\r\n:\r\n:\r\n",
        "foundations: s-q d-q c-q h-q\n: KC\n:KD\n  : KH\n KS \n: \n:\n:\n:\n",
        "Founds: H-Q C-Q D-Q S-Q\nFC: - - - -\nKC\nKD\nKH\nKS\n:\n:\n:\n:\n",
        KINGS + "Freecells:\nKC\nKD\nKH\nKS\n:\n:\n:\n:\n",
    ],
)
def test_other_spellings_of_one_position(text: str) -> None:
    board = parse_position(text)
    assert board.row_texts() == ["KC", "KD", "KH", "KS", "", "", "", ""]
    assert board.foundations == [12, 12, 12, 12]


def test_tens_and_missing_foundations() -> None:
    rows = format_position(deal(STREETS_AND_ALLEYS, 5)).split("\n", 1)[1]
    assert parse_position(rows) == deal(STREETS_AND_ALLEYS, 5)
    assert parse_position(rows.replace("T", "10")) == deal(STREETS_AND_ALLEYS, 5)
    tens = "Foundations: H-10 D-T\n"
    board = parse_position(
        tens
        + "KH QH JH\nKD QD JD\n"
        + ":\n" * 5
        + " ".join(rank + suit for suit in "CS" for rank in "A23456789TJQK")
    )
    assert board.foundations == [0, 10, 10, 0]


@pytest.mark.parametrize(
    ("text", "message", "offset", "excerpt"),
    [
        ("", "a position has eight rows, here are 0", 0, ""),
        (KINGS + "KC\nKD\nKH\nKS\n:\n:\n:\n", "here are 7", 47, ""),
        (KINGS + "KC\nKD\nKH\nKS\n:\n:\n:\n:\nAC", "a position has eight rows", 49, "AC"),
        (KINGS + "KC\nKC\n", "KC occurs twice", 32, "KC"),
        (KINGS + "KC\nXX\n", "no card can be read here", 32, "XX"),
        (KINGS + "KC\nKD \x00\n", "no card can be read here", 35, "\\x00"),
        (KINGS + "KC\nK\u00e7\n", "no card can be read here", 32, "K\\xe7"),
        (KINGS + "KC\u2028KD", "no card can be read here", 29, "KC\\u2028KD"),
        (KINGS + KINGS, "the foundations line comes first, once", 29, "Foundations:"),
        ("KC\n" + KINGS, "the foundations line comes first, once", 3, "Foundations:"),
        ("Foundations: H-Q H-K\n", "not a foundation, or one that stood before", 17, "H-K"),
        ("Foundations: H-14\n", "not a foundation", 13, "H-14"),
        ("Foundations: H-\u0663\n", "not a foundation", 13, "H-\\u0663"),
        ("Foundations: H-99999999999\n", "not a foundation", 13, "H-99999999999"),
        ("Freecells: - KC\n", "these games have no free cells", 13, "KC"),
        ("Talon: KC\n", "no card can be read here", 0, "Talon:"),
    ],
)
def test_other_texts_are_refused_with_the_place(
    text: str, message: str, offset: int, excerpt: str
) -> None:
    with pytest.raises(InvalidPositionError, match=message) as caught:
        parse_position(text)
    assert (caught.value.offset, caught.value.text) == (offset, excerpt)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("KC\nKD\nKH\n:\n:\n:\n:\n:\n", "KS is missing"),
        ("KC QC\nKD\nKH\nKS\n:\n:\n:\n:\n", "QC is in a row and on its foundation too"),
    ],
)
def test_the_pack_must_be_whole(rows: str, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        parse_position(KINGS + rows)


def test_very_long_texts_are_refused() -> None:
    for text in (
        "x" * 10**6,
        " " * 10**6 + "x",
        ": " * 10**6,
        "\n" * 10**6 + "x",
        KINGS + "KC " * 10**6,
        "Foundations: " + "H-K " * 10**6,
        "Freecells:\n" * 10**5,
        "Freecells:" + " -" * 10**6,
    ):
        with pytest.raises(InvalidPositionError) as caught:
            parse_position(text)
        assert caught.value.offset is not None
