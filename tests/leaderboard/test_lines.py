"""The lines that other tests play are what they are said to be."""

import pytest

from games.rules import replay
from tests.leaderboard.lines import WON, Won, longer, unfinished


def test_there_are_lines_of_every_variant() -> None:
    assert len(WON) == 7
    assert {won.variant for won in WON} == {"beleaguered-castle", "streets-and-alleys", "citadel"}


@pytest.mark.parametrize("won", WON)
def test_lines_win_in_the_moves_they_name(won: Won) -> None:
    result = replay(won.board, won.line)
    assert (result.outcome, result.move_count) == ("won", won.par)


@pytest.mark.parametrize("won", WON)
@pytest.mark.parametrize("extra", [0, 1, 2, 3, 10, 201])
def test_longer_lines_win_too(won: Won, extra: int) -> None:
    result = replay(won.board, longer(won, extra))
    assert (result.outcome, result.move_count) == ("won", won.par + extra)


@pytest.mark.parametrize("won", WON)
def test_a_part_of_a_line_is_unfinished(won: Won) -> None:
    result = replay(won.board, unfinished(won, 20))
    assert (result.outcome, result.move_count) == ("unfinished", 20)
