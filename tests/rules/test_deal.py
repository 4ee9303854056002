"""Deals by number: golden layouts, other programs' layouts, the rules' own words."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from pysol_cards.cards import CardRenderer  # type: ignore[import-untyped]
from pysol_cards.deal_game import Game  # type: ignore[import-untyped]
from pysol_cards.random_base import RandomBase  # type: ignore[import-untyped]

from games.rules import (
    BELEAGUERED_CASTLE,
    CITADEL,
    MAX_DEAL_NUMBER,
    STREETS_AND_ALLEYS,
    VARIANTS,
    InvalidDealNumberError,
    Variant,
    deal,
    format_card,
    format_position,
    parse_deal_number,
    rank_of,
    shuffled_pack,
    suit_of,
)
from tests.data.corpus import labelled
from tests.rules import golden
from tests.rules.strategies import deal_numbers

ROOT = Path(__file__).parents[2]


def test_it_works() -> None:
    board = deal(STREETS_AND_ALLEYS, 79680425071963186202)
    assert board.row_texts()[0] == "5D 4C 7C 9C KC JC 7D"
    assert board.foundations == [0, 0, 0, 0]


def test_golden_layouts_of_137_numbers_in_each_variant() -> None:
    assert golden.differing() == (3 * 137, [])


def pythons_at_hand() -> list[str]:
    """Return the Pythons from 3.11 up on the path or kept by pyenv, this one first."""
    found = [sys.executable]
    for minor in range(11, 20):
        found += filter(None, [shutil.which(f"python3.{minor}")])
        found += map(str, Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3"))
    # A launcher on the path may have no Python behind it.
    runs = [subprocess.run([path, "-V"], capture_output=True, check=False) for path in found]
    return [path for path, run in zip(found, runs, strict=True) if run.returncode == 0]


def test_golden_layouts_hold_on_every_python_at_hand() -> None:
    pythons = pythons_at_hand()
    assert len(pythons) >= 1
    for python in pythons:
        command = [python, "-B", "-m", "tests.rules.golden"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == ("411 of 411 layouts equal\n", 0), done.stderr


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_rows_of_the_corpus_byte_for_byte(slug: str) -> None:
    deals = labelled(slug)
    assert len(deals) == 60
    for one in deals:
        assert "/".join(one.board.row_texts()) == one.rows


def numbers_of_all_sizes() -> list[int]:
    """Return 1,000 numbers: below 32,000, around it, of all lengths, and of the whole range."""
    source = random.Random(20)  # noqa: S311
    small = [source.randint(1, 32_000) for _ in range(330)]
    around = list(range(31_980, 32_020))
    sizes = [source.randint(1, 10 ** source.randint(5, 20) - 1) for _ in range(300)]
    large = [source.randint(1, MAX_DEAL_NUMBER) for _ in range(328)]
    return [1, MAX_DEAL_NUMBER, *small, *around, *sizes, *large]


@pytest.mark.parametrize(
    ("variant", "game"),
    [(BELEAGUERED_CASTLE, "beleaguered_castle"), (STREETS_AND_ALLEYS, "streets_and_alleys")],
)
def test_a_thousand_layouts_equal_pysol_cards(variant: Variant, game: str) -> None:
    numbers = numbers_of_all_sizes()
    assert len(numbers) == 1000
    for number in numbers:
        theirs = Game(game, number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
        ours = format_position(deal(variant, number))
        # pysol_cards leaves out empty foundations, and the line when all are empty.
        assert ours.removeprefix("Foundations: H-0 C-0 D-0 S-0\n") == theirs, number


def test_rows_are_filled_by_columns_left_wing_first() -> None:
    pack = shuffled_pack(1)
    rows = deal(STREETS_AND_ALLEYS, 1).rows
    assert [row[0] for row in rows] == list(pack[:8])
    assert [len(row) for row in rows] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert [row[6] for row in rows[:4]] == list(pack[48:])


def test_beleaguered_castle_deals_the_pack_without_its_aces() -> None:
    board = deal(BELEAGUERED_CASTLE, 1)
    rest = [card for card in shuffled_pack(1) if rank_of(card) != 1]
    assert [len(row) for row in board.rows] == [6] * 8
    assert board.foundations == [1, 1, 1, 1]
    assert [row[place] for place in range(6) for row in board.rows] == rest


def test_citadel_passes_a_row_over_for_a_card_that_goes_up() -> None:
    seen_lengths = set()
    for number in range(1, 200):
        board = deal(CITADEL, number)
        tops = [0, 0, 0, 0]
        rows: list[list[int]] = [[] for _ in range(8)]
        for k, card in enumerate(shuffled_pack(number)):
            if rank_of(card) == tops[suit_of(card)] + 1:
                tops[suit_of(card)] += 1
            else:
                rows[k % 8].append(card)
        assert (board.rows, board.foundations) == (rows, tops)
        assert min(tops) >= 1  # an ace always fits
        assert all(len(row) <= (7 if number < 5 else 6) for number, row in enumerate(rows, 1))
        seen_lengths.add(len(rows[0]))
    assert len(seen_lengths) > 2


def test_only_the_card_just_dealt_goes_up_in_citadel() -> None:
    # In deal 5 the two of spades lies in row 7 and is innermost there: it was dealt before
    # its ace, which went up later without it.
    board = deal(CITADEL, 5)
    assert board.row_texts()[6].startswith("2S ")
    assert board.foundations == [1, 1, 2, 1]
    assert board.foundation_cards == 5


@given(deal_numbers)
def test_every_pack_has_52_cards(number: int) -> None:
    assert sorted(shuffled_pack(number)) == list(range(52))
    for variant in VARIANTS.values():
        board = deal(variant, number)
        assert sum(map(len, board.rows)) + board.foundation_cards == 52
        assert board.move_stack == []


def test_numbers_out_of_range_are_refused() -> None:
    for number in (0, -1, MAX_DEAL_NUMBER + 1, 10**5000, -(10**5000)):
        with pytest.raises(InvalidDealNumberError, match=r"from 1 to 10\^20 - 1"):
            deal(CITADEL, number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("32001", 32001),
        ("99999999999999999999", MAX_DEAL_NUMBER),
        ("00000000000000000007", 7),
    ],
)
def test_deal_numbers_are_read(text: str, number: int) -> None:
    assert parse_deal_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "0", "000", "-1", "+1", "1.0", "1e5", " 1", "1 ", "1\n", "0x10", "1_000", "NaN", "\u0663",
     "\uff11", "\u00b2", "1\x00", "\ud800", "100000000000000000000"],
)  # fmt: skip
def test_other_deal_numbers_are_refused(text: str) -> None:
    with pytest.raises(InvalidDealNumberError) as caught:
        parse_deal_number(text)
    assert caught.value.offset == 0
    assert caught.value.text.isascii()


def test_very_long_deal_numbers() -> None:
    assert parse_deal_number("0" * 10**6 + "12") == 12
    for text in ("9" * 21, "9" * 5000, "1" + "0" * 10**6):
        with pytest.raises(InvalidDealNumberError) as caught:
            parse_deal_number(text)
        assert caught.value.text == text[:20]


def test_the_pack_of_number_1_is_the_well_known_microsoft_deal() -> None:
    names = " ".join(format_card(card) for card in shuffled_pack(1)[:8])
    assert names == "JD 2D 9H JC 5D 7H 7C 5H"
