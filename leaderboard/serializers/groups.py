"""Groups as the API takes and gives them."""

from typing import Any

from rest_framework import serializers

from games.serializers import TextField
from leaderboard.models import Group, Membership
from leaderboard.serializers.names import NameField

MAX_NAME, MAX_CODE, MAX_HANDLE = 40, 64, 64


class GroupNameSerializer(serializers.Serializer[Any]):
    """A new group."""

    name = NameField(max_length=MAX_NAME)


class GroupChangeSerializer(serializers.Serializer[Any]):
    """What an owner may change of a group."""

    name = NameField(max_length=MAX_NAME, required=False)
    owner = TextField(max_length=MAX_HANDLE, required=False, help_text="handle of a member")
    new_code = serializers.BooleanField(default=False, help_text="make another join code")


class JoinSerializer(serializers.Serializer[Any]):
    """What lets one into a group."""

    code = TextField(max_length=MAX_CODE)


class MemberSerializer(serializers.Serializer[Membership]):
    """A member."""

    handle = serializers.CharField(source="player.handle")
    guest = serializers.BooleanField(source="player.is_guest")
    joined_at = serializers.DateTimeField()


class GroupSerializer(serializers.Serializer[Group]):
    """A group as its members see it."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.handle")
    join_code = serializers.CharField(help_text="whoever knows id and code may come in")
    created_at = serializers.DateTimeField()
    members = MemberSerializer(many=True, source="shown")


class GroupsSerializer(serializers.Serializer[Any]):
    """All groups that a player is in, the one joined first first."""

    results = GroupSerializer(many=True)


class MembershipSerializer(serializers.Serializer[Membership]):
    """A group that a player is in."""

    id = serializers.UUIDField(source="group_id")
    name = serializers.CharField(source="group.name")
    joined_at = serializers.DateTimeField()
