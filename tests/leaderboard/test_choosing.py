"""The choice of a day's deal among its candidates."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from games.rules import Board, deal, format_line, get_variant, replay
from games.solver import Budget, Result, Verdict, find_par, solve
from leaderboard import choosing
from leaderboard.choosing import Budgets, ChoiceCancelledError, choose, label_of
from leaderboard.commitments import candidate_number, challenge_key
from tests.leaderboard.lines import CASTLE

DAY = dt.date(2028, 2, 29)
SECRET = b"a secret of the tests"
PLENTY = Budgets(verdict_nodes=2_000_000, par_nodes=4_000_000)


@pytest.mark.parametrize("variant", ["beleaguered-castle", "streets-and-alleys", "citadel"])
def test_the_first_candidate_with_proven_par_is_chosen(variant: str) -> None:
    choice = choose(variant, DAY, secret=SECRET, budgets=PLENTY)
    assert choice.key == challenge_key(SECRET, variant, DAY)
    numbers = [candidate_number(choice.key, index) for index in range(choice.candidate + 1)]
    assert choice.number == numbers[-1]
    for number in numbers[:-1]:
        assert not label_of(variant, number, budgets=PLENTY).par_proven
    line = choice.label.line
    assert line is not None
    played = replay(deal(get_variant(variant), choice.number), line)
    assert (played.outcome, played.move_count) == ("won", choice.label.par)


def test_the_choice_is_the_same_again() -> None:
    first, second = (choose("citadel", DAY, secret=SECRET, budgets=PLENTY) for _ in range(2))
    assert (first.key, first.candidate, first.number) == (
        second.key,
        second.candidate,
        second.number,
    )
    assert first.label.line == second.label.line
    assert first.label.states == second.label.states


def test_the_label_counts_both_searches() -> None:
    board = CASTLE.board
    verdict = solve(board, Budget(nodes=2_000_000))
    par = find_par(
        board,
        Budget(nodes=4_000_000),
        known_line=verdict.line,
        known_low=verdict.par_low or 0,
    )
    label = label_of(CASTLE.variant, CASTLE.number, budgets=PLENTY)
    assert label.par == CASTLE.par
    assert label.states == verdict.states + par.states
    assert label.line == par.line


Verdicts = Callable[[dict[int, tuple[Verdict, bool]]], list[int]]


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch) -> Verdicts:
    """Let the solver answer as told, by candidate; gives the candidates in order of asking."""

    def script(answers: dict[int, tuple[Verdict, bool]]) -> list[int]:
        asked: list[int] = []
        key = challenge_key(SECRET, "citadel", DAY)
        index_of = {candidate_number(key, index): index for index in range(40)}
        line = CASTLE.moves

        def answer(variant: str, number: int, **_: Any) -> Result:
            index = index_of[number]
            asked.append(index)
            verdict, proven = answers.get(index, (Verdict.unsolvable, False))
            if verdict is not Verdict.solvable:
                return Result(verdict, None, None, None, 1, 0.0, 1)
            low = len(line) if proven else len(line) - 1
            return Result(verdict, line, low, len(line), 1, 0.0, 1)

        monkeypatch.setattr(choosing, "label_of", answer)
        return asked

    return script


@pytest.mark.parametrize(
    ("answers", "chosen", "asked"),
    [
        ({0: (Verdict.solvable, True)}, 0, 1),
        ({2: (Verdict.solvable, True)}, 2, 3),
        # A bounded par waits for a proven one, up to the eighth candidate.
        ({1: (Verdict.solvable, False), 5: (Verdict.solvable, True)}, 5, 6),
        ({0: (Verdict.solvable, False), 7: (Verdict.solvable, True)}, 7, 8),
        ({3: (Verdict.solvable, False), 5: (Verdict.solvable, False)}, 3, 8),
        ({7: (Verdict.solvable, False)}, 7, 8),
        ({3: (Verdict.solvable, False), 8: (Verdict.solvable, True)}, 3, 8),
        # After eight the first solvable one, proven or not.
        ({8: (Verdict.solvable, False), 9: (Verdict.solvable, True)}, 8, 9),
        ({11: (Verdict.solvable, True)}, 11, 12),
        ({0: (Verdict.undetermined, False), 1: (Verdict.solvable, True)}, 1, 2),
    ],
)
def test_which_candidate_is_chosen(
    verdicts: Verdicts, answers: dict[int, tuple[Verdict, bool]], chosen: int, asked: int
) -> None:
    order = verdicts(answers)
    choice = choose("citadel", DAY, secret=SECRET, budgets=PLENTY)
    assert choice.candidate == chosen
    assert order == list(range(asked))


def test_budgets_are_in_nodes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    def spy(function: Callable[..., Result]) -> Callable[..., Result]:
        def run(board: Board, budget: Budget, **options: Any) -> Result:
            budgets.append(budget)
            return function(board, budget, **options)

        return run

    monkeypatch.setattr(choosing, "solve", spy(solve))
    monkeypatch.setattr(choosing, "find_par", spy(find_par))
    label_of(CASTLE.variant, CASTLE.number, budgets=Budgets(1_000_000, 3_000_000))
    assert budgets == [Budget(nodes=1_000_000), Budget(nodes=3_000_000)]


def test_it_can_be_cancelled() -> None:
    with pytest.raises(ChoiceCancelledError):
        choose("citadel", DAY, secret=SECRET, budgets=PLENTY, cancelled=lambda: True)


def test_the_line_of_a_label_is_text_that_replays() -> None:
    label = label_of(CASTLE.variant, CASTLE.number, budgets=PLENTY)
    assert label.line is not None
    assert replay(CASTLE.board, format_line(label.line)).won
