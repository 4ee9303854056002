"""Lines of made-up players: real, different, and of the kinds that real ones are of."""

import pytest

from games.rules import deal, get_variant, replay
from leaderboard.seeding.lines import REJECTED, UNFINISHED, WINS, detoured, lines_of
from tests.leaderboard.lines import WON, Won


@pytest.mark.parametrize("won", WON, ids=lambda won: f"{won.variant}-{won.number}")
def test_lines_win_stop_short_or_break_the_rules(won: Won) -> None:
    sent = [one.claim for one in lines_of(get_variant(won.variant), won.number, won.line)]
    wins, others = sent[:WINS], sent[WINS:]
    assert [claim.move_count for claim in wins] == list(range(won.par, won.par + WINS))
    assert all(claim.won for claim in wins)
    unfinished, rejected = others[:UNFINISHED], others[UNFINISHED:]
    assert [claim.outcome for claim in unfinished] == ["unfinished"] * UNFINISHED
    assert [claim.reason for claim in rejected] == ["same_row"] * REJECTED
    assert len({claim.digest for claim in sent}) == len(sent)


@pytest.mark.parametrize("extra", [0, 1, 2, 7, 400])
def test_detours_of_any_length(extra: int) -> None:
    for won in WON:
        line = detoured(won.board, won.moves, extra)
        assert len(line) == won.par + extra
        assert replay(deal(get_variant(won.variant), won.number), line).won


@pytest.mark.parametrize("won", WON, ids=lambda won: f"{won.variant}-{won.number}")
def test_detours_at_later_places_are_other_lines_as_long(won: Won) -> None:
    lines = [tuple(detoured(won.board, won.moves, 3, passed=passed)) for passed in range(4)]
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert len(line) == won.par + 3
        assert replay(won.board, line).won


def test_a_line_without_a_place_left_for_the_detour_is_refused() -> None:
    won = WON[0]
    with pytest.raises(ValueError, match="no place"):
        detoured(won.board, won.moves, 1, passed=len(won.moves))
