"""Lines that players might send for a deal, made from one that wins it. No database."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import HOME, ROW_COUNT, Board, Move, Variant, deal, format_line, parse_line
from leaderboard.claims import Claim, claim_read
from leaderboard.ranking import Place, place_of

WINS = 35
UNFINISHED = 8
REJECTED = 2


@dataclass(frozen=True)
class Sent:
    """A line with what its replay says, and where it would stand on a board."""

    claim: Claim

    def place(self, *, assisted: bool) -> Place | None:
        """Its place, None for a line that breaks the rules."""
        if not self.claim.accepted:
            return None
        return place_of(
            won=self.claim.won,
            assisted=assisted,
            moves=self.claim.move_count,
            foundation_cards=self.claim.foundation_cards,
        )


def detoured(board: Board, moves: Sequence[Move], extra: int, *, passed: int = 0) -> list[Move]:
    """The winning line with `extra` moves more: a row's only card goes to and fro between spaces.

    It need not be back at the end, since rows are alike: from then on the moves name the
    card's new row. The detour is at the first place that has such a card and a space; every
    winning line has one, at the latest before the last card of a row goes up. So many such
    places as `passed` says are left out: the line is another one then, as long. ValueError if
    there are no more places than that.
    """
    board = Board(board.rows, board.foundations, check=False)
    rename = list(range(ROW_COUNT + 1))
    played: list[Move] = []
    for source, destination in moves:
        place = _single_and_space(board) if extra else None
        if place and passed:
            passed -= 1
        elif place:
            single, space = place
            detour = [Move(single, space), Move(space, single)] * (extra // 2 + 1)
            for step in detour[:extra]:
                board.push(step)
                played.append(step)
            if extra % 2:
                rename[single], rename[space] = space, single
            extra = 0
        move = Move(rename[source], HOME if destination == HOME else rename[destination])
        board.push(move)
        played.append(move)
    if extra:
        raise ValueError("the line has no place for the detour")
    return played


def _single_and_space(board: Board) -> tuple[int, int] | None:
    """A row with one card and a row without, numbered from 1; None unless both are there."""
    lengths = [len(row) for row in board.rows]
    if 1 not in lengths or 0 not in lengths:
        return None
    return lengths.index(1) + 1, lengths.index(0) + 1


def lines_of(variant: Variant, number: int, line: str) -> list[Sent]:
    """What players send for a deal: WINS lines that win it, UNFINISHED and REJECTED ones.

    The wins are the given line and longer ones, shortest first; the others its beginnings,
    and beginnings with a move behind them that is against the rules. Each is replayed once.
    """
    board = deal(variant, number)
    moves = [Move(token.source, token.destination) for token in parse_line(line)]
    texts = [format_line(detoured(board, moves, extra)) for extra in range(WINS)]
    texts += [
        format_line(moves[: len(moves) * (part + 2) // (UNFINISHED + 3)])
        for part in range(UNFINISHED)
    ]
    # A card that is moved onto its own row.
    texts += [f"{format_line(moves[: 5 + part])} 11" for part in range(REJECTED)]
    return [Sent(claim_read(variant.slug, number, text, "native")) for text in texts]
