"""Reading a claimed line."""

import pytest

from games.lines import UnreadableLineError, line_replay
from games.rules import BELEAGUERED_CASTLE, CITADEL, Reason


def test_it_works() -> None:
    result = line_replay(CITADEL, 5, "12", "native")
    assert result.outcome == "unfinished"
    assert result.move_count == 1


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ("12 3z", "bad_text", 3),
        ("12 34 0h", "bad_text", 6),
        ("12 3x", "bad_text", 3),
        ("12 " * 5000 + "12", "line_too_long", 15_000),
    ],
)
def test_what_is_no_list_of_moves_is_refused(text: str, code: str, offset: int) -> None:
    with pytest.raises(UnreadableLineError) as caught:
        line_replay(CITADEL, 5, text, "native")
    assert caught.value.status == 400
    [error] = caught.value.errors
    assert (error["pointer"], error["code"], error["offset"]) == ("/line", code, offset)


def test_a_line_that_breaks_the_rules_is_an_answer() -> None:
    # The second move is wrong: what stands behind it is read, and not played.
    result = line_replay(CITADEL, 5, "12 34 12", "native")
    assert result.error is not None
    assert (result.error.index, result.error.reason) == (1, Reason.does_not_fit)


def test_bad_text_behind_a_wrong_move_is_refused_all_the_same() -> None:
    with pytest.raises(UnreadableLineError):
        line_replay(CITADEL, 5, "34 xx", "native")


def test_the_other_format_is_read_when_named() -> None:
    text = "-=-=-=-=-=-\n\n12\n\n====================\n"
    assert line_replay(CITADEL, 5, text, "fc-solve").move_count == 1
    with pytest.raises(UnreadableLineError):
        line_replay(CITADEL, 5, text, "native")


# Leads to two spaces and a run of three cards at the end of row 3.
TWO_SPACES = (
    "53 57 65 6h 62 65 63 6h 86 15 71 76 7h 38 2h 2h 2h 16 76 36 86 76 7h 5h 32 3h 5h 5h 5h 85 28"
    " 58 52 57 56 15 1h 2h 25 12 1h 13 61 6h 6h 6h 86 8h 8h 5h 2h 27 2h 3h 57 35 25 42 4h 43 43 46"
    " 4h 1h"
)


def test_a_line_that_expands_too_far_is_refused() -> None:
    shuttle = " 31x2 13x2"
    result = line_replay(BELEAGUERED_CASTLE, 2, TWO_SPACES + shuttle, "native")
    assert (result.error, result.move_count) == (None, 64 + 6)
    with pytest.raises(UnreadableLineError) as caught:
        line_replay(BELEAGUERED_CASTLE, 2, TWO_SPACES + 900 * shuttle, "native")
    assert caught.value.errors[0]["code"] == "line_too_long"
