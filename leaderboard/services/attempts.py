"""Starting the server's clock of a player on a challenge."""

from django.db import transaction

from games import clock
from leaderboard.errors import PlayerGoneError
from leaderboard.models import Attempt, Challenge, Player
from leaderboard.services.locking import challenge_lock
from leaderboard.services.storing import insert_once, retry_conflicts


@retry_conflicts
@transaction.atomic
def attempt_start(*, player: Player, challenge: Challenge) -> tuple[Attempt, bool]:
    """Start the player's attempt, or find the one that runs; and whether it is new.

    The challenge must be open. The clock is read under the challenge's lock, as for
    submissions, so that an attempt started before closing is there for every submission
    that closing lets through. Raises PlayerGoneError if the player was deleted meanwhile.
    """
    challenge_lock(challenge.id, shared=True)
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise PlayerGoneError
    attempt = Attempt(player=player, challenge=challenge, started_at=clock.now())
    if insert_once(attempt):
        return attempt, True
    return Attempt.objects.get(player=player, challenge=challenge), False
