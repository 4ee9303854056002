"""Who may see which line: one's own always, others' best ones after settling."""

import datetime as dt
import uuid

from django.db.models import QuerySet

from games import clock
from leaderboard.errors import SubmissionNotFoundError
from leaderboard.models import Player, Result, Submission


def submission_get(submission_id: uuid.UUID, *, viewer: Player | None) -> Submission:
    """A submission that the viewer may see; raises SubmissionNotFoundError for every other.

    Its player sees all of it at any time. Everybody sees the best line of each visible
    player once the challenge's secrets are over, by the clock.
    """
    submission = (
        Submission.objects.select_related("challenge", "player").filter(pk=submission_id).first()
    )
    if submission is None:
        raise SubmissionNotFoundError
    if viewer is not None and submission.player_id == viewer.pk:
        return submission
    if clock.now() < submission.challenge.settles_at:
        raise SubmissionNotFoundError
    if not Result.objects.filter(submission=submission, hidden=False).exists():
        raise SubmissionNotFoundError
    return submission


def submission_get_own(submission_id: uuid.UUID, *, player: Player) -> Submission:
    """A player's own submission; raises SubmissionNotFoundError for every other."""
    rows = Submission.objects.select_related("challenge")
    submission = rows.filter(pk=submission_id, player=player).first()
    if submission is None:
        raise SubmissionNotFoundError
    return submission


def submissions_of(
    player: Player, *, variant: str | None = None, date: dt.date | None = None
) -> QuerySet[Submission]:
    """A player's own submissions, newest first."""
    found = Submission.objects.select_related("challenge").filter(player=player)
    if variant is not None:
        found = found.filter(challenge__variant=variant)
    if date is not None:
        found = found.filter(challenge__date=date)
    return found.order_by("-received_at", "id")
