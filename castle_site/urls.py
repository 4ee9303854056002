"""All routes of the site: the API under `/api/v1/`, its document, the admin, health."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("games.urls")),
    path("api/v1/", include("leaderboard.urls")),
    path("admin/", admin.site.urls),
]
