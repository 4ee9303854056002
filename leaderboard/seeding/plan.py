"""Who sends which line for which challenge, and when: by chance, the same for the same seed.

Players differ in how often they play: a few do almost daily, most now and then. No database
and no clock; instants are whole microseconds since 1970 in UTC, so that numpy can hold a
million of them. -1 stands for none.
"""

import datetime as dt
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.rules import VARIANTS
from leaderboard.seeding.lines import REJECTED, UNFINISHED, WINS

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

GUESTS = 0.2
ATTEMPTS = 0.85
HELPED = 0.04
WINNERS = 0.8
GRACE_PLAY = 0.01
SECOND_LINES = 0.15
LATE = 0.02
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
SECOND = 10**6
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
# When the tasks that publish and settle come by.
TASK_AFTER = dt.timedelta(minutes=1)


def micros(instant: dt.datetime) -> int:
    """An instant as whole microseconds since 1970."""
    return (instant - EPOCH) // dt.timedelta(microseconds=1)


def instant(value: int) -> dt.datetime:
    """The instant of so many microseconds since 1970, in UTC."""
    return EPOCH + dt.timedelta(microseconds=int(value))


@dataclass(frozen=True)
class Day:
    """A challenge to be played: its variant, its date, how many results in time it gets."""

    variant: str
    date: dt.date
    results: int

    @property
    def opens_at(self) -> int:
        """00:00 UTC of the date."""
        return micros(dt.datetime.combine(self.date, dt.time(), dt.UTC))

    @property
    def closes_at(self) -> int:
        """00:00 UTC of the next day."""
        return self.opens_at + DAY

    @property
    def settles_at(self) -> int:
        """The end of the grace."""
        return self.closes_at + 2 * HOUR


@dataclass(frozen=True)
class Plays:
    """Lines sent for one challenge, one an index of every array.

    `player` and `line` number the plan's players and the challenge's lines from 0. Of a
    player who sends two, `earlier` of the second is the index of the first; all accepted
    lines but late ones are in time. `started` is when the attempt began, `helped` when help
    was asked for; both the same in all lines of a player.
    """

    player: Integers
    line: Integers
    received: Integers
    started: Integers
    helped: Integers
    late: Flags
    earlier: Integers


@dataclass(frozen=True)
class Plan:
    """A made-up competition up to `until`: which players are guests, and the days in order."""

    seed: int
    until: dt.datetime
    guest: Flags
    days: Sequence[Day]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.guest)

    def plays(self) -> Iterator[tuple[Day, Plays]]:
        """What is sent for each of the days, in their order."""
        chance = np.random.default_rng([self.seed, 1])
        # Waiting times of rate `eagerness`: who comes first of all plays.
        eagerness = chance.pareto(0.8, self.players) + 0.01
        for number, day in enumerate(self.days):
            yield day, _plays(day, eagerness, micros(self.until), [self.seed, 2, number])


def plan_make(
    *,
    players: int,
    days: int,
    until: dt.datetime,
    seed: int,
    results: int | None = None,
    board: int | None = None,
) -> Plan:
    """A plan for the last `days` dates, today's last, in all variants.

    `results` in time are spread over all boards evenly (default: half the players on each),
    but for `board` of them on each of two: the last variant's of today and of yesterday.
    """
    chance = np.random.default_rng([seed, 0])
    dates = [until.date() - dt.timedelta(days=ago) for ago in reversed(range(days))]
    slots = [(variant, date) for date in dates for variant in VARIANTS]
    big = {slots[-1], slots[-1 - len(VARIANTS)]} if board is not None and days > 1 else set()
    rest = len(slots) - len(big)
    each = players // 2
    if results is not None:
        each = max(0, results - len(big) * (board or 0)) // rest
    sizes = {slot: board or 0 if slot in big else each for slot in slots}
    made = [Day(*slot, min(players, sizes[slot])) for slot in slots]
    return Plan(seed, until, chance.random(players) < GUESTS, made)


def _plays(day: Day, eagerness: npt.NDArray[np.float64], until: int, seed: list[int]) -> Plays:
    chance = np.random.default_rng(seed)
    # A day that has just begun has nobody yet.
    count = day.results if until > day.opens_at + MINUTE else 0
    waiting = chance.exponential(size=len(eagerness)) / eagerness
    late_count = min(math.ceil(count * LATE), len(eagerness) - count)
    first_come = np.argpartition(waiting, min(count + late_count, len(waiting) - 1))
    chosen = first_come[: count + late_count]
    # Of those who come at all, any may be the late ones.
    chance.shuffle(chosen)
    on_time = _in_time(day, chosen[:count], until, chance)
    return _joined(
        [on_time, _second(day, on_time, until, chance), _late(day, chosen[count:], until, chance)]
    )


def _in_time(day: Day, player: Integers, until: int, chance: np.random.Generator) -> Plays:
    count = len(player)
    last = min(day.closes_at, until)
    received = chance.integers(day.opens_at + MINUTE // 2, last - 1, count)
    thought = chance.integers(60 * SECOND, 1200 * SECOND, count)
    started = np.maximum(day.opens_at, received - thought)
    if day.settles_at <= until:
        grace = chance.random(count) < GRACE_PLAY
        started[grace] = day.closes_at - chance.integers(SECOND, 30 * MINUTE, int(grace.sum()))
        received[grace] = day.closes_at + chance.integers(0, 110 * MINUTE, int(grace.sum()))
    else:
        grace = np.zeros(count, bool)
    started[(chance.random(count) >= ATTEMPTS) & ~grace] = -1
    helped = np.where(chance.random(count) < HELPED, received - 20 * SECOND, -1)
    return Plays(
        player,
        _accepted_lines(count, chance),
        received,
        started,
        helped,
        np.zeros(count, bool),
        np.full(count, -1),
    )


def _second(day: Day, first: Plays, until: int, chance: np.random.Generator) -> Plays:
    """Second lines of some of those who have sent one, better or worse or against the rules."""
    count = len(first.player)
    received = first.received + chance.integers(MINUTE, 90 * MINUTE, count)
    in_time = received < min(day.closes_at, until)
    earlier = np.flatnonzero((chance.random(count) < SECOND_LINES) & in_time)
    lines = WINS + UNFINISHED + REJECTED
    # Another line than the first, whichever: that many places further round.
    line = (first.line[earlier] + chance.integers(1, lines, len(earlier))) % lines
    return Plays(
        first.player[earlier],
        line,
        received[earlier],
        first.started[earlier],
        first.helped[earlier],
        np.zeros(len(earlier), bool),
        earlier,
    )


def _late(day: Day, player: Integers, until: int, chance: np.random.Generator) -> Plays:
    """Lines of archive play, as far as they come before the present."""
    waited = HOUR + chance.exponential(2 * DAY, len(player)).astype(np.int64)
    received = day.settles_at + waited
    came = received < until
    player, received = player[came], received[came]
    none = np.full(len(player), -1)
    return Plays(
        player,
        _accepted_lines(len(player), chance),
        received,
        none,
        none,
        np.ones(len(player), bool),
        none,
    )


def _accepted_lines(count: int, chance: np.random.Generator) -> Integers:
    """First lines: the fewest moves are rare, most need some more, some do not win."""
    extra = np.arange(WINS)
    weights = (extra + 0.3) * np.exp(-extra / 7)
    weights *= WINNERS / weights.sum()
    shares = np.concatenate([weights, np.full(UNFINISHED, (1 - WINNERS) / UNFINISHED)])
    return np.searchsorted(np.cumsum(shares)[:-1], chance.random(count))


def _joined(parts: Sequence[Plays]) -> Plays:
    """All of them one behind the other; only the second part refers, and to the first."""
    names = ("player", "line", "received", "started", "helped", "late", "earlier")
    return Plays(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
