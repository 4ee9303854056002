"""Replay: the position reached, and index, place and reason of the first wrong move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    BELEAGUERED_CASTLE,
    HOME,
    STREETS_AND_ALLEYS,
    Board,
    LineError,
    Move,
    Reason,
    Replay,
    RulesError,
    deal,
    format_line,
    format_move,
    normalise_line,
    parse_position,
    replay,
)
from tests import naive
from tests.rules.strategies import SequenceCase, boards, sequence_cases

WON = "Foundations: H-K C-K D-K S-K\n" + ":\n" * 8
NEARLY_WON = "Foundations: H-K C-K D-K S-J\nKS QS\n" + ":\n" * 7
WANDERING = "Foundations: H-K C-K D-K S-Q\nKS\n" + ":\n" * 7
# Rows 2, 5 and 6 are spaces, row 3 ends in a run of five, row 8 in its crown, row 7 does not.
RUN = (
    "KC QC QD QH QS JC JD JH JS TD TH TS 9D 9H 9S 8C 8H 8S 7D 7H 7S 6C 6D 6S 5C 5D 5H 4C 4D 4H 4S\n"
    ":\n3C 3D 3H 3S 9C 8D 7C 6H 5S\nKD\n:\n:\nKS 2C 2D 2H 2S KH\nAC AD AH AS TC\n"
)


def error_of(position: str | Board, line: str | list[Move]) -> LineError:
    """Return the error of a line that must have one."""
    board = parse_position(position) if isinstance(position, str) else position
    error = replay(board, line).error
    assert error is not None
    return error


def test_it_works() -> None:
    result = replay(parse_position(NEARLY_WON), "1h 1h")
    assert result.won
    assert result.outcome == "won"
    assert result.error is None
    assert (result.move_count, result.foundation_cards) == (2, 52)
    assert result.moves == (Move(1, HOME), Move(1, HOME))


def test_an_unfinished_line() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    result = replay(board, "87 8h\n2H14")
    assert result.error is None
    assert (result.won, result.outcome) == (False, "unfinished")
    assert (result.move_count, result.foundation_cards) == (4, 2)
    assert format_line(result.moves) == "87 8h 2h 14"
    assert result.board.foundations == [1, 1, 0, 0]
    assert result.board.row_texts()[3] == "QS KH 3H 7H 9D 6D TS 9S"


def test_the_board_given_is_not_changed() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    replay(board, "87 8h 2h 14 11")
    assert board == deal(STREETS_AND_ALLEYS, 5)
    assert board.move_stack == []


def test_moves_may_be_taken_back_on_the_board_reached() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    reached = replay(board, "87 8h 2h 14").board
    assert [format_move(reached.pop()) for _ in range(4)] == ["14", "2h", "8h", "87"]
    assert reached == board


def test_an_empty_line_is_unfinished() -> None:
    result = replay(deal(BELEAGUERED_CASTLE, 1), "")
    assert (result.outcome, result.move_count, result.foundation_cards) == ("unfinished", 0, 4)


# One test for each reason


def test_bad_text() -> None:
    error = error_of(deal(STREETS_AND_ALLEYS, 5), "87 8h 9h")
    assert error == LineError(2, Reason.bad_text, 6, "9h", "no move can be read here")


def test_empty_source() -> None:
    error = error_of(NEARLY_WON, "21")
    assert error == LineError(0, Reason.empty_source, 0, "21", "row 2 is empty")


def test_does_not_fit() -> None:
    error = error_of(deal(STREETS_AND_ALLEYS, 5), "87 8h 48")
    detail = "TS does not fit on 7D, the available card of row 8"
    assert error == LineError(2, Reason.does_not_fit, 6, "48", detail)


def test_wrong_foundation() -> None:
    error = error_of(deal(STREETS_AND_ALLEYS, 5), "87 1H")
    detail = "9S is not next on its foundation, which shows nothing"
    assert error == LineError(1, Reason.wrong_foundation, 3, "1H", detail)
    error = error_of("Foundations: H-K C-K D-K S-J\nQS KS\n" + ":\n" * 7, "1h")
    assert error.detail == "KS is not next on its foundation, which shows JS"


def test_same_row() -> None:
    error = error_of(deal(STREETS_AND_ALLEYS, 5), "33")
    assert error == LineError(0, Reason.same_row, 0, "33", "row 3 is both source and destination")
    assert error_of(NEARLY_WON, "22").reason == Reason.same_row  # an empty row, too
    assert error_of(RUN, "33x2").reason == Reason.same_row


@pytest.mark.parametrize("behind", ["1h", "12", "11", "21x3", "22x2"])
def test_after_end(behind: str) -> None:
    error = error_of(NEARLY_WON, f"1h 1h {behind} 12")
    assert error == LineError(2, Reason.after_end, 6, behind, "the game is won already")
    assert error_of(WON, behind).index == 0


def test_bad_text_behind_the_end_is_bad_text() -> None:
    assert error_of(NEARLY_WON, "1h 1h 9h").reason == Reason.bad_text


def test_not_a_run() -> None:
    detail = "the descending run of row 3 is 5 long"
    assert error_of(RUN, "38x6") == LineError(0, Reason.not_a_run, 0, "38x6", detail)
    assert error_of(WANDERING, "12x2").reason == Reason.not_a_run
    assert error_of(WANDERING, "21x2").reason == Reason.empty_source


def test_a_run_that_does_not_fit() -> None:
    error = error_of(RUN, "38x4")
    detail = "the innermost of the 4 cards does not fit on row 8"
    assert error == LineError(0, Reason.does_not_fit, 0, "38x4", detail)


def test_sequence_too_long() -> None:
    # The king fills a space: two are left, by which four cards can go.
    error = error_of(RUN, "72 38x5")
    detail = "spaces for parking: 2; so many cards can go at most: 4"
    assert error == LineError(1, Reason.sequence_too_long, 3, "38x5", detail)


def test_line_too_long() -> None:
    there_and_back = "12 21 " * 2500
    assert replay(parse_position(WANDERING), there_and_back).move_count == 5000
    error = error_of(WANDERING, there_and_back + "1h")
    detail = "a line has at most 5000 moves"
    assert error == LineError(5000, Reason.line_too_long, 15_000, "1h", detail)


def test_behind_5000_moves_a_line_is_too_long_even_if_it_has_won() -> None:
    line = "12 21 " * 2499 + "12 2h "
    assert replay(parse_position(WANDERING), line).won
    assert error_of(WANDERING, line + "1h").reason == Reason.line_too_long


def test_a_shorthand_that_crosses_the_limit_has_the_index_of_its_first_move() -> None:
    wander = "42 24 " * 2496  # 4,992 moves; the shorthand is eleven
    error = error_of(RUN, wander + "38x5")
    assert (error.index, error.reason, error.offset) == (4992, "line_too_long", len(wander))
    to_the_end = wander[:-18] + "42 25 54 38x5"
    assert replay(parse_position(RUN), to_the_end).move_count == 5000
    assert error_of(RUN, to_the_end + " 42").index == 5000


# Indexes and offsets


def test_an_index_counts_expanded_moves_and_an_offset_characters() -> None:
    error = error_of(RUN, "\n38x5\t74 ")
    assert (error.index, error.offset, error.text) == (11, 6, "74")


def test_the_first_wrong_move_in_order_of_play_is_named() -> None:
    error = error_of(deal(STREETS_AND_ALLEYS, 5), "87 11 9h 1h")
    assert (error.index, error.reason) == (1, "same_row")


def test_hostile_texts_are_bad_text_with_a_printable_excerpt() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    texts = {
        "87 \x00": "\\x00",
        "87 \ud800": "\\ud800",
        "87 \u06634": "\\u06634",
        "87 38x99999999999": "38x99999999999",
        "87 38x" + "9" * 5000: "38x" + "9" * 17,
        "87 " + "x" * 10**6: "x" * 20,
        "87 " + "[" * 20_000: "[" * 20,
    }
    for text, shown in texts.items():
        assert error_of(board, text) == LineError(
            1, Reason.bad_text, 3, shown, "no move can be read here"
        )


def test_a_million_moves_end_at_the_limit() -> None:
    error = error_of(WANDERING, "1221" * 10**6)
    assert (error.index, error.reason, error.offset) == (5000, "line_too_long", 10_000)


# Moves instead of text


def test_moves_replay_like_their_text() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    moves = [Move(8, 7), Move(8, HOME), Move(4, 8)]
    assert replay(board, moves) == replay(board, format_line(moves))
    assert replay(board, moves[:2]).error is None


def test_a_list_of_moves_has_the_same_limit() -> None:
    moves = [Move(1, 2), Move(2, 1)] * 2500
    assert replay(parse_position(WANDERING), moves).move_count == 5000
    error = error_of(WANDERING, [*moves, Move(1, HOME)])
    assert (error.index, error.reason, error.offset) == (5000, "line_too_long", 15_000)


@pytest.mark.parametrize("move", [Move(9, 1), Move(0, 1), Move(1, 9), Move(1, -1)])
def test_moves_of_no_row_are_bad_text(move: Move) -> None:
    error = error_of(deal(STREETS_AND_ALLEYS, 5), [Move(8, 7), move])
    assert (error.index, error.reason, error.detail) == (1, "bad_text", "no row has that number")


def test_other_formats_are_refused() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    with pytest.raises(RulesError, match="known are native, fc-solve"):
        replay(board, "87", format="pysol")  # type: ignore[arg-type]


# Against the oracle


@settings(max_examples=200)
@given(boards, st.lists(st.tuples(st.booleans(), st.integers(0, 10**6)), max_size=40))
def test_lines_replay_as_the_oracle_plays(board: Board, choices: list[tuple[bool, int]]) -> None:
    position = naive.from_numbers(board.rows, board.foundations)
    line: list[Move] = []
    wrong: int | None = None
    for any_move, choice in choices:
        legal = naive.legal_moves(position)
        source, destination = divmod(choice % 72, 9)
        move = (source + 1, destination)
        if not any_move and legal:
            move = legal[choice % len(legal)]
        line.append(Move(*move))
        if move not in legal:
            wrong = len(line) - 1
            break
        position = naive.play(position, move)
    result = replay(board, format_line(line))
    assert naive.from_numbers(result.board.rows, result.board.foundations) == position
    assert list(result.moves) == line[:wrong]
    assert (None if result.error is None else result.error.index) == wrong
    if wrong is None:
        assert result.outcome == ("won" if naive.is_won(position) else "unfinished")
    else:
        assert result.outcome is None
        assert result.error is not None
        assert result.error.offset == 3 * wrong


@given(sequence_cases())
def test_a_shorthand_replays_like_its_single_moves(case: SequenceCase) -> None:
    text = f"{case.source}{case.destination}x{case.length}"
    moves = naive.expand_sequence(case.length, case.spaces, case.source, case.destination)
    by_text: Replay = replay(case.board, text)
    by_moves = replay(case.board, [Move(*move) for move in moves])
    assert by_text == by_moves
    assert by_text.error is None


@given(boards, st.text(alphabet="12345678hHx \n", max_size=40))
def test_any_text_replays_alike_in_its_normal_form(board: Board, text: str) -> None:
    result = replay(board, text)
    if result.error is None:
        normal = normalise_line(text)
        assert replay(board, normal).moves == result.moves
        assert replay(board, format_line(result.moves)).board == result.board
