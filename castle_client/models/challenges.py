"""Challenges, attempts, submissions, replays."""

import datetime as dt
from dataclasses import dataclass

from castle_client.models.deals import Difficulty, Par


@dataclass(frozen=True)
class ChallengeSummary:
    """A day of the calendar."""

    variant: str
    date: dt.date
    number: str
    verdict: str
    par: Par
    difficulty: Difficulty | None
    opens_at: dt.datetime
    closes_at: dt.datetime
    settles_at: dt.datetime


@dataclass(frozen=True)
class Challenge(ChallengeSummary):
    """A challenge with its deal; `counts` are the results on its board by section."""

    rows: tuple[tuple[str, ...], ...]
    foundations: dict[str, int]
    counts: dict[str, int]
    server_time: dt.datetime


@dataclass(frozen=True)
class Today:
    """The challenges of the date, and the variants whose challenge is being made."""

    date: dt.date
    server_time: dt.datetime
    next_at: dt.datetime
    results: tuple[Challenge, ...]
    preparing: tuple[str, ...]


@dataclass(frozen=True)
class Opening:
    """What lets anyone redo the choice of a challenge."""

    number: str
    candidate: int
    key: str
    solver_version: str


@dataclass(frozen=True)
class Commitment:
    """What the service has bound itself to for a date."""

    variant: str
    date: dt.date
    commitment: str | None
    opened: Opening | None


@dataclass(frozen=True)
class Solution:
    """The solver's line of a settled challenge."""

    variant: str
    date: dt.date
    number: str
    line: str
    moves: int
    par: Par
    states: int
    solver_version: str


@dataclass(frozen=True)
class Attempt:
    """The server's clock of a player on a challenge."""

    id: str
    variant: str
    date: dt.date
    started_at: dt.datetime


@dataclass(frozen=True)
class Submission:
    """A claimed line, and what its replay said: `accepted`, or `rejected` with the reason."""

    id: str
    variant: str
    date: dt.date
    status: str
    outcome: str | None
    move_count: int
    foundation_cards: int
    reason: str | None
    move_index: int | None
    text_offset: int | None
    assisted: bool
    late: bool
    elapsed_s: float | None
    received_at: dt.datetime
    line: str


@dataclass(frozen=True)
class Replay:
    """A line move by move: `positions[i]` is the one before `moves[i]`."""

    submission: str
    variant: str
    date: dt.date
    number: str
    rules_version: int
    status: str
    outcome: str | None
    reason: str | None
    move_index: int | None
    moves: tuple[str, ...]
    positions: tuple[str, ...]


@dataclass(frozen=True)
class PostMortem:
    """Where a line was lost; index i is the position after its first i moves."""

    submission: str
    move_count: int
    last_winnable: int | None
    first_lost: int | None
    exact: bool
    losing_move: str | None
    winning_line: str | None
    par: tuple[int | None, ...] | None
    over_par: tuple[int | None, ...] | None
    solver_version: str
