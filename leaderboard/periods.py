"""Periods of the competition: `all`, `2025`, `2025-03`, `2025-W03` (ISO 8601 weeks). No clock."""

import calendar
import datetime as dt
import re
from typing import NamedTuple

ALL = "all"
_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")
_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})")
_YEAR = re.compile(r"[0-9]{4}")


class Period(NamedTuple):
    """A period by its name, with its first and last date; both None for all time."""

    name: str
    first: dt.date | None
    last: dt.date | None


def boards_of(date: dt.date, variant: str) -> list[tuple[str, str]]:
    """The boards that a challenge is on: names of periods, each with a variant or "" for all.

    The one of all time and all variants is the last.

    >>> boards_of(dt.date(2024, 12, 30), "citadel")[:4]
    [('2025-W01', 'citadel'), ('2024-12', 'citadel'), ('2024', 'citadel'), ('all', 'citadel')]
    """
    year, week, _ = date.isocalendar()
    names = (f"{year:04}-W{week:02}", date.isoformat()[:7], f"{date.year:04}", ALL)
    return [(name, slug) for slug in (variant, "") for name in names]


def period_parse(text: str) -> Period | None:
    """Read a period's name; None for anything else, and for months and weeks that never are.

    >>> period_parse("2024-02").last
    datetime.date(2024, 2, 29)
    >>> period_parse("2020-W53").first
    datetime.date(2020, 12, 28)
    >>> period_parse("2021-W53") is None
    True
    """
    if text == ALL:
        return Period(text, None, None)
    try:
        if _YEAR.fullmatch(text):
            return Period(text, dt.date(int(text), 1, 1), dt.date(int(text), 12, 31))
        if match := _MONTH.fullmatch(text):
            year, month = int(match[1]), int(match[2])
            first = dt.date(year, month, 1)
            return Period(text, first, first.replace(day=calendar.monthrange(year, month)[1]))
        if match := _WEEK.fullmatch(text):
            first = dt.date.fromisocalendar(int(match[1]), int(match[2]), 1)
            return Period(text, first, first + dt.timedelta(days=6))
    except (ValueError, OverflowError):
        pass
    return None
