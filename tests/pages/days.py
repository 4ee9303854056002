"""Days with challenges, and other players' results on them."""

import datetime as dt
from collections.abc import Sequence

from games import clock
from leaderboard.claims import claim_read
from leaderboard.models import Challenge, Player
from leaderboard.services.attempts import attempt_start
from leaderboard.services.players import guest_create, player_register
from leaderboard.services.submissions import submission_create
from tests.leaderboard.lines import CITADEL, STREETS, WON, Won, longer
from tests.leaderboard.playing import make_challenge

CASTLE = WON[0]
TODAYS = (CASTLE, STREETS, CITADEL)
PASSWORD = "a password of many words"


def today() -> dt.date:
    """The UTC date."""
    return clock.now().date()


def make_today(deals: Sequence[Won] = TODAYS, days_ago: int = 0) -> list[Challenge]:
    """Make the challenges of today, or of a day before."""
    date = today() - dt.timedelta(days=days_ago)
    return [make_challenge(won, date, difficulty=won.number % 101) for won in deals]


def submit(
    challenge: Challenge, line: str, handle: str | None = None, player: Player | None = None
) -> None:
    """Let a player, a new one of that handle, or a guest, start an attempt and submit a line."""
    if player is None:
        registered = handle and player_register(handle=handle, password=PASSWORD).player
        player = registered or guest_create()
    attempt_start(player=player, challenge=challenge)
    claim = claim_read(challenge.variant, int(challenge.number), line, "native")
    submission_create(player=player, challenge=challenge, claim=claim)


def fill_board(challenge: Challenge, won: Won) -> None:
    """Put several players on a board: wins of various lengths, and an unfinished line."""
    for extra, handle in (
        (0, "Ada"),
        (2, "grace_h"),
        (2, "Mateo-9"),
        (6, None),
        (9, "the_long_way"),
    ):
        submit(challenge, longer(won, extra) if extra else won.line, handle)
    submit(challenge, " ".join(won.line.split()[:30]), "stopped_early")
