"""Tokens: one a device, stored hashed, with scopes, prolonged by use."""

import datetime as dt
from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from knox.models import get_digest_token
from knox.settings import CONSTANTS

from games import clock
from leaderboard.errors import PlayerGoneError
from leaderboard.models import AuthToken, Player

GUEST_TTL = dt.timedelta(days=400)
REGISTERED_TTL = dt.timedelta(days=90)
# A token that is used is written to at most this often.
REFRESH_EVERY = dt.timedelta(days=1)
# More devices than anybody has; the one that would have ended first makes room.
MOST_TOKENS = 50


class Scope(StrEnum):
    """What a token is good for."""

    READ = "read"
    PLAY = "play"
    ACCOUNT = "account"


class NewToken(NamedTuple):
    """A token's row, and the token itself, which is shown now and never again."""

    row: AuthToken
    token: str


def token_ttl(player: Player) -> dt.timedelta:
    """How long a token of the player lasts without use."""
    return GUEST_TTL if player.is_guest else REGISTERED_TTL


@transaction.atomic
def token_create(
    *, player: Player, scopes: Collection[Scope] = tuple(Scope), name: str = ""
) -> NewToken:
    """Make a token for one more device of the player; the oldest of too many ends.

    Raises PlayerGoneError if the player was deleted meanwhile.
    """
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise PlayerGoneError
    digest, token = get_digest_token()
    row = AuthToken(
        digest=digest,
        token_key=token[: CONSTANTS.TOKEN_KEY_LENGTH],
        user=player,
        expiry=clock.now() + token_ttl(player),
        scopes=[scope.value for scope in Scope if scope in scopes],
        name=name,
    )
    row.save(force_insert=True)
    others = AuthToken.objects.filter(user=player).exclude(pk=digest).order_by("-expiry", "pk")
    surplus = others.values_list("pk", flat=True)[MOST_TOKENS - 1 :]
    AuthToken.objects.filter(pk__in=list(surplus)).delete()
    return NewToken(row, token)


def token_refresh(*, token: AuthToken) -> None:
    """Prolong a token that was just used; writes once a day, not with every request."""
    end = clock.now() + token_ttl(token.user)
    if token.expiry is not None and end - token.expiry < REFRESH_EVERY:
        return
    # Only ever later: two requests at once may both come here.
    AuthToken.objects.filter(pk=token.pk, expiry__lt=end).update(expiry=end)
    token.expiry = end


def token_revoke(*, token: AuthToken) -> None:
    """End a token."""
    AuthToken.objects.filter(pk=token.pk).delete()


def tokens_revoke(*, player: Player, keep: AuthToken | None = None) -> None:
    """End all tokens of a player, but for the one to keep."""
    AuthToken.objects.filter(user=player).exclude(pk=keep.pk if keep else "").delete()


def tokens_shorten(*, player: Player) -> None:
    """Let no token of the player outlast what a new one of theirs would."""
    end = clock.now() + token_ttl(player)
    AuthToken.objects.filter(Q(expiry__gt=end) | Q(expiry=None), user=player).update(expiry=end)


def tokens_forget() -> int:
    """Delete all tokens that have ended; how many there were."""
    return AuthToken.objects.filter(expiry__lt=clock.now()).delete()[0]
