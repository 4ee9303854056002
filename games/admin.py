"""The moderators' pages of deals: they show, and let a label be asked for again."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from games import assistance, selectors, services
from games.models import Deal, Job
from games.queueing import enqueue_on_commit
from games.tasks import label_make

if TYPE_CHECKING:
    DealAdminBase = admin.ModelAdmin[Deal]
    JobInlineBase = admin.TabularInline[Job, Deal]
else:
    DealAdminBase = admin.ModelAdmin
    JobInlineBase = admin.TabularInline


class JobInline(JobInlineBase):
    """The searches of a deal."""

    model = Job
    extra = 0
    can_delete = False
    fields = readonly_fields = ("kind", "state", "attempts", "asked_at", "lease_until", "reason")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Jobs are asked for, not typed in."""
        return False


@admin.register(Deal)
class DealAdmin(DealAdminBase):
    """Deals, to be read: what is proven is not edited.

    The line of a deal that is being played for is a secret here too.
    """

    list_display = (
        *("variant", "number", "verdict", "why_open"),
        *("moves", "par_low", "par_high", "labelled_at"),
    )
    list_filter = ("variant", "verdict", "jobs__kind", "jobs__state")
    search_fields = ("=number",)
    search_help_text = "a deal number"
    ordering = ("-pk",)
    show_full_result_count = False
    exclude = ("line",)
    readonly_fields = ("shown_line", "why_open")
    inlines = (JobInline,)
    actions = ("ask_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A deal is made by asking for its label."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing of a deal is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A label, once made, stays."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the filters that the page offers: one on the line would tell it bit by bit."""
        return any(lookup == name or lookup.startswith(f"{name}__") for name in self.list_filter)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        """The deals with their searches, of which each row tells why it is open."""
        return super().get_queryset(request).prefetch_related("jobs")

    @admin.display(description="why it is open")
    def why_open(self, deal: Deal) -> str:
        """The budget that was spent, or what made the search fail."""
        return selectors.label_reason(deal) or "-"

    @admin.display(description="line")
    def shown_line(self, deal: Deal) -> str:
        """The line where everybody may see it."""
        allowed = assistance.is_allowed(deal.game, int(deal.number))
        return deal.line if allowed else "secret until settling"

    @admin.action(description="Ask for the label again", permissions=["view"])
    def ask_again(self, request: HttpRequest, queryset: QuerySet[Deal]) -> None:
        """Queue the label of each deal whose verdict is still open."""
        queued = 0
        for row in queryset:
            asked = services.label_request(
                variant=row.game, number=int(row.number), again=True, limited=False
            )
            if asked.queued:
                enqueue_on_commit(label_make, row.pk)
                queued += 1
        self.message_user(request, f"{queued} queued.", messages.SUCCESS)
