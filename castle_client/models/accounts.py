"""Players, accounts, groups."""

import datetime as dt
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Streak:
    """Consecutive dates won in time."""

    current: int
    best: int


@dataclass(frozen=True)
class Statistics:
    """Achievements, of results in time alone."""

    played: int
    won: int
    won_clean: int
    streak: Streak
    average_over_par: float | None
    over_par: tuple[dict[str, Any], ...]
    best_ranks: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class AllStatistics:
    """Achievements over all variants and of each."""

    overall: Statistics
    variants: dict[str, Statistics]


@dataclass(frozen=True)
class Profile:
    """A player as everybody sees one."""

    handle: str
    guest: bool
    created_at: dt.datetime
    statistics: AllStatistics


@dataclass(frozen=True)
class Me:
    """A player as only they see it; `statistics` stand with `Client.me` alone."""

    handle: str
    guest: bool
    hidden: bool
    preferences: dict[str, Any]
    created_at: dt.datetime
    last_accepted_at: dt.datetime | None
    statistics: AllStatistics | None = None


@dataclass(frozen=True)
class Account:
    """A player with what is shown once: the token, the recovery code."""

    player: Me
    token: str | None
    expires_at: dt.datetime | None
    scopes: tuple[str, ...] | None
    recovery_code: str | None

    def __repr__(self) -> str:
        """Without the secrets: objects end up in logs."""
        return f"<Account of {self.player.handle}>"


@dataclass(frozen=True)
class Member:
    """A member of a group."""

    handle: str
    guest: bool
    joined_at: dt.datetime


@dataclass(frozen=True)
class Group:
    """A group as its members see it."""

    id: str
    name: str
    owner: str
    join_code: str
    created_at: dt.datetime
    members: tuple[Member, ...]
