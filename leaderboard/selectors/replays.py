"""Stored lines replayed: one to be looked at, all of them to be checked again."""

import datetime as dt
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.http import quote_etag

from games.rules import deal, format_move, get_variant
from leaderboard.claims import Claim
from leaderboard.models import Submission
from leaderboard.replaying import (
    UnknownRulesVersionError,
    differences,
    positions,
    stored_format,
    stored_replay,
)

CHUNK = 500
# Moves when the form of the answer does.
REPLAY_FORM = 1


def replay_etag(submission: Submission) -> str:
    """The ETag of a replay, known without replaying: a submission never changes."""
    return quote_etag(f"{submission.pk.hex}-{submission.rules_version}-{REPLAY_FORM}")


def replay_data(submission: Submission) -> dict[str, Any]:
    """A submission's legal moves and the positions around them."""
    challenge = submission.challenge
    number = int(challenge.number)
    line_format = stored_format(
        submission.line,
        bytes(submission.line_hash),
        accepted=submission.status == Submission.Status.ACCEPTED,
    )
    found = stored_replay(
        challenge.variant,
        number,
        submission.line,
        line_format or "native",
        submission.rules_version,
    )
    return {
        "submission": submission.pk,
        "variant": challenge.variant,
        "date": challenge.date,
        "number": str(number),
        "rules_version": submission.rules_version,
        "status": submission.status,
        "outcome": submission.outcome,
        "reason": submission.reason,
        "move_index": submission.move_index,
        "moves": [format_move(move) for move in found.moves],
        "positions": positions(deal(get_variant(challenge.variant), number), found.moves),
    }


class Verified(NamedTuple):
    """One stored submission, and what of it its line does not say when it is replayed again.

    `differences` is None where there are no rules of its version.
    """

    id: uuid.UUID
    variant: str
    date: dt.date
    rules_version: int
    accepted: bool
    differences: list[str] | None


def submissions_verified(
    *,
    variant: str | None = None,
    first: dt.date | None = None,
    last: dt.date | None = None,
) -> Iterator[Verified]:
    """Replay all stored submissions, or those of a variant or between two dates, by id.

    Each is judged by the rules version that it was accepted or rejected with. Reads a few
    hundred at a time, so that none is missed or seen twice whatever is stored meanwhile,
    and none is held long.
    """
    rows = Submission.objects.select_related("challenge").order_by("pk")
    if variant is not None:
        rows = rows.filter(challenge__variant=variant)
    if first is not None:
        rows = rows.filter(challenge__date__gte=first)
    if last is not None:
        rows = rows.filter(challenge__date__lte=last)
    chunk = list(rows[:CHUNK])
    while chunk:
        yield from map(_verify, chunk)
        chunk = list(rows.filter(pk__gt=chunk[-1].pk)[:CHUNK])


def _verify(submission: Submission) -> Verified:
    challenge = submission.challenge
    accepted = submission.status == Submission.Status.ACCEPTED
    digest = bytes(submission.line_hash)
    stored = Claim(
        submission.line,
        digest,
        submission.outcome,
        submission.move_count,
        submission.foundation_cards,
        submission.reason,
        submission.move_index,
        submission.text_offset,
    )
    line_format = stored_format(submission.line, digest, accepted=accepted)
    wrong: list[str] | None
    try:
        wrong = differences(
            challenge.variant, int(challenge.number), stored, line_format, submission.rules_version
        )
    except UnknownRulesVersionError:
        wrong = None
    return Verified(
        submission.pk,
        challenge.variant,
        challenge.date,
        submission.rules_version,
        accepted,
        wrong,
    )
