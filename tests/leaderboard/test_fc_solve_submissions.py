"""A solution that fc-solve printed, handed in for a challenge as it was printed."""

import pytest

from games.rules import VARIANTS, deal, format_line, get_variant, replay
from tests.data.fc_solve import read_solutions
from tests.leaderboard.lines import Won
from tests.leaderboard.playing import NOON, SetClock, make_caller, make_challenge, path_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", VARIANTS)
def test_it_is_accepted_and_stands_on_the_board(slug: str, at: SetClock) -> None:
    at(NOON)
    solutions = read_solutions(slug)
    assert len(solutions) == 50
    solution = min(solutions, key=lambda one: len(one.output))
    board = deal(get_variant(slug), solution.number)
    moves = replay(board, solution.output, format="fc-solve").moves
    line = format_line(moves)
    challenge = make_challenge(Won(slug, solution.number, len(moves), line))
    caller = make_caller()
    path = f"{path_of(challenge)}/submissions"
    response = caller.post(path, {"line": solution.output, "format": "fc-solve"})
    body = response.json()
    assert (response.status_code, body["status"], body["outcome"]) == (201, "accepted", "won")
    assert (body["move_count"], body["line"]) == (len(moves), line)
    standing = caller.get(f"{path_of(challenge)}/standings/me").json()["standing"]
    assert (standing["rank"], standing["moves"]) == (1, len(moves))
    # The expanded line is the same submission, whoever wrote it down.
    again = caller.submit(line, challenge)
    assert (again.status_code, again.json()["id"]) == (200, body["id"])
