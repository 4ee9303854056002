"""A challenge that no worker has prepared is made when it is first asked for.

Only today's. The search runs in a thread of the process that was asked, so that no request
lasts as long as it does and a service without workers has its challenges all the same; the
lease of `services.making` keeps other processes from searching too.
"""

import datetime as dt
import threading
import time
from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import connection

from games import clock
from games.rules import VARIANTS
from leaderboard.errors import ChallengeBeingMadeError, ChallengeNotFoundError
from leaderboard.models import Challenge
from leaderboard.selectors.challenges import challenge_find, challenge_find_deal, date_parse
from leaderboard.services.challenges import challenge_make

logger = structlog.get_logger(__name__)

_makers: dict[tuple[str, dt.date], threading.Thread] = {}
_makers_lock = threading.Lock()


def challenge_open(variant: str, date: str) -> Challenge:
    """The challenge of a variant and a date as text, open for play.

    Today's is made if it is missing: then this waits for CHALLENGE_WAIT seconds at most and
    raises ChallengeBeingMadeError (503). Raises ChallengeNotFoundError for everything else that is
    not there or not open, in the same words.
    """
    return _open(variant, date, challenge_find)


def challenge_open_deal(variant: str, date: str) -> Challenge:
    """Like `challenge_open`, for its deal and its hours: mostly without asking the database."""
    return _open(variant, date, challenge_find_deal)


def _open(variant: str, date: str, find: Callable[[str, dt.date], Challenge | None]) -> Challenge:
    day = date_parse(date)
    if variant not in VARIANTS or day is None:
        raise ChallengeNotFoundError
    challenge = find(variant, day)
    if challenge is not None:
        return challenge
    if day != clock.now().date():
        raise ChallengeNotFoundError
    return challenge_demand(variant, day)


def challenge_demand(variant: str, date: dt.date) -> Challenge:
    """Have today's challenge made; waits for CHALLENGE_WAIT seconds at most.

    Raises ChallengeBeingMadeError if it is not there by then. Only who set the search going
    waits; others are told to come back at once.
    """
    challenges_demand([variant], date)
    challenge = Challenge.objects.filter(variant=variant, date=date).first()
    if challenge is None:
        raise ChallengeBeingMadeError
    return challenge


def challenges_demand(variants: list[str], date: dt.date) -> None:
    """Have today's challenges made one after the other, as many as CHALLENGE_WAIT seconds allow.

    When this returns some may be there, one may be being made, and the others wait for the
    next request.
    """
    end = time.monotonic() + settings.CHALLENGE_WAIT
    for variant in variants:
        maker = maker_start(variant, date)
        if maker is None:
            return
        maker.join(max(0.0, end - time.monotonic()))
        if maker.is_alive():
            return


def maker_start(variant: str, date: dt.date) -> threading.Thread | None:
    """Start this process's search for a challenge; None if one is running already."""
    with _makers_lock:
        running = _makers.get((variant, date))
        if running is not None and running.is_alive():
            return None
        maker = threading.Thread(
            target=_make, args=(variant, date), name=f"challenge-{variant}", daemon=True
        )
        _makers[variant, date] = maker
        maker.start()
        return maker


def _make(variant: str, date: dt.date) -> None:
    try:
        challenge_make(variant=variant, date=date)
    except Exception:
        # Nobody waits for this thread's error; the next request starts another one.
        logger.exception("challenge not made", variant=variant, date=date.isoformat())
    finally:
        with _makers_lock:
            if _makers.get((variant, date)) is threading.current_thread():
                del _makers[variant, date]
        connection.close()
