"""The best line of a player on a challenge, and the counts that ranks are read from."""

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import connection
from django.db.models import F

from leaderboard.models import Player, Result, ScoreCount, Submission
from leaderboard.ranking import Place, Section, counted_score, is_better, place_of
from leaderboard.services.submissions_store import ResultChange


class Standing(NamedTuple):
    """What stands as a player's result in one slot of a challenge."""

    section: Section
    score: int
    accepted_at: dt.datetime
    hidden: bool


# A player's results on a challenge, each its slot and a `Standing`. To be read with the player's
# row locked: whoever changes a result has that lock.
STANDING_SQL = """
    SELECT slot, section, score, accepted_at, hidden FROM leaderboard_result
    WHERE player_id = %(player)s AND challenge_id = %(challenge)s
"""


def result_change(
    *, submission: Submission, hidden: bool, standing: Mapping[str, Standing]
) -> ResultChange | None:
    """What an accepted line changes if it is better than the one that stands; None if not.

    `standing` are the player's results by slot, read in the submission's transaction; `hidden`
    is what a first result of the player would be.
    """
    place = place_of(
        won=submission.outcome == Submission.Outcome.WON,
        assisted=submission.assisted,
        moves=submission.move_count,
        foundation_cards=submission.foundation_cards,
    )
    slot = Result.Slot.LATE if submission.late else Result.Slot.IN_TIME
    best = standing.get(slot)
    if best is None:
        return ResultChange(place, slot, None, hidden)
    section, score, accepted_at, hidden = best
    old = Place(section, score)
    # The clock is read before the player's row is locked, so two lines at once may swap: one
    # as good as the one that stands may have been received before it.
    came_before = place == old and submission.received_at < accepted_at
    return ResultChange(place, slot, old, hidden) if is_better(place, old) or came_before else None


def board_touch(*, challenge_id: uuid.UUID, par: int) -> None:
    """Move the revision of a board that is measured by another par from now on.

    Its rows are other rows then, to who has read them, though nothing is counted otherwise.
    """
    _count_in(challenge_id, Section.RANKED, par, 0)


def boards_touch(*, player: Player) -> None:
    """Move the revisions of all boards that show a player, who has another name from now on.

    Call it with the player's row locked, as the last thing, like `counts_change`.
    """
    shown = Result.objects.filter(player=player, slot=Result.Slot.IN_TIME, hidden=False)
    for result in shown.order_by("challenge_id"):
        place = [Place(result.section, result.score)]
        counts_change(challenge_id=result.challenge_id, added=place, removed=place)


def counts_change(
    *, challenge_id: uuid.UUID, added: Iterable[Place] = (), removed: Iterable[Place] = ()
) -> None:
    """Count results in and out of a board; every change moves its revision.

    The rows are changed by section and score ascending, in every transaction alike, so
    that two of them never wait for each other in a circle.
    """
    changes: dict[tuple[int, int], int] = {}
    for places, step in ((added, 1), (removed, -1)):
        for place in places:
            key = (place.section, counted_score(place))
            changes[key] = changes.get(key, 0) + step
    for (section, score), step in sorted(changes.items()):
        if step > 0:
            _count_in(challenge_id, section, score, step)
        else:
            ScoreCount.objects.filter(
                challenge_id=challenge_id, section=section, score=score
            ).update(count=F("count") + step, revision=F("revision") + 1)


def _count_in(challenge_id: uuid.UUID, section: int, score: int, step: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO leaderboard_scorecount AS board
                (challenge_id, section, score, count, revision)
            VALUES (%s, %s, %s, %s, 1)
            ON CONFLICT (challenge_id, section, score) DO UPDATE
            SET count = board.count + EXCLUDED.count, revision = board.revision + 1
            """,
            [challenge_id, section, score, step],
        )
