"""What has become of a player's days, from one statement: one moment, the ranks of the boards."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db import connection

from games import clock
from leaderboard.models import Challenge, Player
from leaderboard.ranking import Section, rank_behind
from leaderboard.selectors.challenges import settled_until
from leaderboard.selectors.statistics import CLEAN_WINS

SQL = f"""
    SELECT challenge.id, result.slot, result.section, result.moves,
           result.moves - coalesce(challenge.par_reference, challenge.par_high),
           result.foundation_cards, result.elapsed_ms, result.hidden, result.submission_id,
           board.before, board.total
    FROM leaderboard_result AS result
    JOIN leaderboard_challenge AS challenge ON challenge.id = result.challenge_id
    {CLEAN_WINS}
    WHERE result.player_id = %(player)s AND result.challenge_id = ANY(%(challenges)s)
"""  # noqa: S608 - the parts are constants


class Outcome(StrEnum):
    """What has become of a day for a player, best first."""

    WON = "won"
    WON_ASSISTED = "won_assisted"
    WON_LATE = "won_late"
    UNFINISHED = "unfinished"


_ORDER = list(Outcome)


@dataclass(frozen=True)
class Day:
    """A challenge and what a player has made of it.

    All but `challenge`, `settled` and `counts_for_streak` are of the one result that stands
    for the day; `outcome` is None without any, and so is the rest. `rank` and `total` (the
    clean wins of the board) are there on settled boards alone, where the result is seen.
    """

    challenge: Challenge
    settled: bool
    outcome: Outcome | None = None
    late: bool = False
    hidden: bool = False
    moves: int | None = None
    over_par: int | None = None
    foundation_cards: int | None = None
    elapsed_ms: int | None = None
    rank: int | None = None
    total: int | None = None
    submission_id: uuid.UUID | None = None
    won_in_time: bool = False

    @property
    def counts_for_streak(self) -> bool | None:
        """Whether the day carries a streak on; None while it still may, though not won."""
        if self.won_in_time:
            return True
        return False if self.settled else None


def days_of(player: Player, challenges: Sequence[Challenge]) -> list[Day]:
    """What a player has made of open challenges, in their order; with what is hidden."""
    if not challenges:
        return []
    settled = settled_until(clock.now())
    with connection.cursor() as cursor:
        cursor.execute(
            SQL,
            {
                "player": player.pk,
                "challenges": [challenge.id for challenge in challenges],
                "ranked": Section.RANKED,
                "settled": settled,
            },
        )
        rows = cursor.fetchall()
    by_challenge = {challenge.id: challenge for challenge in challenges}
    days: dict[uuid.UUID, Day] = {
        challenge.id: Day(challenge, challenge.date <= settled) for challenge in challenges
    }
    for challenge_id, slot, section, moves, over_par, cards, elapsed, hidden, line, *board in rows:
        challenge, late = by_challenge[challenge_id], slot == "late"
        before, total = board
        day = Day(
            challenge=challenge,
            settled=challenge.date <= settled,
            outcome=_outcome(section, late),
            late=late,
            hidden=hidden,
            moves=moves,
            over_par=None if section == Section.UNFINISHED else over_par,
            foundation_cards=cards,
            elapsed_ms=elapsed,
            rank=None if before is None else rank_behind(int(before)),
            total=None if before is None else int(total or 0),
            submission_id=line,
            won_in_time=not late and section != Section.UNFINISHED,
        )
        days[challenge_id] = min(days[challenge_id], day, key=_goodness)
    return list(days.values())


def _outcome(section: int, late: bool) -> Outcome:
    if section == Section.UNFINISHED:
        return Outcome.UNFINISHED
    if late:
        return Outcome.WON_LATE
    return Outcome.WON if section == Section.RANKED else Outcome.WON_ASSISTED


def _goodness(day: Day) -> tuple[int, bool]:
    """Which of two results stands for a day: fewer is better; of equal ones that in time."""
    place = len(_ORDER) if day.outcome is None else _ORDER.index(day.outcome)
    return place, day.late
