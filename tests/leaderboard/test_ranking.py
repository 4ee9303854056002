"""Which result is better, and which rank a score has."""

import doctest
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import leaderboard.ranking
from leaderboard.ranking import (
    Count,
    Place,
    RunningRank,
    Section,
    Tally,
    counted_score,
    is_better,
    place_of,
)


def win(moves: int, *, assisted: bool = False) -> Place:
    return place_of(won=True, assisted=assisted, moves=moves, foundation_cards=52)


def progress(cards: int, moves: int, *, assisted: bool = False) -> Place:
    return place_of(won=False, assisted=assisted, moves=moves, foundation_cards=cards)


def tally_of(places: list[Place]) -> Tally:
    keys = sorted((place.section, counted_score(place)) for place in places)
    return Tally(
        Count(section, score, len(list(group)), 1)
        for (section, score), group in itertools.groupby(keys)
    )


def test_it_works() -> None:
    tally = tally_of([win(73), win(75), win(75), win(80), progress(30, 12)])
    assert [tally.rank(win(moves)) for moves in (73, 75, 80)] == [1, 2, 4]
    assert tally.total == 5
    assert tally.total_of(Section.RANKED) == 4


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.ranking)
    assert (result.failed, result.attempted) == (0, 3)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(70, 80)), max_size=60))
def test_a_board_read_from_its_top_has_the_ranks_of_its_counts(
    found: list[tuple[int, int]],
) -> None:
    places = sorted(Place(section, score) for section, score in found)
    tally, running = tally_of(places), RunningRank()
    assert [running.of(place) for place in places] == [tally.rank(place) for place in places]


def test_results_in_order_best_first() -> None:
    best_first = [
        win(70),
        win(71),
        win(5000),
        win(70, assisted=True),
        win(5000, assisted=True),
        progress(51, 5000),
        progress(50, 10),
        progress(50, 11),
        progress(0, 0),
    ]
    assert sorted(best_first) == best_first
    assert len(set(best_first)) == len(best_first)


@pytest.mark.parametrize(
    ("new", "old", "better"),
    [
        (win(80), None, True),
        (win(80), win(81), True),
        (win(80), win(80), False),
        (win(81), win(80), False),
        (win(300), win(70, assisted=True), True),
        (win(70, assisted=True), win(300), False),
        (win(300, assisted=True), progress(51, 60), True),
        (progress(51, 60), win(300, assisted=True), False),
        (progress(31, 90), progress(30, 20), True),
        (progress(30, 19), progress(30, 20), True),
        (progress(30, 20), progress(30, 20), False),
    ],
)
def test_only_a_better_result_replaces(new: Place, old: Place | None, better: bool) -> None:
    assert is_better(new, old) is better


def test_help_does_not_matter_to_an_unfinished_line() -> None:
    assert progress(30, 20, assisted=True) == progress(30, 20)


def test_only_clean_wins_have_ranks() -> None:
    tally = tally_of([win(70), win(60, assisted=True), progress(51, 1)])
    assert tally.rank(win(70)) == 1
    assert tally.rank(win(60, assisted=True)) is None
    assert tally.rank(progress(51, 1)) is None


def test_an_empty_board() -> None:
    tally = Tally([])
    assert (tally.total, tally.revision, tally.rank(win(70))) == (0, 0, 1)


def test_the_revision_counts_all_changes_and_empty_counts_rank_nobody() -> None:
    tally = Tally([Count(1, 70, 0, 9), Count(1, 71, 2, 2), Count(3, 22, 1, 1)])
    assert (tally.revision, tally.total) == (12, 3)
    assert (tally.rank(win(71)), tally.rank(win(72))) == (1, 3)


@given(st.lists(st.integers(60, 75), max_size=40), st.integers(58, 77))
def test_ranks_are_those_of_a_recount(moves: list[int], asked: int) -> None:
    tally = tally_of([win(count) for count in moves])
    assert tally.rank(win(asked)) == 1 + sum(count < asked for count in moves)


@given(st.integers(0, 52), st.integers(0, 5000))
def test_few_counts_stand_for_unfinished_lines(cards: int, moves: int) -> None:
    assert counted_score(progress(cards, moves)) == 52 - cards
