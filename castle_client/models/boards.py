"""Boards of challenges and periods."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True)
class PlayerName:
    """A player as others see one."""

    handle: str
    guest: bool


@dataclass(frozen=True)
class Standing:
    """A row of a board; `player` is None once deleted, `rank` outside of the ranked section.

    `rank_overall` is the place on the whole board where the row is one among a group.
    """

    rank: int | None
    section: str
    player: PlayerName | None
    moves: int
    over_par: int | None
    foundation_cards: int
    elapsed_s: float | None
    accepted_at: dt.datetime
    submission: str
    rank_overall: int | None = None


@dataclass(frozen=True)
class OwnStanding:
    """One's own place with its neighbours; `late` is the result off the board."""

    board_revision: int
    total: int
    ranked_total: int
    hidden: bool
    rank: int | None
    standing: Standing | None
    late: Standing | None
    above: tuple[Standing, ...]
    below: tuple[Standing, ...]


@dataclass(frozen=True)
class Share:
    """How many results of a board have a number of moves, or of foundation cards."""

    count: int
    moves: int | None = None
    over_par: int | None = None
    rank: int | None = None
    foundation_cards: int | None = None


@dataclass(frozen=True)
class Distribution:
    """How the results of a board are spread."""

    board_revision: int
    total: int
    par: int | None
    ranked: tuple[Share, ...]
    assisted: tuple[Share, ...]
    unfinished: tuple[Share, ...]


@dataclass(frozen=True)
class PeriodStanding:
    """A row of a period's board."""

    rank: int
    player: PlayerName
    wins: int
    over_par: int
    reached_at: dt.datetime
    rank_overall: int | None = None


@dataclass(frozen=True)
class OwnPeriodStanding:
    """One's own place in a period with its neighbours."""

    period: str
    variant: str | None
    first: dt.date | None
    last: dt.date | None
    through: dt.date | None
    board_revision: int
    total: int
    hidden: bool
    rank: int | None
    standing: PeriodStanding | None
    above: tuple[PeriodStanding, ...]
    below: tuple[PeriodStanding, ...]
