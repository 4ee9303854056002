"""Lines for the challenges of a running service, with what the service must say of each."""

from dataclasses import dataclass

import psycopg

from games.rules import deal, get_variant, replay
from tests.leaderboard.lines import Won, longer, unfinished

# Winning lines of a challenge differ by so many moves at most, so that ranks are shared.
MOST_EXTRA = 12


@dataclass(frozen=True)
class Line:
    """A line for a challenge, and the answer that is right for it."""

    variant: str
    date: str
    text: str
    status: str
    outcome: str | None
    move_count: int


def lines_of_today(database_url: str) -> list[Line]:
    """Winning, unfinished and wrong lines for the challenges of today, read from the database.

    The service keeps its own line of an open challenge to itself, and rightly; whoever runs
    the drill owns the database.
    """
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT variant, date, number, moves, line FROM leaderboard_challenge"
            " WHERE date = (now() AT TIME ZONE 'UTC')::date ORDER BY variant"
        ).fetchall()
    made: list[Line] = []
    for variant, date, number, moves, line in rows:
        made += _lines(Won(variant, int(number), moves, line), date.isoformat())
    return made


def _lines(won: Won, date: str) -> list[Line]:
    texts = [longer(won, extra) for extra in range(MOST_EXTRA + 1)]
    texts += [unfinished(won, moves) for moves in range(5, won.par - 1, 4)]
    # From a space nothing can be moved: wrong at its last move, whatever came before.
    # Nothing may follow the winning move: wrong at the very end.
    texts += [f"{longer(won, extra)} 12" for extra in (0, 1)]
    return [_judged(won, date, text) for text in texts]


def _judged(won: Won, date: str, text: str) -> Line:
    """The line with what its replay says."""
    found = replay(deal(get_variant(won.variant), won.number), text)
    return Line(
        won.variant,
        date,
        text,
        "rejected" if found.error is not None else "accepted",
        found.outcome,
        found.move_count,
    )
