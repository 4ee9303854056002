"""Making, joining, changing and leaving groups. Lock order: player, group."""

import hmac
import secrets
import uuid

from django.db import transaction
from django.db.models import F

from games import clock
from games.errors import ValidationError
from leaderboard.errors import (
    GroupFullError,
    GroupNotFoundError,
    NotOwnerError,
    PlayerGoneError,
    PlayerNotFoundError,
)
from leaderboard.models import Group, Membership, Player
from leaderboard.services.storing import insert_once, retry_conflicts

MOST_GROUPS, MOST_MEMBERS = 20, 100
CODE_LENGTH = 12
# Without letters and digits that look alike; 59 bits in all.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def join_code_make() -> str:
    """A new join code, by chance."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


@retry_conflicts
@transaction.atomic
def group_create(*, player: Player, name: str) -> Group:
    """Make a group, with the player as its owner and only member; GroupFullError past 20."""
    _player_lock(player)
    _room_check(player)
    now = clock.now()
    group = Group.objects.create(
        name=name, owner=player, join_code=join_code_make(), created_at=now
    )
    Membership.objects.create(group=group, player=player, joined_at=now)
    return group


@retry_conflicts
@transaction.atomic
def group_join(*, player: Player, group_id: uuid.UUID, code: str) -> tuple[Group, bool]:
    """Let a player into a group; and whether they are new there.

    Raises GroupNotFoundError for an unknown group and for a wrong code alike,
    GroupFullError for a 101st member or a 21st group.
    """
    _player_lock(player)
    group = Group.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    if group is None or not hmac.compare_digest(group.join_code.encode(), code.encode()):
        raise GroupNotFoundError
    members = Membership.objects.filter(group=group)
    if members.filter(player=player).exists():
        return group, False
    _room_check(player)
    if members.count() >= MOST_MEMBERS:
        raise GroupFullError(detail=f"A group has at most {MOST_MEMBERS} members.")
    insert_once(Membership(group=group, player=player, joined_at=clock.now()))
    _changed(group)
    return group, True


@retry_conflicts
@transaction.atomic
def group_change(
    *,
    player: Player,
    group_id: uuid.UUID,
    name: str | None = None,
    owner: str | None = None,
    new_code: bool = False,
) -> Group:
    """Rename a group, hand it over to a member (by handle), give it another join code.

    Raises GroupNotFoundError to who is no member, NotOwnerError to other members,
    games.errors.ValidationError for a new owner who is none.
    """
    group = _owned(group_id, player)
    if name is not None:
        group.name = name
    if new_code:
        group.join_code = join_code_make()
    if owner is not None:
        heir = Membership.objects.filter(
            group=group, player__handle__iexact=owner, player__hidden_at=None
        ).first()
        if heir is None:
            raise ValidationError.of("/owner", "no_member", "The new owner must be a member.")
        group.owner_id = heir.player_id
    group.save(update_fields=["name", "join_code", "owner"])
    return group


@retry_conflicts
@transaction.atomic
def group_dissolve(*, player: Player, group_id: uuid.UUID) -> None:
    """Delete a group; GroupNotFoundError, NotOwnerError."""
    _owned(group_id, player).delete()


@retry_conflicts
@transaction.atomic
def member_remove(*, player: Player, group_id: uuid.UUID, handle: str) -> None:
    """Leave a group, or put somebody out of one's own.

    An owner who leaves hands the group over to who has been in it longest; with the last
    member it is gone. Raises GroupNotFoundError to who is no member, PlayerNotFoundError for
    somebody who is none, NotOwnerError to who would put another out.
    """
    group = _joined(group_id, player)
    found = Membership.objects.select_related("player").filter(
        group=group, player__handle__iexact=handle
    )
    member = found.first()
    if member is None:
        raise PlayerNotFoundError
    if member.player_id != player.pk and group.owner_id != player.pk:
        raise NotOwnerError
    _leave(group, member)


def groups_leave(*, player: Player) -> None:
    """Take a player who is being deleted out of all groups; inside their transaction."""
    rows = Group.objects.select_for_update(no_key=True, of=("self",))
    for group in rows.filter(memberships__player=player).order_by("pk"):
        _leave(group, Membership.objects.get(group=group, player=player))


def _leave(group: Group, member: Membership) -> None:
    member.delete()
    if group.owner_id == member.player_id:
        heir = Membership.objects.filter(group=group).order_by("joined_at", "pk").first()
        if heir is None:
            group.delete()
            return
        Group.objects.filter(pk=group.pk).update(owner=heir.player_id)
    _changed(group)


def _changed(group: Group) -> None:
    Group.objects.filter(pk=group.pk).update(revision=F("revision") + 1)


def _joined(group_id: uuid.UUID, player: Player) -> Group:
    """The group, locked, if the player is in it."""
    group = Group.objects.select_for_update(no_key=True).filter(pk=group_id).first()
    if group is None or not Membership.objects.filter(group=group, player=player).exists():
        raise GroupNotFoundError
    return group


def _owned(group_id: uuid.UUID, player: Player) -> Group:
    """The group, locked, if the player owns it."""
    group = _joined(group_id, player)
    if group.owner_id != player.pk:
        raise NotOwnerError
    return group


def _player_lock(player: Player) -> None:
    """One after the other: a player's groups are counted, and deletion takes them out of all."""
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise PlayerGoneError


def _room_check(player: Player) -> None:
    if Membership.objects.filter(player=player).count() >= MOST_GROUPS:
        raise GroupFullError(detail=f"A player is in at most {MOST_GROUPS} groups.")
