"""fc-solve's own solutions of 50 deals of each variant win here, move for move."""

import itertools

import pytest

from games.rules import VARIANTS, deal, format_line, format_position, get_variant, replay
from tests import naive
from tests.data.fc_solve import read_solutions
from tests.data.make_fc_solve import position_text
from tests.data.make_golden import make_position


@pytest.mark.parametrize("slug", VARIANTS)
def test_fifty_solutions_win(slug: str) -> None:
    solutions = read_solutions(slug)
    assert len({solution.number for solution in solutions}) == 50
    for _, number, output in solutions:
        board = deal(get_variant(slug), number)
        result = replay(board, output, format="fc-solve")
        assert (result.error, result.won) == (None, True), number
        # The line as we write it wins as well, and not only in the eyes of our own rules.
        line = format_line(result.moves)
        assert replay(board, line).won
        position = make_position(slug, number)
        for move in result.moves:
            assert move in naive.legal_moves(position), (number, move)
            position = naive.play(position, move)
        assert naive.is_won(position)


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_program_read_our_own_board_text(slug: str) -> None:
    numbers = [solution.number for solution in read_solutions(slug)]
    assert len(numbers) == 50
    for number in numbers:
        ours = format_position(deal(get_variant(slug), number))
        assert ours == position_text(make_position(slug, number))


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_solution_wins_its_own_deal_alone(slug: str) -> None:
    solutions = read_solutions(slug)
    for one, other in itertools.pairwise(solutions):
        board = deal(get_variant(slug), other.number)
        assert not replay(board, one.output, format="fc-solve").won


def test_the_solutions_hold_runs_of_both_kinds() -> None:
    words = [
        word
        for slug in VARIANTS
        for solution in read_solutions(slug)
        for word in solution.output.split()
    ]
    assert sum("v" in word and word[:2].isdecimal() for word in words) > 100
    moved = written = 0
    for slug in VARIANTS:
        for _, number, output in read_solutions(slug):
            moved += replay(deal(get_variant(slug), number), output, format="fc-solve").move_count
            written += sum(word[0].isdecimal() and len(word) < 5 for word in output.split())
    assert moved > written
