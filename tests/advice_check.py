"""Confirms what hint and post-mortem claim of recorded games: `python -m tests.advice_check`.

"Still winnable" is confirmed by a line that `games.rules` replays to a win, "lost from here" by
`tests.exhaustive`, which looks at everything that can be reached and shares nothing with the
solver.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from games.rules import Board, Move, deal, get_variant, replay
from games.solver import Budget, Hint, PostMortem, Verdict, hint, post_mortem
from tests.exhaustive import is_winnable

BUDGET = Budget(nodes=1_000_000)
# A hint's verdict costs little; its search for a shortest line is not what is checked here.
HINT_BUDGET = Budget(nodes=300_000)


@dataclass(frozen=True)
class Playout:
    """A recorded game: a deal and a legal line."""

    variant: str
    number: int
    moves: tuple[Move, ...]

    @property
    def board(self) -> Board:
        """The deal."""
        return deal(get_variant(self.variant), self.number)

    def after(self, count: int) -> Board:
        """The position after the first moves."""
        board = self.board
        for move in self.moves[:count]:
            board.check(move)
            board.push(move)
        return board


def playouts() -> list[Playout]:
    """All recorded games."""
    with Path(__file__).parent.joinpath("data", "playouts.csv").open() as file:
        found = []
        for row in csv.DictReader(file):
            board = deal(get_variant(row["variant"]), int(row["number"]))
            moves = replay(board, row["line"]).moves
            found.append(Playout(row["variant"], int(row["number"]), moves))
        return found


def claims(playout: Playout) -> Iterator[tuple[str, bool]]:
    """Each claim that is made of a game, and whether it is confirmed."""
    yield from _post_mortem(playout, post_mortem(playout.board, playout.moves, BUDGET))
    yield from _hint(playout, hint(playout.after(len(playout.moves)), HINT_BUDGET))


def _post_mortem(playout: Playout, report: PostMortem) -> Iterator[tuple[str, bool]]:
    last, lost = report.last_winnable, report.first_lost
    # Between the two there is nothing: the place of the loss is told exactly.
    yield "exact", report.exact and (lost is None or lost == (-1 if last is None else last) + 1)
    if last is not None:
        yield "still winnable", _wins(playout.after(last), report.winning_line or ())
    if lost is not None:
        yield "lost from here", is_winnable(playout.after(lost)) is False


def _hint(playout: Playout, advice: Hint) -> Iterator[tuple[str, bool]]:
    board = playout.after(len(playout.moves))
    if advice.verdict is Verdict.unsolvable:
        yield "no hint left", advice.move is None and is_winnable(board) is False
    else:
        line = advice.result.line or ()
        yield "hint", _wins(board, line) and (board.is_won() or line[0] == advice.move)


def _wins(board: Board, line: Sequence[Move]) -> bool:
    return replay(board, line).won


def main() -> int:
    """Check all recorded games and print what was claimed and confirmed; 1 if something was not."""
    made, confirmed = Counter[str](), Counter[str]()
    for playout in playouts():
        for claim, is_confirmed in claims(playout):
            made[claim] += 1
            confirmed[claim] += is_confirmed
            if not is_confirmed:
                print("NOT CONFIRMED:", claim, playout, file=sys.stderr)
    for claim, count in made.items():
        print(f"{claim}: {confirmed[claim]} of {count} confirmed")
    return 0 if made == confirmed else 1


if __name__ == "__main__":
    sys.exit(main())
