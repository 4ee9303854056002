"""Boards of challenges and periods, and one's own place on them."""

import datetime as dt
from collections.abc import Iterator

from castle_client.base import Page, Part, at
from castle_client.models import (
    Distribution,
    OwnPeriodStanding,
    OwnStanding,
    PeriodStanding,
    Standing,
)


class Boards(Part):
    """Calls about boards; `group` is the id of a group that one is in."""

    def standings(
        self,
        variant: str,
        date: dt.date | str,
        *,
        section: str | None = None,
        group: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Standing]:
        """Yield the rows of a challenge's board; `limit` is the length of a page."""
        path = at("challenges", variant, date, "standings")
        return self.rows(Standing, path, section=section, group=group, limit=limit)

    def standings_pages(
        self,
        variant: str,
        date: dt.date | str,
        *,
        section: str | None = None,
        group: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Page[Standing]]:
        """Yield a board page by page; `head` has `board_revision` and `total`."""
        path = at("challenges", variant, date, "standings")
        return self.pages(Standing, path, section=section, group=group, limit=limit)

    def own_standing(
        self,
        variant: str,
        date: dt.date | str,
        *,
        neighbours: int | None = None,
        group: str | None = None,
    ) -> OwnStanding:
        """Return one's own place, with so many neighbours on either side."""
        path = at("challenges", variant, date, "standings", "me")
        return self.get(OwnStanding, path, limit=neighbours, group=group)

    def distribution(
        self, variant: str, date: dt.date | str, *, group: str | None = None
    ) -> Distribution:
        """Return how the results of a board are spread."""
        path = at("challenges", variant, date, "standings", "distribution")
        return self.get(Distribution, path, group=group)

    def period(
        self,
        period: str,
        variant: str | None = None,
        *,
        group: str | None = None,
        limit: int | None = None,
    ) -> Iterator[PeriodStanding]:
        """Yield the rows of the board of `all`, `2025`, `2025-03` or `2025-W10`."""
        return self.rows(PeriodStanding, _period(period, variant), group=group, limit=limit)

    def period_pages(
        self,
        period: str,
        variant: str | None = None,
        *,
        group: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Page[PeriodStanding]]:
        """Yield a period's board page by page; `head` has `through`, `total` and more."""
        return self.pages(PeriodStanding, _period(period, variant), group=group, limit=limit)

    def own_period(
        self,
        period: str,
        variant: str | None = None,
        *,
        neighbours: int | None = None,
        group: str | None = None,
    ) -> OwnPeriodStanding:
        """Return one's own place in a period; `standing` is None to guests and without a win."""
        path = _period(period, variant) + "/me"
        return self.get(OwnPeriodStanding, path, limit=neighbours, group=group)


def _period(period: str, variant: str | None) -> str:
    return at("standings", period, variant) if variant else at("standings", period)
