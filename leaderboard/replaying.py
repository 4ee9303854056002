"""Replaying lines that are stored: position by position, or again to see whether all holds.

No database and no clock. A line is judged by the rules version that it was stored with, so
a later version of the rules changes nothing that stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict

from games.lines import UnreadableLineError
from games.rules import (
    HOME,
    RANKS,
    SUITS,
    Board,
    InvalidMoveError,
    LineFormat,
    Move,
    Replay,
    deal,
    format_card,
    get_variant,
    replay,
)
from leaderboard.claims import Claim, claim_read, refused_digest

# By rules version: how a line is read, and how it is replayed. Whoever changes the rules
# keeps the old ones here.
CLAIMS: Mapping[int, Callable[[str, int, str, LineFormat], Claim]] = {1: claim_read}
REPLAYS: Mapping[int, Callable[..., Replay]] = {1: replay}


class UnknownRulesVersionError(ValueError):
    """A rules version that this program has no rules for."""


def stored_format(line: str, digest: bytes, *, accepted: bool) -> LineFormat | None:
    """The format that a stored line is in: accepted ones are native, of others the hash tells.

    None if it is in none: the line or its hash is not what was stored.
    """
    if accepted:
        return "native"
    formats: tuple[LineFormat, ...] = ("native", "fc-solve")
    for line_format in formats:
        try:
            if refused_digest(line, line_format) == digest:
                return line_format
        except InvalidMoveError:
            continue
    return None


def stored_replay(
    variant: str, number: int, line: str, line_format: LineFormat, rules_version: int
) -> Replay:
    """Replay a stored line; UnknownRulesVersionError."""
    if rules_version not in REPLAYS:
        raise UnknownRulesVersionError(str(rules_version))
    board = deal(get_variant(variant), number)
    return REPLAYS[rules_version](board, line, format=line_format)


def differences(
    variant: str, number: int, stored: Claim, line_format: LineFormat | None, rules_version: int
) -> list[str]:
    """What of a stored claim its line does not say when it is replayed again; [] if all holds.

    The names are those of `Claim`; `line` alone if the line cannot be read any more.
    Raises UnknownRulesVersionError.
    """
    if rules_version not in CLAIMS:
        raise UnknownRulesVersionError(str(rules_version))
    if line_format is None:
        return ["digest"]
    try:
        found = CLAIMS[rules_version](variant, number, stored.line, line_format)
    except UnreadableLineError:
        return ["line"]
    written, read = asdict(stored), asdict(found)
    return [name for name in written if written[name] != read[name]]


def positions(board: Board, moves: tuple[Move, ...]) -> list[str]:
    """The position before each legal move and the one after the last, as short texts.

    A text has the rows 1 to 8, each from its innermost card on, two characters a card and
    `/` between rows; then a space and the top ranks of the foundations, in the order CDHS,
    `-` for an empty one.

    >>> from games.rules import STREETS_AND_ALLEYS, deal, parse_move
    >>> first, second = positions(deal(STREETS_AND_ALLEYS, 5), (parse_move("2h"),))
    >>> first.split("/")[:2], first[-4:]
    (['AH5C3STD5S2H9S', '8SAS5D7SQHTCAD'], '----')
    >>> second.split("/")[:2], second[-4:]
    (['AH5C3STD5S2H9S', '8SAS5D7SQHTC'], '-A--')
    """
    rows = ["".join(map(format_card, row)) for row in board.rows]
    tops = list(board.foundations)
    found = [_position(rows, tops)]
    for source, destination in moves:
        card, rows[source - 1] = rows[source - 1][-2:], rows[source - 1][:-2]
        if destination == HOME:
            tops[SUITS.index(card[1])] += 1
        else:
            rows[destination - 1] += card
        found.append(_position(rows, tops))
    return found


def _position(rows: list[str], tops: list[int]) -> str:
    return "/".join(rows) + " " + "".join(RANKS[top - 1] if top else "-" for top in tops)
