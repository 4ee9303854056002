"""The board: legal moves, push and pop, ends of the game, the key; compared with the oracle."""

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    HOME,
    STREETS_AND_ALLEYS,
    Board,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    Reason,
    deal,
    format_line,
    get_variant,
    parse_card,
    parse_position,
    rank_of,
    suit_of,
)
from tests import naive
from tests.rules.strategies import boards, scattered_boards

PERFT = Path(__file__).parents[1] / "data" / "perft.csv"
ALL_MOVES = [Move(source, destination) for source in range(1, 9) for destination in range(9)]


def perft(board: Board, depth: int) -> int:
    """Count lines of legal moves with push and pop."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves():
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def ending_in(*rows: str) -> Board:
    """Return a position whose rows end as given; all other cards lie in row 8, kings first."""
    given_rows = [[parse_card(card) for card in row.split()] for row in rows]
    used = {card for row in given_rows for card in row}
    others = [card for card in range(51, -1, -1) if card not in used]
    spaces: list[list[int]] = [[] for _ in range(7 - len(rows))]
    return Board([*given_rows, *spaces, others], [0, 0, 0, 0])


def test_it_works() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    assert format_line(board.legal_moves()) == "14 2h 48 53 63 87"
    board.push(Move(8, 7))
    assert board.row_texts()[6:] == ["2S 3C 6S JC 4H QC JS", "3D 4S 8D 7D AC"]
    board.push(Move(8, HOME))
    assert (board.foundations, board.foundation_cards) == ([1, 0, 0, 0], 1)
    assert board.pop() == Move(8, HOME)
    assert board.move_stack == [Move(8, 7)]


@settings(max_examples=300)
@given(boards)
def test_legal_moves_equal_the_oracle(board: Board) -> None:
    position = naive.from_numbers(board.rows, board.foundations)
    assert board.legal_moves() == naive.legal_moves(position)
    assert board.is_stuck() == naive.is_stuck(position)
    assert board.is_won() == naive.is_won(position)


@given(boards)
def test_a_move_is_legal_when_listed_and_refused_with_a_reason_otherwise(board: Board) -> None:
    listed = set(board.legal_moves())
    for move in ALL_MOVES:
        assert board.is_legal(move) == (move in listed)
        if move in listed:
            board.check(move)
        else:
            with pytest.raises(IllegalMoveError) as caught:
                board.check(move)
            assert caught.value.reason == expected_reason(board, move)
            assert caught.value.text == str(move)


def expected_reason(board: Board, move: Move) -> Reason:
    """Say why an illegal move of existing rows is illegal."""
    if move.source == move.destination:
        return Reason.same_row
    if board.available_card(move.source) is None:
        return Reason.empty_source
    return Reason.wrong_foundation if move.destination == HOME else Reason.does_not_fit


@pytest.mark.parametrize("move", [Move(0, 1), Move(9, 1), Move(1, 9), Move(1, -1), Move(-1, 0)])
def test_rows_that_do_not_exist_are_bad_text(move: Move) -> None:
    with pytest.raises(IllegalMoveError, match="no row has that number") as caught:
        deal(STREETS_AND_ALLEYS, 5).check(move)
    assert caught.value.reason == "bad_text"


@settings(max_examples=60)
@given(boards, st.lists(st.integers(0, 10**6), max_size=80))
def test_52_distinct_cards_after_every_move_and_pops_restore(
    board: Board, choices: list[int]
) -> None:
    position = naive.from_numbers(board.rows, board.foundations)
    copies = [board.copy()]
    played = len(board.move_stack)
    for choice in choices:
        moves = board.legal_moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        board.push(move)
        position = naive.play(position, move)
        assert naive.from_numbers(board.rows, board.foundations) == position
        home = {card for card in range(52) if rank_of(card) <= board.foundations[suit_of(card)]}
        in_rows = [card for row in board.rows for card in row]
        assert len(in_rows) + len(home) == 52
        assert set(in_rows) | home == set(range(52))
        assert board.move_stack[-1] == move
        assert len(board.move_stack) == played + len(copies)
        copies.append(board.copy())
    for before in reversed(copies[:-1]):
        board.pop()
        assert board == before
        assert board.move_stack == before.move_stack
    assert len(board.move_stack) == played


def test_perft_counts_of_the_committed_deals() -> None:
    with PERFT.open(newline="", encoding="ascii") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 120
    for line in lines:
        board = deal(get_variant(line["variant"]), int(line["number"]))
        counts = [perft(board, depth) for depth in range(1, 5)]
        assert counts == [int(line[str(depth)]) for depth in range(1, 5)], line


@settings(max_examples=25)
@given(scattered_boards())
def test_perft_counts_equal_the_oracle(board: Board) -> None:
    position = naive.from_numbers(board.rows, board.foundations)
    before = board.copy()
    assert perft(board, 2) == naive.perft(position, 2)
    assert board == before


def test_example_any_suit_builds_and_frees_the_card_beneath() -> None:
    board = ending_in("2D 7H", "8C", "AD")
    board.check(Move(1, 2))  # 7H onto 8C: neither suit nor colour matters
    board.push(Move(1, 2))
    assert not board.is_legal(Move(1, HOME))  # 2D waits for its ace
    board.push(Move(3, HOME))
    board.check(Move(1, HOME))


def test_example_three_onto_four_exposes_the_king() -> None:
    board = ending_in("KS 3D", "4H")
    board.push(Move(1, 2))
    card = board.available_card(1)
    assert card == parse_card("KS")


def test_example_a_king_goes_into_a_space_or_onto_its_queen_at_home() -> None:
    # The one king in play lies on a card that it buries; row 8 ends in an ace.
    board = ending_in("2C KS", "QH", "JD")
    row_moves = [move for move in board.legal_moves() if move.source == 1]
    assert row_moves == [Move(1, 4), Move(1, 5), Move(1, 6), Move(1, 7)]
    board.check(Move(2, 1))  # any queen may be built on a king
    finished = Board([[parse_card("KS")], *[[]] * 7], [13, 13, 13, 12])
    assert Move(1, HOME) in finished.legal_moves()


def test_a_card_may_wander_from_space_to_space() -> None:
    board = Board([[parse_card("KS")], *[[]] * 7], [13, 13, 13, 12])
    assert board.legal_moves() == [Move(1, HOME), *(Move(1, row) for row in range(2, 9))]


def test_won_is_not_stuck_and_leaves_no_move() -> None:
    board = Board([[]] * 8, [13] * 4)
    assert board.is_won()
    assert not board.is_stuck()
    assert board.legal_moves() == []
    assert board.foundation_cards == 52


def test_a_deal_can_be_stuck_at_the_start() -> None:
    stuck = [n for n in range(1, 3000) if deal(STREETS_AND_ALLEYS, n).is_stuck()]
    assert len(stuck) > 0
    assert deal(STREETS_AND_ALLEYS, stuck[0]).legal_moves() == []


def test_spaces_and_available_cards() -> None:
    board = ending_in("KS 3D", "4H")
    assert board.spaces() == [3, 4, 5, 6, 7]
    assert board.available_card(1) == parse_card("3D")
    assert board.available_card(3) is None


def test_the_key_sorts_the_row_texts() -> None:
    board = parse_position("Foundations: H-K C-J D-K S-Q\n:\nKS\n:\nQC\n:\n:\n:\nKC\n")
    assert board.key() == "/////KC/KS/QC"


@given(boards, st.permutations(range(8)))
def test_the_key_forgets_the_order_of_rows_only(board: Board, order: list[int]) -> None:
    shuffled = Board([board.rows[row] for row in order], board.foundations)
    assert shuffled.key() == board.key()
    for move in board.legal_moves():
        after = board.copy()
        after.push(move)
        if after.key() == board.key():  # an only card went from space to space
            assert len(board.rows[move.source - 1]) == 1
            assert move.destination in board.spaces()


def test_equal_boards_need_not_have_the_same_moves_behind_them() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    other = board.copy()
    other.push(Move(8, 7))
    assert board != other
    other.pop()
    assert board == other
    assert board != "a board"
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


def test_a_copy_is_independent() -> None:
    board = deal(STREETS_AND_ALLEYS, 5)
    board.push(Move(8, 7))
    before = board.copy()
    other = board.copy()
    other.push(Move(8, HOME))
    other.push(Move(2, HOME))
    assert board == before
    assert board.move_stack == [Move(8, 7)]
    board.pop()
    assert board == deal(STREETS_AND_ALLEYS, 5)
    assert [other.pop() for _ in range(3)] == [Move(2, HOME), Move(8, HOME), Move(8, 7)]
    assert other == board


def test_pop_without_a_move_is_an_index_error() -> None:
    with pytest.raises(IndexError):
        deal(STREETS_AND_ALLEYS, 5).pop()


def test_it_can_be_read_by_people() -> None:
    board = parse_position("Foundations: H-K C-J D-K S-Q\n:\nKS\n:\nQC\n:\n:\n:\nKC\n")
    assert str(board) == ("foundations  C:J D:K H:K S:Q\n1\n2  KS\n3\n4  QC\n5\n6\n7\n8  KC")
    assert repr(board) == "<Board /KS//QC////KC foundations [11, 13, 13, 12]>"


@pytest.mark.parametrize(
    ("rows", "foundations", "message"),
    [
        ([[]] * 7, [13] * 4, "8 rows, not 7"),
        ([[]] * 9, [13] * 4, "8 rows, not 9"),
        ([[]] * 8, [13] * 3, "4 foundations, not 3"),
        ([[]] * 8, [13, 13, 13, 14], "0 to 13, not 14"),
        ([[]] * 8, [13, 13, 13, -1], "0 to 13, not -1"),
        ([[52], *[[]] * 7], [13, 13, 13, 12], "no card has the number 52"),
        ([[51, 51], *[[]] * 7], [13, 13, 13, 12], "KS occurs twice"),
        ([[51, 50], *[[]] * 7], [13, 13, 13, 12], "KH is in a row and on its foundation too"),
        ([[]] * 8, [13, 13, 13, 12], "KS is missing"),
    ],
)
def test_other_positions_are_refused(
    rows: list[list[int]], foundations: list[int], message: str
) -> None:
    with pytest.raises(InvalidPositionError, match=message):
        Board(rows, foundations)
