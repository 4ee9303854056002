"""Formats of lines by name, and the normal form of a line."""

import pytest

from games.rules import LINE_FORMATS, InvalidMoveError, RulesError, normalise_line
from games.rules.formats import get_notation


def test_it_works() -> None:
    assert normalise_line("  383H\n51x4\t51x1 ") == "38 3h 51x4 51"
    assert normalise_line("") == ""


def test_fc_solve_lines_keep_their_counts() -> None:
    text = "-=-=-\n\n38 51vc 3h \n15v2\n\nThis game is solveable.\n"
    assert normalise_line(text, format="fc-solve") == "38 51vc 3h 15v2"


@pytest.mark.parametrize("text", ["38 51x4 3h 12x13", "38 38 38", ""])
def test_a_normal_form_stays(text: str) -> None:
    assert normalise_line(text) == text


def test_what_cannot_be_read_has_no_normal_form() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        normalise_line("38 9h")
    assert caught.value.offset == 3


def test_there_are_two_formats() -> None:
    assert list(LINE_FORMATS) == ["native", "fc-solve"]


@pytest.mark.parametrize("name", ["", "Native", "fc_solve", "native\x00"])
def test_other_formats_are_refused(name: str) -> None:
    with pytest.raises(RulesError, match="known are native, fc-solve") as caught:
        get_notation(name)
    assert caught.value.text.isascii()
