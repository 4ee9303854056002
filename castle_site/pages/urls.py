"""Routes of the pages."""

import datetime as dt
import re

from django.urls import path, register_converter

from castle_site.pages import offline, views
from leaderboard.periods import Period, period_parse


class DateConverter:
    """A date such as `2025-03-09`, written in this one way."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        """The date; ValueError if there is no such day."""
        return dt.date.fromisoformat(value)

    def to_url(self, value: dt.date) -> str:
        """The date as text."""
        return value.isoformat()


class PeriodConverter:
    """A period of the competition, such as `2025-W10`."""

    regex = "all|[0-9]{4}(?:-[0-9]{2}|-W[0-9]{2})?"

    def to_python(self, value: str) -> Period:
        """The period; ValueError if there is no such month or week."""
        found = period_parse(value)
        if found is None:
            raise ValueError(value)
        return found

    def to_url(self, value: Period) -> str:
        """The period's name."""
        return value.name


class HandleConverter:
    """What can be a player's handle."""

    regex = "[0-9A-Za-z_-]{1,40}"

    def to_python(self, value: str) -> str:
        """The handle itself."""
        return value

    def to_url(self, value: str) -> str:
        """The handle; ValueError if it cannot be one."""
        if not re.fullmatch(self.regex, value):
            raise ValueError(value)
        return value


register_converter(DateConverter, "date")
register_converter(PeriodConverter, "period")
register_converter(HandleConverter, "handle")

urlpatterns = [
    path("", views.today, name="today"),
    path("play/<slug:variant>/<date:date>", views.play, name="play"),
    path("deals", views.deals, name="deals"),
    path("deals/board", views.own_board, name="own-board"),
    path("deals/<slug:variant>/<str:number>", views.deal, name="play-deal"),
    path("board/<slug:variant>/<date:date>", views.board, name="board"),
    path("replay/<uuid:submission>", views.replay, name="replay"),
    path("replay/<slug:variant>/<date:date>", views.solution, name="solution-page"),
    path("calendar", views.calendar, name="calendar"),
    path("standings", views.standings, name="standings-now"),
    path("standings/<period:period>", views.standings, name="standings"),
    path("standings/<period:period>/<slug:variant>", views.standings, name="variant-standings"),
    path("groups", views.groups, name="groups"),
    path("players/<handle:handle>", views.profile, name="profile"),
    path("account", views.account, name="account"),
    path("worker.js", offline.worker, name="worker"),
    path("how-to-play", views.how_to_play, name="how-to-play"),
]
