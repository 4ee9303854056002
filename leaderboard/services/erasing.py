"""Deleting players: the person goes, the boards that others stand on stay right."""

import datetime as dt
import uuid
from itertools import groupby

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import clock
from leaderboard.models import (
    Challenge,
    ErasedHandle,
    ModerationAction,
    Player,
    Result,
    Submission,
)
from leaderboard.ranking import Place
from leaderboard.services.groups import groups_leave
from leaderboard.services.locking import challenge_lock
from leaderboard.services.periods import player_enter_anew
from leaderboard.services.players import handle_digest
from leaderboard.services.results import counts_change
from leaderboard.services.storing import insert_once, retry_conflicts

GUEST_KEPT = dt.timedelta(days=30)
GUEST_BATCH = 1000


@retry_conflicts
@transaction.atomic
def player_erase(*, player: Player, unless_active_since: dt.datetime | None = None) -> bool:
    """Delete a player and everything of theirs; whether it was done.

    Results on settled boards stay, with the line and without the player, so that nobody
    else's rank or record changes; all other results and lines go, and with them the counts
    of the open boards. Of a registered player's handle an HMAC stays, so that nobody can
    take it and be taken for them.

    With `unless_active_since` a player who has registered, or had a submission accepted
    since then, stays. Lock order as in submitting: challenges (shared), player, results,
    periods, groups, counts.
    """
    for challenge_id in _unsettled():
        challenge_lock(challenge_id, shared=True)
    row = Player.objects.select_for_update().filter(pk=player.pk).first()
    if row is None:
        return False
    if unless_active_since is not None and not _is_abandoned(row, unless_active_since):
        return False
    # Read under the locks: settling either has happened or waits for this transaction.
    now = clock.now()
    results = list(
        Result.objects.select_for_update(of=("self",), no_key=True)
        .filter(player=row)
        .select_related("challenge")
        .order_by("challenge_id", "id")
    )
    stay = [
        result
        for result in results
        if result.slot == Result.Slot.IN_TIME and now >= result.challenge.settles_at
    ]
    kept = [result.pk for result in stay]
    Result.objects.filter(player=row).exclude(pk__in=kept).delete()
    # What was hidden with its player stays so without one.
    Result.objects.filter(pk__in=kept).update(player=None, hidden_itself=F("hidden"))
    player_enter_anew(player=row)
    groups_leave(player=row)
    lines = [result.submission_id for result in stay]
    Submission.objects.filter(pk__in=lines).update(player=None)
    Submission.objects.filter(player=row).delete()
    # That a moderator acted stays; a reason speaks of the person.
    ModerationAction.objects.filter(player=row).update(player=None, reason="")
    if not row.is_guest:
        insert_once(ErasedHandle(digest=handle_digest(row.handle_skeleton)))
    row.delete()
    _count_out(results, set(kept))
    return True


def _unsettled() -> list[uuid.UUID]:
    """The challenges that may be settled while this runs, in the order of locking."""
    opened = Challenge.objects.filter(settled_at=None, date__lte=clock.now().date())
    return sorted(opened.values_list("id", flat=True))


def _count_out(results: list[Result], kept: set[uuid.UUID]) -> None:
    """Take what has gone out of the boards' counts; what stays moves their revisions.

    A board without the name is another board to who has read it.
    """
    counted = [
        result for result in results if result.slot == Result.Slot.IN_TIME and not result.hidden
    ]
    for challenge_id, group in groupby(counted, key=lambda result: result.challenge_id):
        for result in group:
            place = Place(result.section, result.score)
            added = [place] if result.pk in kept else []
            counts_change(challenge_id=challenge_id, added=added, removed=[place])


def _abandoned(since: dt.datetime) -> QuerySet[Player]:
    """Guests who were there before `since` and have had no submission accepted after it."""
    return Player.objects.filter(
        Q(last_accepted_at=None) | Q(last_accepted_at__lt=since),
        is_guest=True,
        created_at__lt=since,
    )


def _is_abandoned(player: Player, since: dt.datetime) -> bool:
    return _abandoned(since).filter(pk=player.pk).exists()


def guests_erase() -> int:
    """Delete the guests without an accepted submission in 30 days; how many there were.

    Each in a transaction of its own, and looked at again under its lock.
    """
    since = clock.now() - GUEST_KEPT
    erased = 0
    # Whoever is looked at is gone afterwards or not abandoned any more: this ends.
    while guests := list(_abandoned(since).order_by("created_at")[:GUEST_BATCH]):
        erased += sum(player_erase(player=guest, unless_active_since=since) for guest in guests)
    return erased
