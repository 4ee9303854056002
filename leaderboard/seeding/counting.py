"""What many lines leave behind, worked out at once: best results, counts, noted instants."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from leaderboard.ranking import CARD_WEIGHT, Section
from leaderboard.seeding.plan import HOUR, Flags, Integers, Plays

# More than any score: sections weigh more.
_SECTION_WEIGHT = 10**9


class ScoreCounts(NamedTuple):
    """Rows of `ScoreCount`, one an index."""

    section: Integers
    score: Integers
    count: Integers  # type: ignore[assignment]  # hides tuple.count, which no one needs here
    revision: Integers


def counts_of(
    plays: Plays, accepted: Flags, section: Integers, score: Integers
) -> tuple[Integers, ScoreCounts]:
    """The indexes of the lines that are their players' results, and the board's counts.

    As `services.results` would leave them: a first line is counted in; a better second one
    is counted in and the first one out; where both count alike that is one change of none.
    """
    order = section * _SECTION_WEIGHT + score
    second = plays.earlier >= 0
    better = second & accepted & (order < order[plays.earlier])
    beaten = plays.earlier[better]
    stands = accepted & ~(second & ~better)
    stands[beaten] = False
    cards = score // CARD_WEIGHT
    counted = section * _SECTION_WEIGHT + np.where(section == Section.UNFINISHED, cards, score)
    on_board = ~plays.late
    came = counted[(~second & accepted & on_board) | better]
    same = counted[beaten] == counted[better]
    left = counted[beaten]
    keys, place = np.unique(came, return_inverse=True)
    count = np.bincount(place, minlength=len(keys))
    changes = count.copy()
    gone = np.bincount(np.searchsorted(keys, left), minlength=len(keys))
    merged = np.bincount(np.searchsorted(keys, left[same]), minlength=len(keys))
    return np.flatnonzero(stands), ScoreCounts(
        keys // _SECTION_WEIGHT,
        keys % _SECTION_WEIGHT,
        count - gone,
        changes + gone - merged,
    )


def noted_instants(players: int, accepted: Sequence[tuple[Integers, Integers]]) -> Integers:
    """The instants that players' rows hold of their last accepted line, -1 without one.

    Of each player's lines in order one is noted if the one noted before is an hour old.
    """
    player = np.concatenate([some for some, _ in accepted])
    received = np.concatenate([some for _, some in accepted])
    order = np.lexsort((received, player))
    player, received = player[order], received[order]
    starts = np.searchsorted(player, np.arange(players))
    lengths = np.diff(np.append(starts, len(player)))
    noted = np.full(players, -1)
    going = np.flatnonzero(lengths)
    step = 0
    while len(going):
        instants = received[starts[going] + step]
        due = (noted[going] < 0) | (instants - noted[going] >= HOUR)
        noted[going[due]] = instants[due]
        step += 1
        going = going[lengths[going] > step]
    return noted
