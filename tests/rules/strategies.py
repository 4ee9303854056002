"""Hypothesis strategies: positions of all kinds, and positions with a sequence to move."""

from typing import NamedTuple

from hypothesis import strategies as st

from games.rules import (
    MAX_DEAL_NUMBER,
    VARIANTS,
    Board,
    deal,
    make_card,
    rank_of,
    suit_of,
)

deal_numbers = st.one_of(
    st.integers(1, 32_100), st.integers(1, MAX_DEAL_NUMBER), st.just(MAX_DEAL_NUMBER)
)
variants = st.sampled_from(list(VARIANTS.values()))
deals = st.builds(deal, variants, deal_numbers)


@st.composite
def scattered_boards(draw: st.DrawFn) -> Board:
    """Draw any position at all: any foundations, the other cards anyhow in the rows."""
    tops = [draw(st.integers(0, 13)) for _ in range(4)]
    cards = draw(st.permutations([c for c in range(52) if rank_of(c) > tops[suit_of(c)]]))
    rows: list[list[int]] = [[] for _ in range(8)]
    used = draw(st.integers(1, 8))
    for card in cards:
        rows[draw(st.integers(0, used - 1))].append(card)
    return Board(draw(st.permutations(rows)), tops)


@st.composite
def played_boards(draw: st.DrawFn) -> Board:
    """Draw a position after up to 60 moves from a deal, home where that is possible."""
    board = draw(deals)
    choices = draw(st.lists(st.integers(0, 10**6), max_size=60))
    for choice in choices:
        moves = board.legal_moves()
        if not moves:
            break
        home = [move for move in moves if move.destination == 0]
        board.push((home or moves)[choice % len(home or moves)])
    return board


boards = st.one_of(deals, scattered_boards(), played_boards())


class SequenceCase(NamedTuple):
    """A position in which `length` cards can go from a row to another by way of the spaces."""

    board: Board
    source: int
    destination: int
    length: int
    spaces: list[int]


@st.composite
def sequence_cases(draw: st.DrawFn) -> SequenceCase:
    """Draw a sequence that can be moved, onto a card or into a space."""
    row_order = draw(st.permutations(range(1, 9)))
    source, destination, *others = row_order
    space_count = draw(st.integers(0, 6))
    into_space = draw(st.booleans())
    most = min(2**space_count, 13 if into_space else 12)
    count = draw(st.integers(1, most))
    lowest = draw(st.integers(1, 14 - count if into_space else 13 - count))
    ranks = range(lowest + count - 1, lowest - 1, -1)
    run = [make_card(rank, draw(st.integers(0, 3))) for rank in ranks]
    crown = [] if into_space else [make_card(lowest + count, draw(st.integers(0, 3)))]
    rest = draw(st.permutations([card for card in range(52) if card not in {*run, *crown}]))
    spaces = sorted(others[:space_count])
    # Where the other cards lie: beneath the run, beneath its crown, or in the other rows.
    # Those other rows must not be empty, else they were spaces.
    filled = others[space_count:]
    rows: dict[int, list[int]] = {row: [] for row in row_order}
    for row, card in zip(filled, rest, strict=False):
        rows[row].append(card)
    places = [source, *filled] if into_space else [source, destination, *filled]
    for card in rest[len(filled) :]:
        rows[draw(st.sampled_from(places))].append(card)
    rows[source] += run
    rows[destination] += crown
    board = Board([rows[row] for row in range(1, 9)], [0, 0, 0, 0])
    return SequenceCase(board, source, destination, count, spaces)
