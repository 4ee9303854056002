"""How moderators hide and show, with a reason; and the trail of it."""

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.http import HttpRequest

from games.errors import ValidationError
from leaderboard.admin.base import ReadOnlyAdmin
from leaderboard.models import ModerationAction
from leaderboard.services.moderation import MAX_REASON_LENGTH

MODERATE = "leaderboard.moderate"


class ReasonForm(ActionForm):
    """The choice of an action, with room for its reason."""

    reason = forms.CharField(
        required=False, max_length=MAX_REASON_LENGTH, label="Reason (to hide or unhide):"
    )


def moderate(
    model_admin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Iterable[Any],
    action: Callable[[Any, str], bool],
    word: str,
) -> None:
    """Do something to each row for the reason that was given, and say to how many."""
    reason = request.POST.get("reason", "")
    try:
        done = sum(action(row, reason) for row in rows)
    except ValidationError as error:
        model_admin.message_user(request, str(error.errors[0]["detail"]), messages.ERROR)
        return
    model_admin.message_user(request, f"{done} {word}.", messages.SUCCESS)


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnlyAdmin):
    """Who hid or showed what, when, and why."""

    list_display = ("at", "action", "player", "result", "moderator", "reason")
    list_select_related = ("player", "result", "moderator")
    list_filter = ("action",)
    search_fields = ("player__handle__iexact", "moderator__handle__iexact")
    ordering = ("-at", "-id")
