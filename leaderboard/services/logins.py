"""Logging in, and how often it may be tried.

Every address has a rate (`login`). An account has one of its own (`login_account`), else a
thousand addresses could try one account's passwords; but only for addresses that have not
logged in to it before, else they could lock its player out. For those that have, the
account's rate counts by address. The recovery code is never held up by the account's rate:
nobody can guess one.
"""

import datetime as dt

import structlog
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from games.errors import UnavailableError
from games.throttling import ThrottleStoreError, take
from leaderboard.errors import LoginFailedError, LoginLimitedError
from leaderboard.handles import is_handle, skeleton
from leaderboard.models import Player
from leaderboard.selectors.players import player_find
from leaderboard.services.passwords import password_matches
from leaderboard.services.players import Registered, password_recover

logger = structlog.get_logger(__name__)

KNOWN_FOR = dt.timedelta(days=90)


def login_by_password(*, handle: str, password: str, address: str) -> Player:
    """The player with this handle, in whatever case or spelling, and this password.

    Raises LoginFailedError, whatever was wrong; LoginLimitedError; UnavailableError where
    attempts cannot be counted.
    """
    login_count(handle=handle, address=address)
    player = player_find(handle)
    if not password_matches(player, password) or player is None or not player.is_active:
        raise LoginFailedError
    _remember(handle, address)
    return player


def login_by_recovery(*, handle: str, code: str, new_password: str) -> Registered:
    """The player with this handle and recovery code, with a new password and a new code.

    Raises LoginFailedError, AccountInvalidError for a password that cannot be one.
    """
    return password_recover(player=player_find(handle), code=code, new_password=new_password)


def login_count(*, handle: str, address: str) -> None:
    """Count an attempt at an account's password; LoginLimitedError, UnavailableError.

    Whether there is such an account makes no difference.
    """
    if not is_handle(handle):
        return
    caller = _mark(handle, address if _is_known(handle, address) else "")
    _take("login_account", caller)


def login_count_address(*, address: str) -> None:
    """Count an attempt from an address, for logins that no API view has counted."""
    _take("login", f"address:{address}")


def _take(scope: str, caller: str) -> None:
    try:
        quota = take(scope, caller)
    except ThrottleStoreError as error:
        raise UnavailableError(
            detail="Attempts to log in cannot be counted at the moment."
        ) from error
    if not quota.allowed:
        raise LoginLimitedError(retry_after=quota.reset)


def _mark(handle: str, address: str) -> str:
    """A name for an account, or for it and an address, that tells neither."""
    text = f"{skeleton(handle)}|{address}"
    return salted_hmac("leaderboard.logins", text, algorithm="sha256").hexdigest()


def _is_known(handle: str, address: str) -> bool:
    try:
        return bool(cache.get(f"known:{_mark(handle, address)}"))
    except (RedisError, OSError):
        return False


def _remember(handle: str, address: str) -> None:
    """Note that the account's player comes from here; forgotten when the cache is emptied."""
    try:
        cache.set(f"known:{_mark(handle, address)}", 1, timeout=KNOWN_FOR.total_seconds())
    except (RedisError, OSError) as error:
        logger.warning("login_not_noted", error=type(error).__name__)
