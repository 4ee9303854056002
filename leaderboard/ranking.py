"""The order of a board: which result is better, and which rank a score has.

Everything that shows an order or a rank (boards, "me", profiles, moderation) asks here, so
that two pages cannot disagree. No database: the counts come from `selectors.standings`.
"""

from bisect import bisect_left
from collections.abc import Iterable
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

CARDS = 52
# More than the moves of any line, so that foundation cards always weigh more than moves.
CARD_WEIGHT = 10_000


class Section(IntEnum):
    """Parts of a board, best first; only the first has ranks."""

    RANKED = 1
    ASSISTED = 2
    UNFINISHED = 3


class Place(NamedTuple):
    """Where a result stands on a board, before the time of acceptance: fewer is better.

    `score` is the moves of a win; of an unfinished line
    10,000 x (cards not on the foundations) + moves.
    """

    section: int
    score: int


class Count(NamedTuple):
    """How many visible results of a board share a counted score, and how often that changed."""

    section: int
    score: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    revision: int


class Share(NamedTuple):
    """How many results have a counted score."""

    score: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which no one needs here


def place_of(*, won: bool, assisted: bool, moves: int, foundation_cards: int) -> Place:
    """The place of an accepted line: a clean win, an assisted win, or an unfinished line.

    Whether an unfinished line had help does not matter: it has no rank to lose.
    """
    if won:
        return Place(Section.ASSISTED if assisted else Section.RANKED, moves)
    return Place(Section.UNFINISHED, CARD_WEIGHT * (CARDS - foundation_cards) + moves)


def is_better(new: Place, old: Place | None) -> bool:
    """Whether a new line replaces the best so far; an equal one came later and does not."""
    return old is None or new < old


def counted_score(place: Place) -> int:
    """The score under which a result is counted: a few hundred different ones a board.

    Wins count by moves. Unfinished lines have no ranks, so they count only by the cards
    that are not on the foundations.
    """
    if place.section == Section.UNFINISHED:
        return place.score // CARD_WEIGHT
    return place.score


def rank_behind(before: int) -> int:
    """The rank of a clean win with so many others in strictly fewer moves: 1, 2, 2, 4."""
    return 1 + before


class Tally:
    """The counts of one board at one moment: its revision, its totals, its ranks."""

    def __init__(self, counts: Iterable[Count]) -> None:
        """Read counts in any order; each pair of section and score stands once."""
        rows = sorted(counts)
        self.revision = sum(row.revision for row in rows)
        self._totals = dict.fromkeys(Section, 0)
        self._shares: dict[Section, list[Share]] = {section: [] for section in Section}
        for row in rows:
            self._totals[Section(row.section)] += row.count
            # Scores that nobody has any more keep their rows, for the revision.
            if row.count:
                self._shares[Section(row.section)].append(Share(row.score, row.count))
        ranked = [row for row in rows if row.section == Section.RANKED]
        self._scores = [row.score for row in ranked]
        self._before = list(accumulate((row.count for row in ranked), initial=0))

    @property
    def total(self) -> int:
        """All visible results of the board."""
        return sum(self._totals.values())

    def total_of(self, section: Section) -> int:
        """The visible results of one section."""
        return self._totals[section]

    def shares_of(self, section: Section) -> list[Share]:
        """How many visible results of a section have each counted score, best first."""
        return list(self._shares[section])

    def rank(self, place: Place) -> int | None:
        """1 + the number of clean wins in strictly fewer moves (1, 2, 2, 4); else None."""
        if place.section != Section.RANKED:
            return None
        return rank_behind(self._before[bisect_left(self._scores, place.score)])


class RunningRank:
    """The ranks of a board that is read whole, from its top, without its counts.

    >>> rank = RunningRank()
    >>> [rank.of(Place(Section.RANKED, moves)) for moves in (73, 75, 75, 80)]
    [1, 2, 2, 4]
    >>> rank.of(Place(Section.ASSISTED, 70)) is None
    True
    """

    def __init__(self) -> None:
        self._read = 0
        self._before = 0
        self._score: int | None = None

    def of(self, place: Place) -> int | None:
        """The rank of the next place in the order of the board, as `Tally.rank` gives it."""
        if place.section != Section.RANKED:
            return None
        if place.score != self._score:
            self._before, self._score = self._read, place.score
        self._read += 1
        return rank_behind(self._before)


class PeriodPlace(NamedTuple):
    """Where a player stands in a period, before the time of receipt: fewer is better."""

    minus_wins: int
    over_par: int


class PeriodTally:
    """The counts of a period's board at one moment: its revision, its total, its ranks."""

    def __init__(
        self,
        wins: Iterable[tuple[int, int, int]],
        pairs: Iterable[tuple[int, int, int]],
    ) -> None:
        """Read `minus_wins`, count, revision; and of some wins `minus_wins`, over par, count.

        Ranks can be asked for the wins that pairs are there of.
        """
        rows = sorted(wins)
        self.revision = sum(revision for _, _, revision in rows)
        self.total = sum(count for _, count, _ in rows)
        self._wins = [minus_wins for minus_wins, _, _ in rows]
        self._before = list(accumulate((count for _, count, _ in rows), initial=0))
        self._pairs = sorted(pairs)
        self._pairs_before = list(accumulate((row[2] for row in self._pairs), initial=0))

    def rank(self, place: PeriodPlace) -> int:
        """1 + the number with more wins, or with as many and strictly fewer over par."""
        first = bisect_left(self._pairs, (place.minus_wins,))
        upto = bisect_left(self._pairs, tuple(place))
        more = self._before[bisect_left(self._wins, place.minus_wins)]
        return rank_behind(more + self._pairs_before[upto] - self._pairs_before[first])
