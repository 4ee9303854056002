"""Lines of fc-solve: recorded output of the program, and what is not its output."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from games.rules import (
    HOME,
    Board,
    InvalidMoveError,
    Reason,
    Token,
    deal,
    format_line,
    get_variant,
    parse_fc_solve,
    parse_position,
    replay,
)
from tests.rules.strategies import SequenceCase, sequence_cases

RECORDED = sorted((Path(__file__).parents[1] / "data" / "fc_solve").glob("*.txt"))
SOLVED = [path for path in RECORDED if "solveable" in path.read_text()]
UNSOLVED = [path for path in RECORDED if path not in SOLVED]
# Row 3 ends in a run of five, row 8 in its crown; rows 2, 5 and 6 are spaces.
RUN = (
    "KC QC QD QH QS JC JD JH JS TD TH TS 9D 9H 9S 8C 8H 8S 7D 7H 7S 6C 6D 6S 5C 5D 5H 4C 4D 4H 4S\n"
    ":\n3C 3D 3H 3S 9C 8D 7C 6H 5S\nKD\n:\n:\nKS 2C 2D 2H 2S KH\nAC AD AH AS TC\n"
)


def board_of(path: Path) -> Board:
    """Return the deal of a recorded output."""
    slug, _, number = path.stem.rpartition("-")
    return deal(get_variant(slug), int(number))


def test_it_works() -> None:
    result = replay(parse_position(RUN), "38 \n", format="fc-solve")
    assert format_line(result.moves) == "32 36 35 65 36 38 68 56 58 68 28"
    assert result.outcome == "unfinished"


def test_there_are_records_of_every_variant() -> None:
    assert len(RECORDED) == 27
    for slug in ("beleaguered-castle", "streets-and-alleys", "citadel"):
        assert sum(path.name.startswith(slug) for path in SOLVED) >= 5
        assert sum(path.name.startswith(slug) for path in UNSOLVED) >= 1


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_recorded_solutions_win(path: Path) -> None:
    board = board_of(path)
    result = replay(board, path.read_text(), format="fc-solve")
    assert result.error is None
    assert result.won
    assert replay(board, format_line(result.moves)).won


def test_the_records_contain_runs_to_spaces_and_to_rows() -> None:
    solved = {path: parse_fc_solve(path.read_text()) for path in SOLVED}
    to_spaces = [token.count for tokens in solved.values() for token in tokens if token.count > 1]
    assert max(to_spaces) == 12
    moves = {
        path: replay(board_of(path), path.read_text(), format="fc-solve").move_count
        for path in SOLVED
    }
    written = {
        path: sum(max(1, token.count) for token in tokens) for path, tokens in solved.items()
    }
    assert sum(moves[path] > written[path] for path in SOLVED) > 5


@pytest.mark.parametrize("path", UNSOLVED, ids=lambda path: path.stem)
def test_an_output_without_a_solution_is_refused(path: Path) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_fc_solve(path.read_text())
    assert (caught.value.text, caught.value.token_index) in [("I", 0), ("Iterations", 0)]


def test_moves_alone_are_read_as_well_as_the_whole_output() -> None:
    frame = (
        "-=-=-=-=-=-=-=-=-=-=-=-\n\n38 72v4 \n3h \n\nThis game is solveable.\n"
        "Total number of states checked is 62.\nThis scan generated 24 states.\n"
    )
    assert [(t.source, t.destination, t.count) for t in parse_fc_solve(frame)] == [
        (3, 8, 0),
        (7, 2, 4),
        (3, HOME, 1),
    ]
    assert parse_fc_solve("38 72v4\r\n3h") == [
        Token(3, 8, 0, 0, "38"),
        Token(7, 2, 4, 3, "72v4"),
        Token(3, HOME, 1, 9, "3h"),
    ]


@settings(max_examples=200)
@given(sequence_cases())
def test_runs_expand_like_the_shorthand(case: SequenceCase) -> None:
    native = replay(case.board, f"{case.source}{case.destination}x{case.length}")
    counted = case.length > 1 and case.board.available_card(case.destination) is None
    text = f"{case.source}{case.destination}" + (f"v{case.length:x}" if counted else "")
    assert replay(case.board, text, format="fc-solve") == native.__class__(
        native.moves, native.board, None
    )


@pytest.mark.parametrize(
    ("line", "reason", "detail"),
    [
        ("33", Reason.same_row, "row 3 is both source and destination"),
        ("23", Reason.empty_source, "row 2 is empty"),
        ("25", Reason.empty_source, "row 2 is empty"),
        ("2h", Reason.empty_source, "row 2 is empty"),
        ("3h", Reason.wrong_foundation, "5S is not next on its foundation, which shows nothing"),
        ("83", Reason.does_not_fit, "no cards of row 8 fit on row 3"),
        ("34", Reason.does_not_fit, "no cards of row 3 fit on row 4"),
        ("35v6", Reason.not_a_run, "the descending run of row 3 is 5 long"),
        (
            "35v5",
            Reason.sequence_too_long,
            "spaces for parking: 2; so many cards can go at most: 4",
        ),
        ("38v4", Reason.does_not_fit, "the innermost of the 4 cards does not fit on row 8"),
    ],
)
def test_wrong_moves_are_named(line: str, reason: Reason, detail: str) -> None:
    error = replay(parse_position(RUN), f"42 24 {line}", format="fc-solve").error
    assert error is not None
    assert (error.index, error.reason, error.offset, error.text) == (2, reason, 6, line)
    assert error.detail == detail


@pytest.mark.parametrize(
    ("text", "offset", "excerpt"),
    [
        ("383h", 0, "383h"),
        ("38 3H", 3, "3H"),
        ("38 3hv2", 3, "3hv2"),
        ("38x4", 0, "38x4"),
        ("38v", 0, "38v"),
        ("38v0", 0, "38v0"),
        ("38v1", 0, "38v1"),
        ("38ve", 0, "38ve"),
        ("38vD", 0, "38vD"),
        ("38v10", 0, "38v10"),
        ("38 a5", 3, "a5"),
        ("38 5a", 3, "5a"),
        ("38 -", 3, "-"),
        ("38 \x00", 3, "\\x00"),
        ("38 \u0663", 3, "\\u0663"),
        ("38\u00a03h", 0, "38\\xa03h"),
        ("I could not solve this game.\n", 0, "I"),
        ("\n\nIterations count exceeded.", 2, "Iterations"),
        ("Total number of states checked is \u0663.", 0, "Total"),
    ],
)
def test_other_texts_are_refused_with_the_place(text: str, offset: int, excerpt: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_fc_solve(text)
    assert (caught.value.offset, caught.value.text) == (offset, excerpt)
    assert caught.value.reason == Reason.bad_text


def test_very_long_texts() -> None:
    assert len(parse_fc_solve("12 " * 5000)) == 5000
    with pytest.raises(InvalidMoveError) as caught:
        parse_fc_solve("12 " * 10**6)
    assert (caught.value.reason, caught.value.offset) == ("line_too_long", 15_000)
    assert parse_fc_solve((" " * 10**5 + "\n") * 10) == []
    assert len(parse_fc_solve("38" + " " * 10**6 + "3h" + "\t" * 10**6)) == 2
    with pytest.raises(InvalidMoveError) as caught:
        parse_fc_solve(" " * 10**6 + "=-" * 10**6 + "x")
    assert caught.value.offset == 10**6
