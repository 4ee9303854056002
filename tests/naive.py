"""The rules again, slow and obvious: the oracle that fast code is compared with.

Nothing here uses games.rules. A card is a pair (rank, suit), ranks from 1, suits from 0. A
position may have any number of ranks, suits and rows, so packs small enough to be searched
whole can be dealt: 4 ranks of 4 suits in 3 rows, say. A move is a pair (source, destination)
of row numbers from 1; destination 0 is the foundation.
"""

import random
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Card = tuple[int, int]
Move = tuple[int, int]


class Position(NamedTuple):
    """Rows of cards, innermost first, and the top rank of each suit's foundation."""

    rows: tuple[tuple[Card, ...], ...]
    foundations: tuple[int, ...]


# Making positions


def small_deal(
    seed: int, *, ranks: int, rows: int, suits: int = 4, aces_first: bool = False
) -> Position:
    """Deal a shuffled pack of ranks x suits cards in turn to the rows.

    With aces_first the aces lie on the foundations already.
    """
    pack = [(rank, suit) for rank in range(1, ranks + 1) for suit in range(suits)]
    random.Random(seed).shuffle(pack)  # noqa: S311
    if aces_first:
        pack = [card for card in pack if card[0] != 1]
    return Position(
        rows=tuple(tuple(pack[row::rows]) for row in range(rows)),
        foundations=(1 if aces_first else 0,) * suits,
    )


def lay_out(pack: Iterable[Card], *, aces_first: bool, builds_while_dealing: bool) -> Position:
    """Deal a pack, in order, to eight rows as the rules say."""
    rows: list[list[Card]] = [[], [], [], [], [], [], [], []]
    foundations = [0, 0, 0, 0]
    place = 0
    for rank, suit in pack:
        if aces_first and rank == 1:
            foundations[suit] = 1
            continue
        if builds_while_dealing and foundations[suit] == rank - 1:
            foundations[suit] = rank
        else:
            rows[place % 8].append((rank, suit))
        place += 1
    return Position(tuple(tuple(row) for row in rows), tuple(foundations))


def from_texts(rows: Iterable[str], foundations: Iterable[int] = (0, 0, 0, 0)) -> Position:
    """Make a position from row texts such as "7H TC"; suits are numbered in CDHS order."""

    def card(text: str) -> Card:
        return "A23456789TJQK".index(text[0]) + 1, "CDHS".index(text[1])

    return Position(
        rows=tuple(tuple(card(text) for text in row.split()) for row in rows),
        foundations=tuple(foundations),
    )


def from_numbers(rows: Iterable[Iterable[int]], foundations: Iterable[int]) -> Position:
    """Make a position from cards numbered 4 * (rank - 1) + suit."""
    return Position(
        rows=tuple(tuple((number // 4 + 1, number % 4) for number in row) for row in rows),
        foundations=tuple(foundations),
    )


def row_texts(position: Position) -> list[str]:
    """Write the rows as texts such as "7H TC"."""
    return [
        " ".join("A23456789TJQK"[rank - 1] + "CDHS"[suit] for rank, suit in row)
        for row in position.rows
    ]


# Moves


def legal_moves(position: Position) -> list[Move]:
    """List the legal moves by source, then destination (the foundation first)."""
    moves = []
    for source, row in enumerate(position.rows, start=1):
        if len(row) == 0:
            continue
        rank, suit = row[-1]
        if position.foundations[suit] == rank - 1:
            moves.append((source, 0))
        for destination, other in enumerate(position.rows, start=1):
            if destination == source:
                continue
            if len(other) == 0 or other[-1][0] == rank + 1:
                moves.append((source, destination))
    return moves


def play(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    source, destination = move
    rows = [list(row) for row in position.rows]
    foundations = list(position.foundations)
    rank, suit = rows[source - 1].pop()
    if destination == 0:
        foundations[suit] = rank
    else:
        rows[destination - 1].append((rank, suit))
    return Position(tuple(tuple(row) for row in rows), tuple(foundations))


def is_won(position: Position) -> bool:
    """All cards are on the foundations when no row holds one."""
    return all(len(row) == 0 for row in position.rows)


def is_stuck(position: Position) -> bool:
    """Not won, and no legal move is left."""
    return not is_won(position) and legal_moves(position) == []


def canonical(position: Position) -> Position:
    """Sort the rows: positions that differ in the order of rows become equal."""
    return Position(tuple(sorted(position.rows)), position.foundations)


# Counting and searching


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly `depth` legal moves."""
    if depth == 0:
        return 1
    return sum(perft(play(position, move), depth - 1) for move in legal_moves(position))


def successors(position: Position) -> set[Position]:
    """Return the canonical positions that one legal move leads to."""
    return {canonical(play(position, move)) for move in legal_moves(position)}


def reachable(position: Position) -> dict[Position, set[Position]]:
    """Map every canonical position that can be reached (the start too) to its successors."""
    start = canonical(position)
    found: dict[Position, set[Position]] = {}
    queue = deque([start])
    seen = {start}
    while queue:
        here = queue.popleft()
        found[here] = successors(here)
        for there in found[here] - seen:
            seen.add(there)
            queue.append(there)
    return found


def distances_to_win(position: Position) -> dict[Position, int | None]:
    """Map every reachable canonical position to the fewest moves that win it, None if none do.

    Breadth first backwards from the won position, over all edges: exact.
    """
    graph = reachable(position)
    predecessors: dict[Position, list[Position]] = {here: [] for here in graph}
    for here, nexts in graph.items():
        for there in nexts:
            predecessors[there].append(here)
    distances: dict[Position, int | None] = dict.fromkeys(graph)
    queue = deque(here for here in graph if is_won(here))
    for here in queue:
        distances[here] = 0
    while queue:
        here = queue.popleft()
        distance = distances[here]
        assert distance is not None
        for before in predecessors[here]:
            if distances[before] is None:
                distances[before] = distance + 1
                queue.append(before)
    return distances


def fewest_moves(position: Position) -> int | None:
    """Return the fewest moves that win the position, None if it cannot be won."""
    return distances_to_win(position)[canonical(position)]


# Sequences


def sequence_cost(count: int, spaces: int) -> int:
    """T(n, e) of the rules, by trying every split."""
    if count == 1:
        return 1
    return min(split_cost(count, parked, spaces) for parked in splits(count, spaces))


def splits(count: int, spaces: int) -> list[int]:
    """Return the numbers of cards that may be parked on the first space."""
    if spaces == 0:
        return []
    most = 2 ** (spaces - 1)
    return [parked for parked in range(1, count) if parked <= most and count - parked <= most]


def split_cost(count: int, parked: int, spaces: int) -> int:
    """Return the moves of a sequence of which `parked` cards go by the first space."""
    return 2 * sequence_cost(parked, spaces - 1) + sequence_cost(count - parked, spaces - 1)


def expand_sequence(count: int, spaces: Sequence[int], source: int, destination: int) -> list[Move]:
    """Return the single moves of a sequence, parking on the given spaces only."""
    if count == 1:
        return [(source, destination)]
    costs = {k: split_cost(count, k, len(spaces)) for k in splits(count, len(spaces))}
    parked = min(k for k in costs if costs[k] == min(costs.values()))
    first, *others = sorted(spaces)
    return (
        expand_sequence(parked, others, source, first)
        + expand_sequence(count - parked, others, source, destination)
        + expand_sequence(parked, others, first, destination)
    )
