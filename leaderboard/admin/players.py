"""Moderators' pages of players and their tokens."""

from collections.abc import Sequence
from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from leaderboard.admin.base import ModelAdmin, ReadOnlyAdmin
from leaderboard.admin.moderation import MODERATE, ReasonForm, moderate
from leaderboard.models import AuthToken, ErasedHandle, Player
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import player_hide, player_unhide


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    """Players: who may log in, and who moderates. Deleting one erases the person.

    Handles, passwords and what is played are not changed here.
    """

    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    action_form = ReasonForm
    actions = ("hide", "unhide")
    list_display = ("handle", "is_guest", "is_active", "is_staff", "hidden_at", "created_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("handle__iexact", "handle_skeleton__startswith")
    ordering = ("-created_at",)
    fields = (
        "id",
        "handle",
        "is_guest",
        "created_at",
        "last_accepted_at",
        "hidden_at",
        "hidden_reason",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "user_permissions",
    )
    readonly_fields = (
        "id",
        "handle",
        "is_guest",
        "created_at",
        "last_accepted_at",
        "hidden_at",
        "hidden_reason",
    )
    filter_horizontal = ("groups", "user_permissions")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Player | None = None
    ) -> tuple[str, ...]:
        """Who is not a superuser makes nobody a moderator."""
        if getattr(request.user, "is_superuser", False):
            return self.readonly_fields
        powers = ("is_staff", "is_superuser", "groups", "user_permissions")
        return (*self.readonly_fields, *powers)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players register; moderators are made by `manage.py createsuperuser`."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Only superusers change moderators."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Only superusers delete moderators."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def get_deleted_objects(
        self, objs: Sequence[Player] | QuerySet[Player], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """The players alone: what goes with them, and what stays, erasing knows."""
        return [str(player) for player in objs], {"players": len(objs)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        """Erase the person and keep others' boards right."""
        player_erase(player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """The same, for each that this moderator may delete."""
        for player in queryset:
            if self.has_delete_permission(request, player):
                player_erase(player=player)
            else:
                self.message_user(request, f"{player} is a moderator.", messages.WARNING)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whether this moderator may hide and unhide."""
        return request.user.has_perm(MODERATE)

    @admin.action(description="Hide the selected players", permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Take players off all boards; they may play on."""
        moderator = cast(Player, request.user)
        moderate(
            self,
            request,
            self._touchable(request, queryset),
            lambda row, reason: player_hide(player=row, moderator=moderator, reason=reason),
            "players hidden",
        )

    @admin.action(description="Unhide the selected players", permissions=["moderate"])
    def unhide(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Put players back on all boards."""
        moderator = cast(Player, request.user)
        moderate(
            self,
            request,
            self._touchable(request, queryset),
            lambda row, reason: player_unhide(player=row, moderator=moderator, reason=reason),
            "players unhidden",
        )

    def _touchable(self, request: HttpRequest, queryset: QuerySet[Player]) -> list[Player]:
        """Those of the players whom this moderator may change; says who is not."""
        found = []
        for player in queryset:
            if _may_touch(request, player):
                found.append(player)
            else:
                self.message_user(request, f"{player} is a moderator.", messages.WARNING)
        return found


def _may_touch(request: HttpRequest, player: Player | None) -> bool:
    if player is None or getattr(request.user, "is_superuser", False):
        return True
    return not (player.is_staff or player.is_superuser)


@admin.register(AuthToken)
class AuthTokenAdmin(ReadOnlyAdmin):
    """Tokens: they can be ended, and that is all. The list has no links: ids are hashes."""

    list_display = ("user", "name", "scopes", "created", "expiry")
    list_display_links = None
    list_select_related = ("user",)
    search_fields = ("user__handle__iexact",)
    ordering = ("-created",)
    actions = ("end_tokens",)

    def has_view_permission(self, request: HttpRequest, obj: AuthToken | None = None) -> bool:
        """The list alone."""
        return obj is None and super().has_view_permission(request, obj)

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Who may delete tokens may end them."""
        return request.user.has_perm("leaderboard.delete_authtoken")

    @admin.action(description="End the selected tokens", permissions=["end"])
    def end_tokens(self, request: HttpRequest, queryset: QuerySet[AuthToken]) -> None:
        """End tokens; their devices have to log in again."""
        ended, _ = queryset.delete()
        self.message_user(request, f"{ended} tokens ended.", messages.SUCCESS)


@admin.register(ErasedHandle)
class ErasedHandleAdmin(ReadOnlyAdmin):
    """What is left of deleted players' handles."""

    list_display_links = None
