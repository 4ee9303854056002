"""Moderators' pages of the best lines, and of what ranks are read from."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games import clock
from leaderboard.admin.base import ReadOnlyAdmin
from leaderboard.admin.moderation import MODERATE, ReasonForm, moderate
from leaderboard.models import Player, Result, ScoreCount
from leaderboard.selectors.suspicion import RECENT, result_signals, with_known_lines, with_signal
from leaderboard.services.moderation import result_hide, result_unhide
from leaderboard.suspicion import Signal


class SignalFilter(admin.SimpleListFilter):
    """The results of the last days with a sign, for who looks for them."""

    title = f"signal, last {RECENT.days} days"
    parameter_name = "signal"

    def lookups(
        self, request: HttpRequest, model_admin: "admin.ModelAdmin[Any]"
    ) -> list[tuple[str, str]]:
        """The signs by name."""
        return [(signal.value, signal.value) for signal in Signal]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Result]) -> QuerySet[Result]:
        """The results with the sign that is chosen, or all."""
        for signal in Signal:
            if signal.value == self.value():
                return with_signal(queryset, signal, now=clock.now())
        return queryset


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """The best lines. Signals are hints for who looks closer: nothing follows from them."""

    action_form = ReasonForm
    actions = ("hide", "unhide")
    list_display = (
        "player",
        "challenge",
        "slot",
        "section",
        "moves",
        "accepted_at",
        "hidden",
        "hidden_itself",
        "signals",
    )
    list_select_related = ("player", "challenge", "submission")
    list_filter = ("challenge__variant", "slot", "section", "hidden", SignalFilter)
    search_fields = ("player__handle", "id")
    ordering = ("-accepted_at",)
    readonly_fields = ("signals",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Result]:
        """Results with the line that is known of their deal by now."""
        found: QuerySet[Result] = super().get_queryset(request)
        return with_known_lines(found.select_related("challenge", "submission"))

    @admin.display(description="signals")
    def signals(self, result: Result) -> str:
        """What is odd about the line; how it compares with the solver's only after settling."""
        found = result_signals(result, known_line=result.known_line, now=clock.now())  # type: ignore[attr-defined]
        return ", ".join(found) or "-"

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whether this moderator may hide and unhide."""
        return request.user.has_perm(MODERATE)

    @admin.action(description="Hide the selected results", permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        """Take results off their boards."""
        moderator = cast(Player, request.user)
        moderate(
            self,
            request,
            queryset,
            lambda row, reason: result_hide(result=row, moderator=moderator, reason=reason),
            "results hidden",
        )

    @admin.action(description="Unhide the selected results", permissions=["moderate"])
    def unhide(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        """Put results back on their boards."""
        moderator = cast(Player, request.user)
        moderate(
            self,
            request,
            queryset,
            lambda row, reason: result_unhide(result=row, moderator=moderator, reason=reason),
            "results unhidden",
        )


@admin.register(ScoreCount)
class ScoreCountAdmin(ReadOnlyAdmin):
    """The counts that ranks are read from."""

    list_display = ("challenge", "section", "score", "count", "revision")
    list_select_related = ("challenge",)
    list_filter = ("challenge__variant", "section")
