"""Reading players: by handle, as others see them, and all that is theirs."""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from games.pagination import keyset_filter
from leaderboard.errors import PlayerNotFoundError
from leaderboard.handles import is_handle, skeleton
from leaderboard.models import (
    Assistance,
    Attempt,
    AuthToken,
    Membership,
    ModerationAction,
    Player,
    Result,
    Submission,
)

M = TypeVar("M", bound=Model)

CHUNK = 500


def player_find(handle: str) -> Player | None:
    """The player with this handle, in whatever case or look-alike spelling; None without one."""
    if not is_handle(handle):
        return None
    return Player.objects.filter(handle_skeleton=skeleton(handle)).first()


def player_get(handle: str) -> Player:
    """The visible player with this handle, its case aside; PlayerNotFoundError.

    Who looks like another is not the other: look-alike spellings are not found here.
    """
    player = player_find(handle)
    if player is None or player.hidden_at is not None:
        raise PlayerNotFoundError
    if player.handle.lower() != handle.lower():
        raise PlayerNotFoundError
    return player


def tokens_of(player: Player) -> QuerySet[AuthToken]:
    """A player's tokens, the one that lasts longest first."""
    return AuthToken.objects.filter(user=player).order_by("-expiry", "pk")


def attempts_all(player: Player) -> Iterator[Attempt]:
    """A player's attempts, newest first."""
    rows = Attempt.objects.filter(player=player).select_related("challenge")
    return _chunks(rows, ["-started_at", "id"])


def submissions_all(player: Player) -> Iterator[Submission]:
    """A player's submissions, newest first."""
    rows = Submission.objects.filter(player=player).select_related("challenge")
    return _chunks(rows, ["-received_at", "id"])


def results_all(player: Player) -> Iterator[Result]:
    """A player's results, newest first."""
    rows = Result.objects.filter(player=player).select_related("challenge")
    return _chunks(rows, ["-accepted_at", "id"])


def assistances_all(player: Player) -> Iterator[Assistance]:
    """What a player asked help for, newest first."""
    rows = Assistance.objects.filter(player=player).select_related("challenge")
    return _chunks(rows, ["-asked_at", "id"])


def memberships_all(player: Player) -> Iterator[Membership]:
    """The groups that a player is in, the one joined last first."""
    rows = Membership.objects.filter(player=player).select_related("group")
    return _chunks(rows, ["-joined_at", "id"])


def moderation_all(player: Player) -> Iterator[ModerationAction]:
    """What moderators have done about a player, newest first."""
    rows = ModerationAction.objects.filter(player=player).select_related("result__challenge")
    return _chunks(rows, ["-at", "id"])


def _chunks(rows: QuerySet[M], order: list[str]) -> Iterator[M]:
    """All rows in order, a few hundred at a time.

    Not by a cursor of the database: those do not work behind PgBouncer.
    """
    names = [name.removeprefix("-") for name in order]
    rows = rows.order_by(*order)
    chunk = list(rows[:CHUNK])
    while chunk:
        yield from chunk
        key: list[Any] = [getattr(chunk[-1], name) for name in names]
        chunk = list(rows.filter(keyset_filter(order, key))[:CHUNK])
