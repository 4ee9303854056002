"""Cards and their texts."""

import pytest

from games.rules import (
    CARD_COUNT,
    RANKS,
    SUITS,
    InvalidCardError,
    RulesError,
    format_card,
    make_card,
    parse_card,
    rank_of,
    suit_of,
)


def test_it_works() -> None:
    card = parse_card("7H")
    assert (rank_of(card), suit_of(card), format_card(card)) == (7, 2, "7H")


def test_cards_are_numbered_by_rank_then_suit() -> None:
    names = [format_card(card) for card in range(CARD_COUNT)]
    assert names[:5] == ["AC", "AD", "AH", "AS", "2C"]
    assert names[-1] == "KS"
    assert len(set(names)) == 52


def test_every_card_survives_parse_and_format() -> None:
    for rank in range(1, 14):
        for suit in range(4):
            card = make_card(rank, suit)
            assert (rank_of(card), suit_of(card)) == (rank, suit)
            assert format_card(card) == RANKS[rank - 1] + SUITS[suit]
            assert parse_card(format_card(card)) == card
            assert parse_card(format_card(card).lower()) == card


@pytest.mark.parametrize(
    ("text", "shown"), [("10C", "TC"), ("10s", "TS"), ("tc", "TC"), ("aH", "AH")]
)
def test_other_spellings_are_read_and_never_written(text: str, shown: str) -> None:
    assert format_card(parse_card(text)) == shown


@pytest.mark.parametrize(
    "text",
    ["", "7", "H7", "7HH", "1H", "11H", "0C", "7X", " 7H", "7H ", "7\x00", "\u0663H", "7\u017f",
     "10", "100C", "T\ud800", "\uff17H", "K" * 100],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidCardError) as caught:
        parse_card(text)
    assert caught.value.offset == 0
    assert caught.value.text.isascii()
    assert len(caught.value.text) <= 20
    assert isinstance(caught.value, RulesError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, -1), (1, 4)])
def test_no_card_outside_of_the_pack_is_made(rank: int, suit: int) -> None:
    with pytest.raises(InvalidCardError, match="no card has rank"):
        make_card(rank, suit)
