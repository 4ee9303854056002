"""One statement that stores a submission and all that follows from it."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db.backends.utils import CursorWrapper

from games.rules import RULES_VERSION
from leaderboard.models import Result, Submission
from leaderboard.ranking import Place, counted_score

# PostgreSQL runs the parts in the order in which they need each other: the player's row is
# locked before, then come the result and the counts, those by section and score ascending.
# Where `stored` is empty the line is there already, and nothing happens at all.
_STORE = """
    WITH stored AS (
        INSERT INTO leaderboard_submission (
            id, player_id, challenge_id, line, line_hash, status, outcome, move_count,
            foundation_cards, reason, move_index, text_offset, assisted, late, elapsed_ms,
            rules_version, received_at
        ) VALUES (
            %(id)s, %(player)s, %(challenge)s, %(line)s, %(line_hash)s, %(status)s, %(outcome)s,
            %(move_count)s, %(foundation_cards)s, %(reason)s, %(move_index)s, %(text_offset)s,
            %(assisted)s, %(late)s, %(elapsed_ms)s, %(rules_version)s, %(received_at)s
        )
        ON CONFLICT DO NOTHING
        RETURNING id
    ), noted AS (
        UPDATE leaderboard_player AS player SET last_accepted_at = %(received_at)s
        FROM stored WHERE player.id = %(player)s AND %(note)s
    ), kept AS (
        INSERT INTO leaderboard_result AS result (
            id, player_id, challenge_id, submission_id, slot, section, score, moves,
            foundation_cards, elapsed_ms, accepted_at, hidden, hidden_itself
        )
        SELECT %(result)s, %(player)s, %(challenge)s, stored.id, %(slot)s, %(section)s,
               %(score)s, %(move_count)s, %(foundation_cards)s, %(elapsed_ms)s,
               %(received_at)s, %(hidden)s, false
        FROM stored WHERE %(keep)s
        ON CONFLICT (player_id, challenge_id, slot) DO UPDATE
        SET submission_id = EXCLUDED.submission_id, section = EXCLUDED.section,
            score = EXCLUDED.score, moves = EXCLUDED.moves,
            foundation_cards = EXCLUDED.foundation_cards, elapsed_ms = EXCLUDED.elapsed_ms,
            accepted_at = EXCLUDED.accepted_at
        RETURNING result.id
    ), counted_in AS (
        INSERT INTO leaderboard_scorecount AS board
            (challenge_id, section, score, count, revision)
        SELECT %(challenge)s, %(section)s, %(counted)s, %(step)s, 1 FROM kept WHERE %(count)s
        ON CONFLICT (challenge_id, section, score) DO UPDATE
        SET count = board.count + EXCLUDED.count, revision = board.revision + 1
        RETURNING board.id
    ), counted_out AS (
        UPDATE leaderboard_scorecount AS board SET count = count - 1, revision = revision + 1
        FROM counted_in
        WHERE challenge_id = %(challenge)s AND %(leave)s
          AND section = %(old_section)s AND score = %(old_counted)s
    )
    SELECT id FROM stored
"""


@dataclass(frozen=True)
class ResultChange:
    """What becomes of a player's result by a better line.

    `old` is the place that the result had, None if it is the first. It is counted unless it
    is late, and so off the board, or `hidden`, and in no count until it comes back.
    """

    place: Place
    slot: Result.Slot
    old: Place | None
    hidden: bool


def submission_store(
    *,
    cursor: CursorWrapper,
    submission: Submission,
    change: ResultChange | None,
    note_player: bool,
) -> None:
    """Insert a submission with what it changes; nothing at all is changed if it is there.

    The cursor then has one row if it was inserted, none if it was there.

    Call it with the player's row locked, as the last thing in the transaction: it ends with
    the counts, the rows that submissions contend for. `note_player` has the player's
    `last_accepted_at` written.
    """
    values: dict[str, Any] = {
        "id": submission.id,
        "player": submission.player_id,
        "challenge": submission.challenge_id,
        "line": submission.line,
        "line_hash": submission.line_hash,
        "status": submission.status,
        "outcome": submission.outcome,
        "move_count": submission.move_count,
        "foundation_cards": submission.foundation_cards,
        "reason": submission.reason,
        "move_index": submission.move_index,
        "text_offset": submission.text_offset,
        "assisted": submission.assisted,
        "late": submission.late,
        "elapsed_ms": submission.elapsed_ms,
        "rules_version": RULES_VERSION,
        "received_at": submission.received_at,
        "note": note_player,
        **_change_values(change),
    }
    cursor.execute(_STORE, values)


def _change_values(change: ResultChange | None) -> dict[str, Any]:
    """The values of `kept`, `counted_in` and `counted_out`.

    A better place counts under a score that is no greater than the old one's, so counting in
    comes first in the order of the rows. Under the same score the number stays, and the
    revision moves.
    """
    if change is None:
        names = ("section", "score", "counted", "step", "old_section", "old_counted")
        nothing = dict.fromkeys(names, 0)
        flags = dict.fromkeys(("keep", "count", "leave", "hidden"), False)
        return {"result": uuid.UUID(int=0), "slot": Result.Slot.IN_TIME, **nothing, **flags}
    place, old = change.place, change.old or change.place
    counted, old_counted = counted_score(place), counted_score(old)
    same = change.old is not None and (place.section, counted) == (old.section, old_counted)
    return {
        "result": uuid.uuid4(),
        "slot": change.slot,
        "section": place.section,
        "score": place.score,
        "hidden": change.hidden,
        "keep": True,
        "counted": counted,
        "step": 0 if same else 1,
        "count": change.slot == Result.Slot.IN_TIME and not change.hidden,
        "leave": change.old is not None and not same,
        "old_section": old.section,
        "old_counted": old_counted,
    }
