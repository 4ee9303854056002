"""Moderators' pages of what players send."""

from django.contrib import admin

from games import clock
from leaderboard.admin.base import ReadOnlyAdmin
from leaderboard.models import (
    Assistance,
    Attempt,
    IdempotencyRecord,
    Submission,
)


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    """When players began."""

    list_display = ("player", "challenge", "started_at")
    list_select_related = ("player", "challenge")
    list_filter = ("challenge__variant",)
    search_fields = ("player__handle",)
    ordering = ("-started_at",)


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    """Claimed lines and what the replay said."""

    list_display = (
        "player",
        "challenge",
        "status",
        "outcome",
        "move_count",
        "assisted",
        "late",
        "received_at",
    )
    list_select_related = ("player", "challenge")
    list_filter = ("challenge__variant", "status", "outcome", "assisted", "late")
    search_fields = ("player__handle", "id")
    ordering = ("-received_at",)
    exclude = ("line", "line_hash")
    readonly_fields = ("shown_line",)

    @admin.display(description="line")
    def shown_line(self, submission: Submission) -> str:
        """The line, once nobody can gain by it: nobody sees another's before settling."""
        settled = clock.now() >= submission.challenge.settles_at
        return submission.line if settled else "secret until settling"


@admin.register(Assistance)
class AssistanceAdmin(ReadOnlyAdmin):
    """Who asked for help, and when."""

    list_display = ("player", "challenge", "asked_at")
    list_select_related = ("player", "challenge")
    search_fields = ("player__handle",)


@admin.register(IdempotencyRecord)
class IdempotencyRecordAdmin(ReadOnlyAdmin):
    """Stored answers of the last day."""

    list_display = ("player", "method", "path", "status", "created_at")
    list_select_related = ("player",)
    search_fields = ("player__handle",)
    exclude = ("body", "body_hash")
