"""Moderators' pages of periods."""

from django.contrib import admin

from leaderboard.admin.base import ReadOnlyAdmin
from leaderboard.models import PeriodLedger, PeriodPair, PeriodTotal, PeriodWins


@admin.register(PeriodLedger)
class PeriodLedgerAdmin(ReadOnlyAdmin):
    """The boards that challenges are on."""

    list_display = ("challenge", "period", "variant", "entered_at")
    list_select_related = ("challenge",)
    list_filter = ("variant",)
    search_fields = ("period__exact",)
    ordering = ("-id",)


@admin.register(PeriodTotal)
class PeriodTotalAdmin(ReadOnlyAdmin):
    """What players have won."""

    list_display = ("player", "period", "variant", "minus_wins", "over_par", "reached_at")
    list_select_related = ("player",)
    list_filter = ("variant",)
    search_fields = ("player__handle__iexact", "period__exact")


@admin.register(PeriodWins)
class PeriodWinsAdmin(ReadOnlyAdmin):
    """The counts that ranks are read from, by wins."""

    list_display = ("period", "variant", "minus_wins", "count", "revision")
    list_filter = ("variant",)
    search_fields = ("period__exact",)


@admin.register(PeriodPair)
class PeriodPairAdmin(ReadOnlyAdmin):
    """The counts that ranks are read from, by wins and moves over par."""

    list_display = ("period", "variant", "minus_wins", "over_par", "count")
    list_filter = ("variant",)
    search_fields = ("period__exact",)
