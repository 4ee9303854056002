"""Moderators' pages of groups. Join codes are the members' own."""

from django.contrib import admin

from leaderboard.admin.base import ReadOnlyAdmin
from leaderboard.models import Group, Membership


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Groups and their owners."""

    list_display = ("name", "owner", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__handle__iexact")
    ordering = ("-created_at",)
    exclude = ("join_code",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Who is in which group."""

    list_display = ("group", "player", "joined_at")
    list_select_related = ("group", "player")
    search_fields = ("group__name", "player__handle__iexact")
