"""How hard a deal is: measures, places, grades, and the calibration that the scale comes from."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games import difficulty as module
from games.difficulty import (
    Grade,
    Measures,
    Scale,
    calibration,
    careless_game,
    difficulty,
    grade_of,
    measure,
    number_of,
    place,
    scale_of,
    score_of,
)
from games.rules import CITADEL, VARIANTS, Board, deal
from games.solver import SOLVER_VERSION
from tests.games.conftest import SOLVABLE, UNSOLVABLE

# Ten deals, each harder than the one before in all three measures.
TEN = Scale(*([float(value) for value in range(10)] for _ in range(3)), [0.0] * 10)


def test_the_calibration_is_of_this_solver() -> None:
    """Else run `manage.py calibrate_difficulty`: effort depends on the solver's version."""
    data = calibration()
    assert data["solver_version"] == SOLVER_VERSION
    assert data["solvable_deals"] >= 2000
    assert data["command"].startswith("manage.py calibrate_difficulty --deals 2")
    assert list(data["scales"]) == list(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.slug)
def test_the_scales_ascend(variant: Any) -> None:
    scale = scale_of(variant)
    for values in (scale.effort, scale.detours, scale.traps, scale.score):
        assert len(values) == 201
        assert list(values) == sorted(values)
    assert 0 <= scale.score[0] < 0.2
    assert 0.8 < scale.score[-1] <= 1


def test_it_works() -> None:
    number = difficulty(CITADEL, SOLVABLE)
    assert number is not None
    assert 0 <= number <= 100
    assert number == difficulty(CITADEL, SOLVABLE)


def test_a_deal_that_cannot_be_won_has_none() -> None:
    assert difficulty(CITADEL, UNSOLVABLE) is None


def test_measures() -> None:
    measures = measure(deal(CITADEL, SOLVABLE))
    assert measures is not None
    assert measures.effort > 5
    assert 0 < measures.detours < 40
    assert 0 <= measures.traps <= 16


def test_a_deal_whose_line_is_not_found_is_harder_than_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "EFFORT_BUDGET", module.Budget(nodes=100))
    measures = measure(deal(CITADEL, SOLVABLE))
    assert measures is not None
    assert measures.detours == float("inf")
    assert score_of(TEN, Measures(99, measures.detours, 99)) == 1


@pytest.mark.parametrize(
    ("number", "grade"),
    [
        (0, "easy"),
        (39, "easy"),
        (40, "medium"),
        (69, "medium"),
        (70, "hard"),
        (89, "hard"),
        (90, "fiendish"),
        (100, "fiendish"),
    ],
)
def test_grades(number: int, grade: str) -> None:
    assert grade_of(number) == Grade(grade)


def test_places() -> None:
    assert place([1, 2, 3, 4], 0) == 0
    assert place([1, 2, 3, 4], 2.5) == 0.5
    assert place([1, 2, 3, 4], 5) == 1
    # In the middle of equal ones.
    assert place([1, 2, 2, 3], 2) == 0.5


def test_traps_count_twice() -> None:
    assert score_of(TEN, Measures(99, -1, -1)) == 0.25
    assert score_of(TEN, Measures(-1, 99, -1)) == 0.25
    assert score_of(TEN, Measures(-1, -1, 99)) == 0.5


def test_the_number_is_the_place_of_the_score() -> None:
    scale = Scale(TEN.effort, TEN.detours, TEN.traps, [index / 100 for index in range(100)])
    assert number_of(scale, Measures(-1, -1, -1)) == 0
    assert number_of(scale, Measures(99, 99, 99)) == 100
    assert number_of(scale, Measures(99, 99, -1)) == 50


def test_careless_games_are_the_same_everywhere() -> None:
    board = deal(CITADEL, SOLVABLE)
    games = [careless_game(board, seed) for seed in range(16)]
    assert board == deal(CITADEL, SOLVABLE)
    assert [len(game.move_stack) for game in games] == [8] * 16
    text = " ".join(f"{move.source}{move.destination}" for move in games[0].move_stack)
    assert text == GAME
    assert len({game.key() for game in games}) > 8


GAME = "30 15 51 15 51 27 57 17"


def test_a_careless_game_may_end_early() -> None:
    won = Board([[]] * 8, [13, 13, 13, 13])
    assert careless_game(won, 1) == won


def test_the_command_makes_the_same_scale_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "difficulty.json"
    monkeypatch.setattr(module, "CALIBRATION_FILE", file)
    texts = []
    for _ in range(2):
        call_command("calibrate_difficulty", "--deals", "3", "--seed", "7", stdout=io.StringIO())
        texts.append(file.read_text())
    assert texts[0] == texts[1]
    data = json.loads(texts[0])
    assert data["command"] == "manage.py calibrate_difficulty --deals 3 --seed 7"
    assert data["solvable_deals"] == 3
    assert len(data["scales"]["citadel"]["traps"]) == 201
