"""Hiding players and results, and showing them again: at once, exactly, with a trail.

A result is hidden if it was hidden itself or its player is. Only what changes by an action
is counted out of a board or back into it, so hiding twice, or a result and its player, in
whatever order, comes back to what was there. Lock order as in submitting: player, results,
periods, counts ascending as the last statements.
"""

from collections.abc import Iterable

from django.db import transaction

from games import clock
from games.errors import ValidationError
from leaderboard.models import ModerationAction, Player, Result
from leaderboard.ranking import Place
from leaderboard.services.periods import player_enter_anew
from leaderboard.services.results import counts_change
from leaderboard.services.storing import retry_conflicts

Action = ModerationAction.Action
MAX_REASON_LENGTH = 500


def player_hide(*, player: Player, moderator: Player, reason: str) -> bool:
    """Take a player off every board, now and from now on; whether this call did it.

    False too if the player is gone. The player is told (`hidden`) and may play on. Raises
    games.errors.ValidationError without a reason.
    """
    return _player_set(player, True, moderator, _reason_of(reason))


def player_unhide(*, player: Player, moderator: Player, reason: str) -> bool:
    """Put a player back on every board, but for results hidden themselves; see `player_hide`."""
    return _player_set(player, False, moderator, _reason_of(reason))


def result_hide(*, result: Result, moderator: Player, reason: str) -> bool:
    """Take one result off its board, and what may replace it; whether this call did it.

    False too if the result is gone. Raises games.errors.ValidationError without a reason.
    """
    return _result_set(result, True, moderator, _reason_of(reason))


def result_unhide(*, result: Result, moderator: Player, reason: str) -> bool:
    """Put a result back on its board, unless its player is hidden; see `result_hide`."""
    return _result_set(result, False, moderator, _reason_of(reason))


@retry_conflicts
@transaction.atomic
def _player_set(player: Player, hidden: bool, moderator: Player, reason: str) -> bool:
    # From here on no submission of the player can be half way.
    row = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if row is None or (row.hidden_at is not None) == hidden:
        return False
    now = clock.now()
    row.hidden_at = now if hidden else None
    row.hidden_reason = reason if hidden else ""
    row.save(update_fields=["hidden_at", "hidden_reason"])
    results = Result.objects.select_for_update(no_key=True).filter(player=row)
    changed = [
        result
        for result in results.order_by("challenge_id", "id")
        if result.hidden != (hidden or result.hidden_itself)
    ]
    Result.objects.filter(pk__in=[result.pk for result in changed]).update(hidden=hidden)
    ModerationAction.objects.create(
        action=Action.HIDE_PLAYER if hidden else Action.UNHIDE_PLAYER,
        moderator=moderator,
        player=row,
        reason=reason,
        at=now,
    )
    if changed:
        player_enter_anew(player=row)
    _count(changed, hidden)
    return True


@retry_conflicts
@transaction.atomic
def _result_set(result: Result, hidden: bool, moderator: Player, reason: str) -> bool:
    owners = Result.objects.filter(pk=result.pk).values("player_id")
    owner = Player.objects.select_for_update(no_key=True).filter(pk__in=owners).first()
    # Read under the player's lock; a player who was deleted meanwhile is none here.
    row = Result.objects.select_for_update(no_key=True).filter(pk=result.pk).first()
    if row is None or row.hidden_itself == hidden:
        return False
    before = row.hidden
    row.hidden_itself = hidden
    row.hidden = hidden or (owner is not None and owner.hidden_at is not None)
    row.save(update_fields=["hidden", "hidden_itself"])
    ModerationAction.objects.create(
        action=Action.HIDE_RESULT if hidden else Action.UNHIDE_RESULT,
        moderator=moderator,
        player_id=row.player_id,
        result=row,
        reason=reason,
        at=clock.now(),
    )
    if row.hidden != before:
        if owner is not None:
            player_enter_anew(player=owner)
        _count([row], hidden)
    return True


def _count(results: Iterable[Result], hidden: bool) -> None:
    """Count results, ordered by challenge, out of their boards or back in."""
    for result in results:
        # Late results are off the board anyway; of the others a player has one a challenge.
        if result.slot == Result.Slot.IN_TIME:
            place = [Place(result.section, result.score)]
            counts_change(
                challenge_id=result.challenge_id,
                added=() if hidden else place,
                removed=place if hidden else (),
            )


def _reason_of(text: str) -> str:
    reason = text.strip()
    if not reason:
        raise ValidationError.of("/reason", "blank", "A reason is needed.")
    if len(reason) > MAX_REASON_LENGTH:
        detail = f"A reason has at most {MAX_REASON_LENGTH} characters."
        raise ValidationError.of("/reason", "max_length", detail)
    return reason
