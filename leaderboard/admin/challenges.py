"""Moderators' pages of challenges. Those ahead are a secret here too."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games import clock
from leaderboard.admin.base import ReadOnlyAdmin
from leaderboard.models import Challenge, ChallengeMaking
from leaderboard.selectors.challenges import is_open

MASK = "secret until it opens"
# What may be shown of a challenge before it opens; everything else depends on its deal.
OPEN_FIELDS = ("variant", "date", "commitment", "made_at")
SECRET_FIELDS = (
    "number",
    "candidate",
    "key_hex",
    "verdict",
    "moves",
    "par_low",
    "par_high",
    "shown_line",
    "states",
    "seconds",
    "peak_bytes",
    "solver_version",
    "published_at",
    "settled_at",
    "par_reference",
)


@admin.register(Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    """Challenges; those ahead only for superusers, and even then without the deal.

    No search, filter, or order by what is masked: each would be a way to ask for it.
    """

    list_display = ("variant", "date", "shown_number", "settled")
    list_filter = ("variant",)
    date_hierarchy = "date"
    ordering = ("-date", "variant")
    sortable_by = ("variant", "date")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Challenge]:
        """All for superusers, else the opened ones."""
        found = super().get_queryset(request)
        if getattr(request.user, "is_superuser", False):
            return found
        return found.filter(date__lte=clock.now().date())

    def get_fields(self, request: HttpRequest, obj: Challenge | None = None) -> Any:
        """The fields to show: without those of the deal while it is a secret."""
        if obj is not None and not is_open(obj):
            return OPEN_FIELDS
        return OPEN_FIELDS + SECRET_FIELDS

    def get_readonly_fields(self, request: HttpRequest, obj: Challenge | None = None) -> Any:
        """All of them."""
        return self.get_fields(request, obj)

    @admin.display(description="number")
    def shown_number(self, challenge: Challenge) -> str:
        """The deal number once it is open."""
        return str(challenge.number) if is_open(challenge) else MASK

    @admin.display(description="key K")
    def key_hex(self, challenge: Challenge) -> str:
        """K as it is published, once it is open."""
        return bytes(challenge.key).hex() if is_open(challenge) else MASK

    @admin.display(description="line")
    def shown_line(self, challenge: Challenge) -> str:
        """The solver's line, once nobody can gain by it."""
        return challenge.line if clock.now() >= challenge.settles_at else "secret until settling"

    @admin.display(boolean=True)
    def settled(self, challenge: Challenge) -> bool:
        """Whether the board is closed for good."""
        return challenge.settled_at is not None


@admin.register(ChallengeMaking)
class ChallengeMakingAdmin(ReadOnlyAdmin):
    """Searches that are running."""

    list_display = ("variant", "date", "until")
