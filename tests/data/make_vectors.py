"""Make vectors that another implementation of the rules can be checked against.

    python -m tests.data.make_vectors > vectors.json

For each variant: positions (reached by random play, and scattered ones with many spaces)
with their legal moves, key and text, each with some sequences and their expansion or the
reason why not; and lines, right and wrong ones, with what their replay says. The tests of
the page compare its JavaScript with vectors made while they run.
"""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from games.rules import (
    HOME,
    MAX_DEAL_NUMBER,
    RANKS,
    ROW_COUNT,
    VARIANTS,
    Board,
    IllegalMoveError,
    Move,
    Variant,
    deal,
    expand_sequence,
    format_line,
    format_move,
    format_position,
    make_card,
    replay,
)
from games.rules.notation import run_length

SEQUENCES = 4
WORDS = [
    "9h",
    "3",
    "38x",
    "38x14",
    "38x0",
    "3hx2",
    "x2",
    "\uff138",
    "h3",
    "38x4h",
    "\0",
    "😀",
    "38x",
]


def play_at_random(chance: random.Random, start: Board) -> Iterator[Board]:
    """Yield the positions of a random game, at most 90, that likes foundations."""
    board = start.copy()
    yield board
    for _ in range(90):
        moves = board.legal_moves()
        if not moves:
            return
        homeward = [move for move in moves if move.destination == HOME]
        board.push(chance.choice(homeward if homeward and chance.random() < 0.7 else moves))
        yield board


def scatter(chance: random.Random) -> Board:
    """Return a position with descending runs and spaces, such as the end of a game has."""
    tops = [chance.randint(0, 11) for _ in range(4)]
    cards = [
        make_card(rank, suit)
        for rank in range(len(RANKS), 0, -1)
        for suit in chance.sample(range(4), 4)
        if rank > tops[suit]
    ]
    rows: list[list[int]] = [[] for _ in range(ROW_COUNT)]
    used = chance.sample(range(ROW_COUNT), chance.randint(1, ROW_COUNT))
    for card in cards:
        fits = [row for row in used if rows[row] and rows[row][-1] >> 2 == (card >> 2) + 1]
        rows[chance.choice(fits if fits and chance.random() < 0.9 else used)].append(card)
    return Board(rows, tops)


def random_sequence(chance: random.Random, board: Board) -> tuple[int, int, int]:
    """Return source, destination and count of a sequence that is often, not always, legal."""
    source = chance.randint(1, ROW_COUNT)
    run = run_length(board, source)
    count = min(13, chance.randint(1, run + 1) if chance.random() < 0.8 else 1 + run)
    fits = [
        row
        for row in range(1, ROW_COUNT + 1)
        if count <= run
        and (
            not board.rows[row - 1]
            or board.rows[row - 1][-1] >> 2 == (board.rows[source - 1][-count] >> 2) + 1
        )
    ]
    anywhere = chance.randint(1, ROW_COUNT)
    return source, chance.choice(fits) if fits and chance.random() < 0.8 else anywhere, count


def describe_sequence(board: Board, sequence: tuple[int, int, int]) -> list[Any]:
    """Return the sequence and its single moves as a line, or the reason of the refusal."""
    try:
        return [*sequence, format_line(expand_sequence(board, *sequence))]
    except IllegalMoveError as refused:
        return [*sequence, f"!{refused.reason}"]


def describe_position(chance: random.Random, board: Board) -> dict[str, Any]:
    """Return a position's texts and what the rules say of it."""
    return {
        "rows": board.row_texts(),
        "foundations": list(board.foundations),
        "legal": format_line(board.legal_moves()),
        "key": board.key(),
        "text": format_position(board),
        "cards": board.foundation_cards,
        "stuck": board.is_stuck(),
        "sequences": [
            describe_sequence(board, random_sequence(chance, board)) for _ in range(SEQUENCES)
        ],
    }


def make_line(chance: random.Random, board: Board) -> str:
    """Return a line with shorthands, mostly legal, that may end in a wrong word."""
    words: list[str] = []
    for _ in range(chance.randint(1, 60)):
        source, destination, count = random_sequence(chance, board)
        try:
            moves = expand_sequence(board, source, destination, count)
            word = f"{source}{destination}" + (f"x{count}" if count > 1 else "")
        except IllegalMoveError:
            legal = board.legal_moves()
            if not legal:
                break
            moves = [chance.choice(legal)]
            word = format_move(moves[0])
        words.append(word.upper() if chance.random() < 0.1 and "x" not in word else word)
        for move in moves:
            board.push(move)
    if chance.random() < 0.5:
        anyhow = f"{chance.randint(1, 8)}{chance.choice('12345678h')}"
        too_long = f"{chance.randint(1, 8)}{chance.randint(1, 8)}x{chance.randint(2, 13)}"
        wrong = chance.choice([chance.choice(WORDS), anyhow, too_long])
        words.insert(chance.randint(max(0, len(words) - 3), len(words)), wrong)
    separators = [" ", "\n", "\t ", "  "] if chance.random() < 0.9 else [""]
    return "".join(word + chance.choice(separators) for word in words)


def describe_line(start: Board, text: str) -> dict[str, Any]:
    """Return a line and what its replay says."""
    result = replay(start, text)
    error = result.error
    return {
        "rows": start.row_texts(),
        "foundations": list(start.foundations),
        "line": text,
        "moves": format_line(result.moves),
        "outcome": result.outcome,
        "cards": result.foundation_cards,
        "error": error and {"index": error.index, "reason": error.reason, "offset": error.offset},
    }


def finishing_line(board: Board) -> str:
    """Return the moves that take a position home when nothing stands in their way, else some."""
    board, moves = board.copy(), []
    while homeward := [move for move in board.legal_moves() if move.destination == HOME]:
        board.push(homeward[0])
        moves.append(homeward[0])
    return format_line(moves)


def make_vectors(variant: Variant, positions: int, lines: int, seed: str) -> dict[str, Any]:
    """Return at least so many positions and lines of a variant, the same for the same seed."""
    chance = random.Random(f"{seed} {variant.slug}")  # noqa: S311 - nothing is secret
    described: list[dict[str, Any]] = []
    while len(described) < positions:
        start = deal(variant, chance.randint(1, MAX_DEAL_NUMBER))
        described += [describe_position(chance, board) for board in play_at_random(chance, start)]
        described += [describe_position(chance, scatter(chance)) for _ in range(40)]
    replays = []
    for index in range(lines):
        scattered = index % 2 == 1
        start = scatter(chance) if scattered else deal(variant, chance.randint(1, MAX_DEAL_NUMBER))
        text = make_line(chance, start.copy())
        if scattered and chance.random() < 0.3:
            text = finishing_line(start) + chance.choice(["", " 1h", " zz"])
        replays.append(describe_line(start, text))
    moves = " ".join(map(format_move, [Move(1, 2), Move(2, 1)] * 2501))
    replays.append(describe_line(deal(variant, 1), moves))
    return {"variant": variant.slug, "positions": described, "lines": replays}


def make_all(positions: int = 10_000, lines: int = 1_000, seed: str = "1") -> list[dict[str, Any]]:
    """Return the vectors of all variants."""
    return [make_vectors(variant, positions, lines, seed) for variant in VARIANTS.values()]


if __name__ == "__main__":
    json.dump(make_all(), sys.stdout)
