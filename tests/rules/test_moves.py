"""Single moves and their texts."""

import pytest

from games.rules import HOME, InvalidMoveError, Move, format_move, parse_move


def test_it_works() -> None:
    assert parse_move("38") == Move(3, 8)
    assert parse_move("3h") == Move(3, HOME)
    assert format_move(Move(3, 8)) == "38"
    assert str(Move(3, HOME)) == "3h"


def test_every_move_survives_format_and_parse() -> None:
    moves = [Move(source, destination) for source in range(1, 9) for destination in range(9)]
    assert len(moves) == 72
    for move in moves:
        assert parse_move(format_move(move)) == move
        assert parse_move(format_move(move).upper()) == move


@pytest.mark.parametrize(
    "text",
    ["", "3", "h3", "hh", "39", "93", "03", "30", "3 8", " 38", "38 ", "38x2", "3\x00", "3\u0668",
     "\uff13\uff18", "3\ud800", "3H\n", "38" * 50],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_move(text)
    assert (caught.value.offset, caught.value.reason) == (0, "bad_text")
    assert caught.value.text.isascii()
