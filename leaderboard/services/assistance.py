"""Noting that a player was helped with a challenge that is being played."""

from django.db import transaction

from games import clock
from leaderboard.errors import PlayerGoneError
from leaderboard.models import Assistance, Challenge, Player
from leaderboard.services.locking import challenge_lock
from leaderboard.services.storing import insert_once, retry_conflicts


@retry_conflicts
@transaction.atomic
def assistance_note(*, player: Player, challenge: Challenge) -> bool:
    """Have the player's submissions count as assisted from now on; whether the challenge is played.

    To be called, and committed, before help leaves the server. Nothing is noted once the
    challenge is settled, by the clock. The locks are those of submissions: each was received
    either before this, or is assisted. Raises PlayerGoneError if the player was deleted.
    """
    challenge_lock(challenge.id, shared=True)
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise PlayerGoneError
    now = clock.now()
    if now >= challenge.settles_at:
        return False
    insert_once(Assistance(player=player, challenge=challenge, asked_at=now))
    return True
