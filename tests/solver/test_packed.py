"""Packing and unpacking, and the kernel's move generation against the oracle's."""

import random

import numpy as np

from games.rules import VARIANTS, Board, deal
from games.solver.packed import BASE, Frame, Position, unpack
from games.solver.search import ASTAR, Search, lower_bound
from tests import naive
from tests.solver.packs import VARIANTS as SLUGS
from tests.solver.packs import from_naive, small_deal, to_naive


def unpacked(frame: Frame, words: tuple[int, int, int], rows: int, ranks: int) -> Position:
    """Read a packed position back, rows sorted."""
    beneath = np.empty(64, np.uint8)
    codes = np.empty(64, np.uint8)
    w0, w1, w2 = (np.uint64(word) for word in words)
    home, ends = unpack(w0, w1, w2, np.uint64(frame.full), frame.decode, beneath, codes)
    tableau = []
    for card in range(4 * ranks):
        if int(ends) >> card & 1:
            row = []
            while card != BASE:
                row.append(card)
                card = int(beneath[card])
            tableau.append(tuple(reversed(row)))
    tableau += [()] * (rows - len(tableau))
    tops = tuple(
        sum(int(home) >> (4 * rank + suit) & 1 for rank in range(ranks)) for suit in range(4)
    )
    return Position(tuple(sorted(tableau)), tops, ranks)


def in_order(position: Position) -> Position:
    """The same position with its rows sorted."""
    return Position(tuple(sorted(position.rows)), position.foundations, position.ranks)


def test_a_deal_is_read_back() -> None:
    for variant in VARIANTS.values():
        for number in (1, 32000, 10**20 - 1):
            position = Position.from_board(deal(variant, number))
            frame = Frame.from_position(position)
            assert unpacked(frame, frame.words, 8, 13) == in_order(position)


def test_positions_of_a_playout_are_read_back() -> None:
    """Any position may be the start of a search."""
    chance = random.Random(5)  # noqa: S311
    seen = 0
    for variant in VARIANTS.values():
        board = deal(variant, 17)
        while (moves := board.legal_moves()) and seen < 300:
            board.push(chance.choice(moves))
            position = Position.from_board(board)
            frame = Frame.from_position(position)
            assert unpacked(frame, frame.words, 8, 13) == in_order(position)
            seen += 1
    assert seen > 100


def one_step(position: Position) -> set[Position]:
    """The successors that a search without safe moves stores for the start."""
    search = Search(position, ASTAR, margin=-1)
    search.expand(1, 1000)
    frame = search.frame
    rows = len(position.rows)
    return {
        unpacked(frame, search.words(number), rows, position.ranks)
        for number in range(1, search.states)
    }


def test_successors_are_the_oracles() -> None:
    """All but those which no line wins: the search drops dead positions."""
    compared = dropped = 0
    for variant in SLUGS:
        for seed in range(60):
            start = small_deal(variant, 5, 4, seed)
            chance = random.Random(seed)  # noqa: S311
            here = to_naive(start)
            for _ in range(10):
                moves = naive.legal_moves(here)
                if not moves:
                    break
                position = from_naive(here, 5)
                stored = one_step(position)
                expected = {
                    in_order(from_naive(state, 5))
                    for state in naive.successors(here) - {naive.canonical(here)}
                    if not naive.is_won(state)
                }
                assert stored <= expected
                for missing in expected - stored:
                    assert lower_bound(position) is None or lower_bound(missing) is None
                    dropped += 1
                compared += len(stored)
                here = naive.play(here, chance.choice(moves))
    assert compared > 1000
    assert dropped > 100


def test_board_and_position_agree() -> None:
    board = Board([list(range(row, 52, 8)) for row in range(8)], [0, 0, 0, 0])
    position = Position.from_board(board)
    assert position.rows[0] == (0, 8, 16, 24, 32, 40, 48)
    assert not position.is_won
    assert Position(((),) * 8, (13, 13, 13, 13)).is_won
