"""The best line of a player on a challenge, and the counts that ranks are read from."""

import uuid
from collections.abc import Iterable

from django.db import connection
from django.db.models import F

from leaderboard.models import Player, Result, ScoreCount, Submission
from leaderboard.ranking import Place, Section, counted_score, is_better, place_of


def result_keep(*, submission: Submission, hidden: bool) -> None:
    """Make an accepted line the player's result if it is better than the one that stands.

    Call it inside the submission's transaction, with the player's row locked, as the last
    thing: it ends with the counts, the rows that submissions contend for.
    """
    place = place_of(
        won=submission.outcome == Submission.Outcome.WON,
        assisted=submission.assisted,
        moves=submission.move_count,
        foundation_cards=submission.foundation_cards,
    )
    slot = Result.Slot.LATE if submission.late else Result.Slot.IN_TIME
    standing = (
        Result.objects.select_for_update(no_key=True)
        .filter(player=submission.player, challenge=submission.challenge, slot=slot)
        .first()
    )
    old = None if standing is None else Place(standing.section, standing.score)
    if not is_better(place, old) and not _came_before(submission, place, standing):
        return
    result = standing or Result(
        player=submission.player, challenge=submission.challenge, slot=slot, hidden=hidden
    )
    result.submission = submission
    result.section, result.score = place
    result.moves = submission.move_count
    result.foundation_cards = submission.foundation_cards
    result.elapsed_ms = submission.elapsed_ms
    result.accepted_at = submission.received_at
    result.save(force_insert=standing is None, force_update=standing is not None)
    # Late results are off the board; hidden ones are in no count until they come back.
    if slot == Result.Slot.IN_TIME and not result.hidden:
        counts_change(
            challenge_id=submission.challenge_id,
            added=[place],
            removed=[] if old is None else [old],
        )


def _came_before(submission: Submission, place: Place, standing: Result | None) -> bool:
    """Whether a line as good as the one that stands was received before it, and stored after.

    The clock is read before the player's row is locked, so two lines at once may swap.
    """
    return (
        standing is not None
        and place == (standing.section, standing.score)
        and submission.received_at < standing.accepted_at
    )


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
