"""The moderators' site: Django's own, without what no model here has."""

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.urls import URLPattern, URLResolver


class CastleAdminSite(AdminSite):
    """The admin without its redirects to the pages of objects.

    No object of ours has such a page, and Django's redirect answers 500 to an id that does
    not suit the model's key.
    """

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """All routes of the admin but `r/CONTENT_TYPE/ID/`."""
        return [
            route for route in super().get_urls() if getattr(route, "name", "") != "view_on_site"
        ]


class CastleAdminConfig(AdminConfig):
    """Makes that site the one that `admin.site` means."""

    default_site = "castle_site.admin.CastleAdminSite"
