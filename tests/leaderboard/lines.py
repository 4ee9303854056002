"""Real deals with real lines: proven shortest ones, and longer and unfinished ones made of them.

`winning_lines.csv` was made by `games.solver`; its pars are those of the labelled corpus.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from games.rules import HOME, Board, Move, deal, format_line, get_variant, replay


@dataclass(frozen=True)
class Won:
    """A deal and a line that wins it in `par` moves, the fewest there are."""

    variant: str
    number: int
    par: int
    line: str

    @property
    def board(self) -> Board:
        """The deal."""
        return deal(get_variant(self.variant), self.number)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The line as moves."""
        return replay(self.board, self.line).moves


def _read() -> list[Won]:
    with Path(__file__).with_name("winning_lines.csv").open() as file:
        return [
            Won(row["variant"], int(row["number"]), int(row["par"]), row["line"])
            for row in csv.DictReader(file)
        ]


WON = _read()
CASTLE, CASTLE_2, CASTLE_3, STREETS, CITADEL, CITADEL_2, CITADEL_3 = WON


def longer(won: Won, extra: int, passed: int = 0) -> str:
    """A winning line of `extra` moves more: a row's only card goes to and fro between spaces.

    It does so at the first chance, or once so many chances have passed: another line, as long.
    There is no way to add one move with a card that has to be back; it need not be, since
    rows are alike: from then on every move names the card's new row.
    """
    board, moves, detour = won.board, list(won.moves), []
    rename = {row: row for row in range(1, 9)} | {HOME: HOME}
    played: list[Move] = []
    for move in moves:
        if extra and not detour:
            single = [row for row in range(1, 9) if len(board.rows[row - 1]) == 1]
            spaces = board.spaces()
            if single and spaces and passed:
                passed -= 1
            elif single and spaces:
                source, space = single[0], spaces[0]
                for step in range(extra):
                    there = step % 2 == 0
                    detour.append(Move(source, space) if there else Move(space, source))
                for step in detour:
                    board.push(step)
                played += detour
                if extra % 2:
                    rename[source], rename[space] = space, source
        renamed = Move(rename[move.source], rename[move.destination])
        board.push(renamed)
        played.append(renamed)
    assert len(played) == won.par + extra
    return format_line(played)


def unfinished(won: Won, moves: int) -> str:
    """The first moves of a winning line."""
    return format_line(won.moves[:moves])
