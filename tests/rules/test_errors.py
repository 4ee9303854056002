"""What errors carry can be stored and shown anywhere."""

import pytest

from games.rules import InvalidMoveError, RulesError, parse_line, parse_position
from games.rules.errors import excerpt


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("38", "38"),
        ("a\x00b", "a\\x00b"),
        ("\ud800", "\\ud800"),
        ("٣8", "\\u06638"),
        ("x" * 50, "x" * 20),
        ("\\", "\\\\"),
        ("", ""),
    ],
)
def test_an_excerpt_is_short_printable_ascii(text: str, shown: str) -> None:
    assert excerpt(text) == shown


def test_errors_are_value_errors_with_text_and_place() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_line("38 4\x00")
    error = caught.value
    assert isinstance(error, RulesError)
    assert isinstance(error, ValueError)
    assert (error.text, error.offset, error.token_index) == ("4\\x00", 3, 1)
    assert str(error) == "no move can be read here"


def test_an_error_without_a_text_has_no_place() -> None:
    error = RulesError("no")
    assert (error.text, error.offset) == ("", None)


def test_a_position_error_names_the_word() -> None:
    with pytest.raises(RulesError) as caught:
        parse_position("7H QQ 8C\n")
    assert (caught.value.text, caught.value.offset) == ("QQ", 3)
