"""What the moderators' pages have in common."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    # Generic in the type stubs alone.
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    """Pages that show and never change: what is played is changed by services alone."""

    # A count of all rows of a board of a million is no page's business.
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows by hand."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a filter in the address is let through: only what the page offers.

        Django lets every column of the table through. A filter on a masked column would
        be a way to ask for what it holds.
        """
        offered = [name for name in (*self.list_filter, self.date_hierarchy) if name]
        return any(
            lookup == name or lookup.startswith(f"{name}__")
            if isinstance(name, str)
            else lookup == getattr(name, "parameter_name", None)
            for name in offered
        )
