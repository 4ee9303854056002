"""All routes of the site: the API under `/api/v1/`, its document, the admin. Probes are
answered before any route (castle_site.middleware)."""

from django.contrib import admin
from django.urls import include, path

from castle_site.documents import SchemaView, SwaggerView

urlpatterns = [
    path("", include("castle_site.pages.urls")),
    path("api/v1/schema", SchemaView.as_view(), name="schema"),
    path("api/v1/docs", SwaggerView.as_view(url_name="schema"), name="docs"),
    path("api/v1/", include("games.urls")),
    path("api/v1/", include("leaderboard.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "castle_site.problems.bad_request"
handler403 = "castle_site.problems.permission_denied"
handler404 = "castle_site.problems.not_found"
handler500 = "castle_site.problems.server_error"
