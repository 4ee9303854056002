"""Storing a claimed line: the clock, the replay's word, the result, in one transaction."""

import datetime as dt
from typing import NamedTuple

from django.db import connection, transaction

from games import clock
from leaderboard.claims import Claim
from leaderboard.errors import ChallengeReplacedError, PlayerGoneError
from leaderboard.metrics import SUBMISSIONS
from leaderboard.models import Challenge, Player, Submission
from leaderboard.selectors.challenges import challenges_forget
from leaderboard.services.locking import challenge_lock
from leaderboard.services.results import result_change
from leaderboard.services.storing import retry_conflicts
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


@retry_conflicts
@transaction.atomic
def submission_create(
    *, player: Player, challenge: Challenge, claim: Claim
) -> tuple[Submission, bool]:
    """Store a replayed line as the player's submission; and whether it is a new one.

    The same line again is the submission that is there, unchanged, whatever the hour.
    The challenge must be open. Lock order: challenge (shared), player, result, counts.
    Raises PlayerGoneError if the player was deleted meanwhile, ChallengeReplacedError if this is
    not the challenge any more that the database has.
    """
    challenge_lock(challenge.id, shared=True)
    received_at = clock.now()
    found = _situation(player, challenge)
    submission = Submission(
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
    change = None
    noted = found.last_accepted_at
    if claim.accepted:
        change = result_change(submission=submission, hidden=found.hidden_at is not None)
    if not submission_store(
        submission=submission,
        change=change,
        note_player=claim.accepted and (noted is None or received_at - noted >= NOTED_EVERY),
    ):
        same = Submission.objects.get(player=player, challenge=challenge, line_hash=claim.digest)
        same.challenge = challenge
        return same, False
    transaction.on_commit(SUBMISSIONS.labels(claim.outcome or "rejected").inc)
    return submission, True


def _situation(player: Player, challenge: Challenge) -> _Situation:
    """Lock the player's row and read what decides about a submission, in one statement.

    The lock makes the submissions of one player one after the other, and settles who is
    first when a moderator hides the player at the same time. What the statement reads
    besides is as old as its start: nothing committed before the clock was read is missed.
    """
    # The parts name the player by its value: by `player.id` PostgreSQL may choose to read all
    # who were helped with the challenge.
    with connection.cursor() as cursor:
        cursor.execute(
            """
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
            """,
            {"challenge": challenge.id, "player": player.id},
        )
        row = cursor.fetchone()
    if row is None:
        raise PlayerGoneError
    is_there, *rest = row
    if not is_there:
        # The database is another one than before, such as a backup that was played back.
        challenges_forget()
        raise ChallengeReplacedError
    return _Situation(*rest)


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
