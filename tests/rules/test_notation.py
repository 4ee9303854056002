"""Line text and sequences: examples of the rules, the oracle, and hostile texts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    HOME,
    MAX_LINE_MOVES,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Reason,
    Token,
    expand_sequence,
    format_line,
    parse_line,
    parse_position,
    sequence_cost,
)
from games.rules.notation import format_token
from tests import naive
from tests.rules.strategies import SequenceCase, boards, sequence_cases

T_TABLES = {
    1: [1, 3],
    2: [1, 3, 5, 9],
    3: [1, 3, 5, 7, 11, 15, 19, 27],
    4: [1, 3, 5, 7, 9, 13, 17, 21, 25, 29, 33, 41, 49],
    5: [1, 3, 5, 7, 9, 11, 15, 19, 23, 27, 31, 35, 39],
    6: [1, 3, 5, 7, 9, 11, 13, 17, 21, 25, 29, 33, 37],
}


def shapes(text: str) -> list[tuple[int, int, int]]:
    """Return the tokens of a line without their places."""
    return [(token.source, token.destination, token.count) for token in parse_line(text)]


# Reading and writing lines


def test_it_works() -> None:
    assert parse_line("38 3h\n51x4") == [
        Token(3, 8, 1, 0, "38"),
        Token(3, HOME, 1, 3, "3h"),
        Token(5, 1, 4, 6, "51x4"),
    ]
    assert format_line([Move(3, 8), Move(3, HOME)]) == "38 3h"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\r\n\v\f", []),
        ("383h", [(3, 8, 1), (3, 0, 1)]),
        ("3H", [(3, 0, 1)]),
        ("\n38\t3h\r\n", [(3, 8, 1), (3, 0, 1)]),
        ("38x1", [(3, 8, 1)]),
        ("38x13", [(3, 8, 13)]),
        ("3838 38x2\t38", [(3, 8, 1), (3, 8, 1), (3, 8, 2), (3, 8, 1)]),
        ("33", [(3, 3, 1)]),
    ],
)
def test_lines_are_read(text: str, expected: list[tuple[int, int, int]]) -> None:
    assert shapes(text) == expected


@pytest.mark.parametrize(
    ("text", "offset", "token_index", "excerpt"),
    [
        ("3", 0, 0, "3"),
        ("38 3", 3, 1, "3"),
        ("3 8", 0, 0, "3"),
        ("38,3h", 2, 1, ",3h"),
        ("39", 0, 0, "39"),
        ("h3", 0, 0, "h3"),
        ("38 3hx2", 3, 1, "3hx2"),
        ("38x", 0, 0, "38x"),
        ("38x0", 0, 0, "38x0"),
        ("38x14", 0, 0, "38x14"),
        ("38x04", 0, 0, "38x04"),
        ("38X4", 2, 1, "X4"),
        ("38x-1", 0, 0, "38x-1"),
        ("38x4.0", 0, 0, "38x4.0"),
        ("38x43h", 0, 0, "38x43h"),  # a count ends at white space
        ("38x4 3h38x4", 7, 2, "38x4"),  # a shorthand stands alone
        ("3838x4", 2, 1, "38x4"),
        ("38x99999999999", 0, 0, "38x99999999999"),
        ("38x" + "9" * 50, 0, 0, "38x" + "9" * 17),
        ("38 \x00", 3, 1, "\\x00"),
        ("38\x00", 2, 1, "\\x00"),
        ("38 \ud8003", 3, 1, "\\ud8003"),
        ("\u06638", 0, 0, "\\u06638"),
        ("3\u0668", 0, 0, "3\\u0668"),
        ("38x\u0664", 0, 0, "38x\\u0664"),
        ("\uff13\uff18", 0, 0, "\\uff13\\uff18"),
        ("38\u00a03h", 2, 1, "\\xa03h"),  # a no-break space separates nothing
        ("38\x1c3h", 2, 1, "\\x1c3h"),
        ("38\u20283h", 2, 1, "\\u20283h"),
        ("\ufeff38", 0, 0, "\\ufeff38"),
        ("NaN", 0, 0, "NaN"),
        ("1e999", 0, 0, "1e999"),
    ],
)
def test_other_texts_are_refused_with_the_place(
    text: str, offset: int, token_index: int, excerpt: str
) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        parse_line(text)
    error = caught.value
    assert (error.offset, error.token_index, error.text) == (offset, token_index, excerpt)
    assert error.reason == Reason.bad_text


def test_5000_moves_can_be_read_and_no_more() -> None:
    assert len(parse_line("12" * MAX_LINE_MOVES)) == 5000
    assert len(parse_line("12 \n" * MAX_LINE_MOVES)) == 5000
    for text in ("12" * 5001, "12" * 10**6, "12" * 5000 + " 21x2" * 10):
        with pytest.raises(InvalidMoveError, match="at most 5000 moves") as caught:
            parse_line(text)
        assert caught.value.reason == Reason.line_too_long
        assert caught.value.token_index == 5000
        assert caught.value.offset == (10_001 if " " in text else 10_000)


def test_very_long_words_are_refused_where_they_begin() -> None:
    for text in ("x" * 10**6, "38x" + "9" * 5000, "38x1" + "0" * 10**6, "3" * 9 + "x" * 10**6):
        with pytest.raises(InvalidMoveError) as caught:
            parse_line(text)
        offset = caught.value.offset
        assert offset in (0, 8)
        assert caught.value.text == text[offset : offset + 20]


def test_much_white_space_is_read_over() -> None:
    assert shapes(" " * 10**6 + "38" + "\n" * 10**6 + "38x2" + " " * 10**6) == [
        (3, 8, 1),
        (3, 8, 2),
    ]


rows = st.integers(1, 8)
tokens = st.one_of(
    st.tuples(rows, st.integers(0, 8), st.just(1)), st.tuples(rows, rows, st.integers(2, 13))
)
gaps = st.sampled_from([" ", "\n", "\r\n", "\t ", "  ", "\f", "\v"])


@given(st.lists(st.tuples(tokens, gaps), max_size=30))
def test_tokens_survive_format_and_parse(
    pairs: list[tuple[tuple[int, int, int], str]],
) -> None:
    text, places = "", []
    for (source, destination, count), gap in pairs:
        places.append(len(text))
        text += format_token(Token(source, destination, count, 0, "")) + gap
    assert shapes(text) == [token for token, _ in pairs]
    assert [token.offset for token in parse_line(text)] == places
    for token in parse_line(text):
        assert text[token.offset :].startswith(token.text)


@given(st.lists(st.builds(Move, rows, st.integers(0, 8)), max_size=60), st.booleans())
def test_moves_survive_format_and_parse(moves: list[Move], joined: bool) -> None:
    text = format_line(moves)
    text = text.replace(" ", "").upper() if joined else text
    assert [Move(token.source, token.destination) for token in parse_line(text)] == moves
    assert all(token.count == 1 for token in parse_line(text))


@settings(max_examples=500)
@given(st.text(alphabet="1389hHx \n", max_size=12) | st.text(alphabet="138h x", max_size=6))
def test_nearly_right_texts_are_read_as_a_plain_reader_would(text: str) -> None:
    expected = plain_reader(text)
    if expected is None:
        with pytest.raises(InvalidMoveError) as caught:
            parse_line(text)
        offset = caught.value.offset
        assert offset is not None
        assert text[offset] in "1389hHx"
    else:
        assert shapes(text) == expected


def plain_reader(text: str) -> list[tuple[int, int, int]] | None:
    """Read a line word by word, without regular expressions; None if it cannot be read."""
    found = []
    for word in text.split():
        head, x, count = word.partition("x")
        if x and (len(head) != 2 or count not in [str(n) for n in range(1, 14)]):
            return None
        if len(head) % 2:
            return None
        for source, destination in zip(head[::2], head[1::2], strict=True):
            if source not in "12345678" or destination not in "12345678hH":
                return None
            if x and destination in "hH":
                return None
            row = 0 if destination in "hH" else int(destination)
            found.append((int(source), row, int(count or 1)))
    return found


# Sequences


def position(*rows: str, foundations: str = "") -> Board:
    """Return a position of eight rows; the cards that no row holds are put beneath row 1."""
    held = {card for row in rows for card in row.split()}
    all_cards = [rank + suit for rank in "KQJT98765432A" for suit in "CDHS"]
    beneath = " ".join(card for card in all_cards if card not in held)
    first, *others = rows
    return parse_position("\n".join([foundations, f"{beneath} {first}", *others]).lstrip("\n"))


@pytest.mark.parametrize("spaces", T_TABLES)
def test_the_tables_of_costs(spaces: int) -> None:
    table = [sequence_cost(count, spaces) for count in range(1, min(2**spaces, 13) + 1)]
    assert table == T_TABLES[spaces]
    assert table == [
        naive.sequence_cost(count, spaces) for count in range(1, min(2**spaces, 13) + 1)
    ]


@pytest.mark.parametrize(("count", "spaces"), [(2, 0), (3, 1), (5, 2), (14, 6), (0, 3), (-1, 3)])
def test_no_cost_for_what_cannot_go(count: int, spaces: int) -> None:
    with pytest.raises(ValueError, match="cards cannot go"):
        sequence_cost(count, spaces)


def test_one_card_needs_no_space() -> None:
    assert sequence_cost(1, 0) == 1


@pytest.mark.parametrize(
    ("shorthand", "board", "line"),
    [
        (
            (3, 8, 4),
            position("KC", ":", "9C 8D 7C 6H", "KD", ":", "KH", "KS", "TC"),
            "35 32 52 35 38 58 25 28 58",
        ),
        (
            (3, 8, 5),
            position("KC", ":", "9C 8D 7C 6H 5S", "KD", ":", ":", "KS", "TC"),
            "32 36 35 65 36 38 68 56 58 68 28",
        ),
    ],
)
def test_the_examples_of_the_rules(
    shorthand: tuple[int, int, int], board: Board, line: str
) -> None:
    assert format_line(expand_sequence(board, *shorthand)) == line


def test_example_two_cards_by_one_space() -> None:
    board = position("KC", "9C 8D 7H", "9S", ":", "KD", "KH", "KS", "TC")
    assert format_line(expand_sequence(board, 2, 3, 2)) == "24 23 43"
    with pytest.raises(IllegalMoveError) as caught:
        expand_sequence(board, 2, 8, 3)
    assert caught.value.reason == Reason.sequence_too_long
    assert str(caught.value) == "spaces for parking: 1; so many cards can go at most: 2"


def test_a_destination_that_is_a_space_parks_nothing() -> None:
    board = position("KC", "9C 8D 7H", ":", ":", "KD", "KH", "KS", "TC")
    assert format_line(expand_sequence(board, 2, 4, 2)) == "23 24 34"
    with pytest.raises(IllegalMoveError) as caught:
        expand_sequence(board, 2, 4, 3)
    assert caught.value.reason == Reason.sequence_too_long


def test_a_source_that_becomes_empty_parks_nothing() -> None:
    board = position("KC", "8D 7H 6C", "9S", ":", "KD", "KH", "KS", "TC")
    with pytest.raises(IllegalMoveError) as caught:
        expand_sequence(board, 2, 3, 3)
    assert caught.value.reason == Reason.sequence_too_long


@settings(max_examples=400)
@given(sequence_cases())
def test_a_sequence_is_legal_single_moves_and_lands_the_run(case: SequenceCase) -> None:
    board, source, destination, count, spaces = case
    before = board.copy()
    moves = expand_sequence(board, source, destination, count)
    assert board == before
    assert moves == naive.expand_sequence(count, spaces, source, destination)
    assert len(moves) == sequence_cost(count, len(spaces))
    position = naive.from_numbers(board.rows, board.foundations)
    for move in moves:
        assert move in naive.legal_moves(position)
        position = naive.play(position, move)
        board.push(move)
    assert naive.from_numbers(board.rows, board.foundations) == position
    expected = before.copy()
    expected.rows[destination - 1] += expected.rows[source - 1][-count:]
    del expected.rows[source - 1][-count:]
    assert board == expected


@settings(max_examples=400)
@given(boards, rows, rows, st.integers(1, 13))
def test_sequences_are_expanded_or_refused_as_the_rules_say(
    board: Board, source: int, destination: int, count: int
) -> None:
    reason = sequence_reason(board, source, destination, count)
    if reason is None:
        assert len(expand_sequence(board, source, destination, count)) >= count
    else:
        with pytest.raises(IllegalMoveError) as caught:
            expand_sequence(board, source, destination, count)
        assert caught.value.reason == reason
        assert caught.value.text.startswith(f"{source}{destination}")


def sequence_reason(board: Board, source: int, destination: int, count: int) -> Reason | None:
    """Say why a sequence cannot be moved, in the words of the rules."""
    cards = [(card // 4 + 1) for card in board.rows[source - 1]]
    onto = [(card // 4 + 1) for card in board.rows[destination - 1]]
    run = cards[-count:]
    spaces = [row for row in range(1, 9) if not board.rows[row - 1] and row != destination]
    if source == destination:
        return Reason.same_row
    if not cards:
        return Reason.empty_source
    if run != list(range(run[0], run[0] - count, -1)):
        return Reason.not_a_run
    if onto and onto[-1] != run[0] + 1:
        return Reason.does_not_fit
    return Reason.sequence_too_long if count > 2 ** len(spaces) else None


@pytest.mark.parametrize(
    ("source", "destination", "count"), [(1, HOME, 2), (0, 1, 2), (9, 1, 2), (1, 9, 2), (1, 2, 0)]
)
def test_only_rows_take_sequences(source: int, destination: int, count: int) -> None:
    board = position("KC", "9C 8D 7H", "9S", ":", "KD", "KH", "KS", "TC")
    with pytest.raises(IllegalMoveError) as caught:
        expand_sequence(board, source, destination, count)
    assert caught.value.reason == Reason.bad_text
