"""Storing a claimed line: the clock, the replay's word, the result, in one transaction."""

import datetime as dt
from collections.abc import Mapping
from contextlib import closing
from typing import NamedTuple

from django.db import connection, transaction

from games import clock
from leaderboard.claims import Claim
from leaderboard.errors import ChallengeReplacedError, PlayerGoneError
from leaderboard.metrics import SUBMISSIONS
from leaderboard.models import Challenge, Player, Submission
from leaderboard.selectors.challenges import challenges_forget
from leaderboard.services.locking import SHARED_LOCK_SQL, challenge_lock_key
from leaderboard.services.results import STANDING_SQL, Standing, result_change
from leaderboard.services.storing import batched, retry_conflicts
from leaderboard.services.submissions_store import submission_store

# A guest without an accepted submission is removed after 30 days: to the hour is enough.
NOTED_EVERY = dt.timedelta(hours=1)


class _Situation(NamedTuple):
    """What a submission finds: the board's and the player's state, under their locks."""

    settled_at: dt.datetime | None
    hidden_at: dt.datetime | None
    last_accepted_at: dt.datetime | None
    started_at: dt.datetime | None
    assisted: bool
    standing: Mapping[str, Standing]


@retry_conflicts
def submission_create(
    *, player: Player, challenge: Challenge, claim: Claim
) -> tuple[Submission, bool]:
    """Store a replayed line as the player's submission; and whether it is a new one.

    The same line again is the submission that is there, unchanged, whatever the hour.
    The challenge must be open. Lock order: challenge (shared), player, result, counts.
    Raises PlayerGoneError if the player was deleted meanwhile, ChallengeReplacedError if this is
    not the challenge any more that the database has.
    """
    # Two journeys to the database: what is found under the locks, and what is stored with COMMIT.
    with batched(), closing(connection.cursor()) as cursor:
        with transaction.atomic():
            received_at = clock.now()
            found = _situation(player, challenge)
            if found.settled_at is not None:
                # It has waited for the settling, maybe.
                received_at = clock.now()
            submission = _submission(player, challenge, claim, received_at, found)
            change = None
            noted = found.last_accepted_at
            if claim.accepted:
                change = result_change(
                    submission=submission,
                    hidden=found.hidden_at is not None,
                    standing=found.standing,
                )
            submission_store(
                cursor=cursor,
                submission=submission,
                change=change,
                note_player=claim.accepted
                and (noted is None or received_at - noted >= NOTED_EVERY),
            )
        is_new = cursor.fetchone() is not None
    if not is_new:
        same = Submission.objects.get(player=player, challenge=challenge, line_hash=claim.digest)
        same.challenge = challenge
        return same, False
    transaction.on_commit(SUBMISSIONS.labels(claim.outcome or "rejected").inc)
    return submission, True


def _submission(
    player: Player,
    challenge: Challenge,
    claim: Claim,
    received_at: dt.datetime,
    found: _Situation,
) -> Submission:
    return Submission(
        player=player,
        challenge=challenge,
        line=claim.line,
        line_hash=claim.digest,
        status=Submission.Status.ACCEPTED if claim.accepted else Submission.Status.REJECTED,
        outcome=claim.outcome,
        move_count=claim.move_count,
        foundation_cards=claim.foundation_cards,
        reason=claim.reason,
        move_index=claim.move_index,
        text_offset=claim.text_offset,
        assisted=found.assisted,
        late=_is_late(challenge, received_at, found),
        elapsed_ms=_elapsed_ms(received_at, found),
        received_at=received_at,
    )


# The parts name the player by its value: by `player.id` PostgreSQL may choose to read all who
# were helped with the challenge.
_SITUATION_SQL = """
    SELECT EXISTS (SELECT FROM leaderboard_challenge WHERE id = %(challenge)s),
           (SELECT settled_at FROM leaderboard_challenge WHERE id = %(challenge)s),
           player.hidden_at, player.last_accepted_at,
           (SELECT started_at FROM leaderboard_attempt
            WHERE player_id = %(player)s AND challenge_id = %(challenge)s),
           EXISTS (SELECT FROM leaderboard_assistance
                   WHERE player_id = %(player)s AND challenge_id = %(challenge)s)
    FROM leaderboard_player AS player
    WHERE player.id = %(player)s
    FOR NO KEY UPDATE
"""


def _situation(player: Player, challenge: Challenge) -> _Situation:
    """Take the challenge's lock and the player's, and read what decides about a submission.

    The lock of the player makes the submissions of one player one after the other, and settles
    who is first when a moderator hides the player at the same time. What its statement reads
    besides is as old as its start: nothing committed before the clock was read is missed.
    """
    values = {"challenge": challenge.id, "player": player.id}
    with (
        closing(connection.cursor()) as locking,
        closing(connection.cursor()) as finding,
        closing(connection.cursor()) as standing,
    ):
        locking.execute(SHARED_LOCK_SQL, [challenge_lock_key(challenge.id)])
        finding.execute(_SITUATION_SQL, values)
        standing.execute(STANDING_SQL, values)
        row = finding.fetchone()
        results = {slot: Standing(*values) for slot, *values in standing.fetchall()}
    if row is None:
        raise PlayerGoneError
    is_there, settled_at, hidden_at, last_accepted_at, started_at, assisted = row
    if not is_there:
        # The database is another one than before, such as a backup that was played back.
        challenges_forget()
        raise ChallengeReplacedError
    return _Situation(settled_at, hidden_at, last_accepted_at, started_at, assisted, results)


def _is_late(challenge: Challenge, received_at: dt.datetime, found: _Situation) -> bool:
    """Whether a line came too late for the board.

    In time is before closing, or before settling on an attempt started before closing. A
    settled board is closed even to a process whose clock is behind.
    """
    if found.settled_at is not None or received_at >= challenge.settles_at:
        return True
    if received_at < challenge.closes_at:
        return False
    return found.started_at is None or found.started_at >= challenge.closes_at


def _elapsed_ms(received_at: dt.datetime, found: _Situation) -> int | None:
    """Milliseconds since the attempt began, None without an attempt.

    Never negative: the attempt may have come by way of a process whose clock is ahead.
    """
    if found.started_at is None:
        return None
    return max(0, round((received_at - found.started_at) / dt.timedelta(milliseconds=1)))
