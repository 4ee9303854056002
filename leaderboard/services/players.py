"""Making and changing accounts. That no two handles look alike is a constraint of the table.

Password hashes are slow by design, so they are made before a transaction begins.
"""

import hmac
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from games import clock
from leaderboard.errors import (
    AccountChangedError,
    AccountInvalidError,
    AlreadyRegisteredError,
    HandleTakenError,
    LoginFailedError,
    PlayerGoneError,
)
from leaderboard.handles import (
    InvalidHandleError,
    guest_handle_make,
    handle_check,
    skeleton,
)
from leaderboard.models import AuthToken, ErasedHandle, Player
from leaderboard.recovery import recovery_code_hash, recovery_code_make
from leaderboard.services.passwords import (
    password_errors,
    password_hash,
    password_matches,
    recovery_matches,
)
from leaderboard.services.periods import player_enter_anew
from leaderboard.services.results import boards_touch
from leaderboard.services.storing import insert_once, retry_conflicts
from leaderboard.services.tokens import tokens_revoke, tokens_shorten


class Registered(NamedTuple):
    """A player, and the recovery code, which is shown now and never again."""

    player: Player
    recovery_code: str


def player_register(*, handle: str, password: str) -> Registered:
    """Make a registered player.

    Raises AccountInvalidError for a handle or password that cannot be one, HandleTakenError
    if somebody has, or had, the handle or one that looks like it.
    """
    _account_check(handle, password)
    code = recovery_code_make()
    player = _player(
        handle, password=password_hash(password), recovery_hash=recovery_code_hash(code)
    )
    _player_insert(player)
    return Registered(player, code)


def guest_upgrade(*, guest: Player, handle: str, password: str) -> Registered:
    """Make a guest a registered player, who keeps everything: results, attempts, tokens.

    Tokens then end as those of registered players do; past wins enter the periods. Raises
    AlreadyRegisteredError, and what `player_register` raises.
    """
    if not guest.is_guest:
        raise AlreadyRegisteredError
    _account_check(handle, password)
    code = recovery_code_make()
    hashed = password_hash(password)
    player = _upgrade(guest, handle, hashed, recovery_code_hash(code))
    return Registered(player, code)


@retry_conflicts
@transaction.atomic
def _upgrade(guest: Player, handle: str, password: str, recovery: str) -> Player:
    """Give a guest a handle and a hashed password. Lock order: player, periods, counts."""
    try:
        with transaction.atomic():
            taken = Player.objects.filter(pk=guest.pk, is_guest=True).update(
                handle=handle,
                handle_skeleton=skeleton(handle),
                password=password,
                recovery_hash=recovery,
                is_guest=False,
            )
    except IntegrityError:
        raise HandleTakenError from None
    player = Player.objects.filter(pk=guest.pk).first()
    if player is None:
        raise PlayerGoneError
    if not taken:
        raise AlreadyRegisteredError
    _not_erased(player.handle_skeleton)
    tokens_shorten(player=player)
    player_enter_anew(player=player)
    boards_touch(player=player)
    return player


def guest_create() -> Player:
    """Make a guest, with a handle by chance from the reserved prefix."""
    while True:
        player = _player(guest_handle_make(), password=make_password(None), is_guest=True)
        if insert_once(player):
            return player


def moderator_create(*, handle: str, password: str | None) -> Player:
    """Make a superuser, with any free handle that is no guest's; without a password no login.

    Raises AccountInvalidError, HandleTakenError.
    """
    _account_check(handle, password, official=True)
    hashed = make_password(None) if password is None else password_hash(password)
    player = _player(handle, password=hashed, is_staff=True, is_superuser=True)
    _player_insert(player)
    return player


def password_change(
    *, player: Player, password: str, new_password: str, keep: AuthToken | None
) -> Registered:
    """Set a new password, which ends all other tokens and sessions; with a new recovery code.

    Raises LoginFailedError for a wrong `password` (guests have none), AccountInvalidError
    for a new one that cannot be one.
    """
    if not password_matches(player, password):
        raise LoginFailedError(detail="This is not the password.")
    _new_password_check(player, new_password)
    code = recovery_code_make()
    _credentials_replace(player, password_hash(new_password), code, keep)
    return Registered(player, code)


def password_recover(*, player: Player | None, code: str, new_password: str) -> Registered:
    """Set a new password by recovery code, which ends all tokens and sessions, and the code.

    Raises LoginFailedError for a wrong code and for nobody, AccountInvalidError for a
    password that cannot be one.
    """
    if not recovery_matches(player, code) or player is None or not player.is_active:
        raise LoginFailedError
    _new_password_check(player, new_password)
    fresh = recovery_code_make()
    _credentials_replace(player, password_hash(new_password), fresh, None)
    return Registered(player, fresh)


@transaction.atomic
def preferences_change(*, player: Player, changes: Mapping[str, Any], most: int) -> Player:
    """Set preferences; a value of None removes one. Raises AccountInvalidError past `most`."""
    player = _player_lock(player)
    merged = {**player.preferences, **changes}
    player.preferences = {name: value for name, value in merged.items() if value is not None}
    if len(player.preferences) > most:
        detail = f"There is room for {most} preferences."
        error = {"pointer": "/preferences", "code": "too_many", "detail": detail}
        raise AccountInvalidError(errors=[error])
    player.save(update_fields=["preferences"])
    return player


def handle_digest(bones: str) -> bytes:
    """What stays of the handle of a deleted player: an HMAC of its skeleton, 32 bytes."""
    return hmac.digest(settings.HANDLE_SECRET.encode(), f"erased|{bones}".encode(), "sha256")


def _account_check(handle: str, password: str | None, *, official: bool = False) -> None:
    errors: list[Mapping[str, Any]] = []
    try:
        handle_check(handle, official=official)
    except InvalidHandleError as error:
        place = {} if error.offset is None else {"offset": error.offset}
        errors.append(
            {"pointer": "/handle", "code": error.reason.value, "detail": str(error), **place}
        )
    if password is not None:
        errors += password_errors(password, handle=handle)
    if errors:
        raise AccountInvalidError(errors=errors)


def _new_password_check(player: Player, password: str) -> None:
    errors = list(password_errors(password, handle=player.handle, pointer="/new_password"))
    if errors:
        raise AccountInvalidError(errors=errors)


def _player(handle: str, **fields: Any) -> Player:
    return Player(handle=handle, handle_skeleton=skeleton(handle), created_at=clock.now(), **fields)


@transaction.atomic
def _player_insert(player: Player) -> None:
    """Insert a registered player; raises HandleTakenError."""
    if not insert_once(player):
        raise HandleTakenError
    _not_erased(player.handle_skeleton)


def _not_erased(bones: str) -> None:
    """Raise HandleTakenError if a deleted player had this skeleton.

    Only to be asked once the skeleton is taken in this transaction: a deletion that is
    under way has then ended, and what it has left behind is seen.
    """
    if ErasedHandle.objects.filter(pk=handle_digest(bones)).exists():
        raise HandleTakenError


def _player_lock(player: Player) -> Player:
    """The player's row as it is now, locked; raises PlayerGoneError."""
    try:
        return Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    except Player.DoesNotExist:
        raise PlayerGoneError from None


@transaction.atomic
def _credentials_replace(player: Player, password: str, code: str, keep: AuthToken | None) -> None:
    """Store a new hash and code in place of those that were checked; end other tokens.

    Raises AccountChangedError if they are others by now. Sessions end by themselves: they
    hold a hash of the password's hash.
    """
    recovery = recovery_code_hash(code)
    same = Player.objects.filter(
        pk=player.pk, password=player.password, recovery_hash=player.recovery_hash
    )
    if not same.update(password=password, recovery_hash=recovery):
        raise AccountChangedError
    player.password, player.recovery_hash = password, recovery
    tokens_revoke(player=player, keep=keep)
