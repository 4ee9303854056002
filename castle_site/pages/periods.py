"""The periods that the page of standings leads to: this week, the month before, and so on."""

import datetime as dt
from dataclasses import dataclass

from leaderboard.periods import ALL, Period, period_parse

KINDS = ("week", "month", "year", "all")
WORDS = {"week": "Week", "month": "Month", "year": "Year", "all": "All time"}


@dataclass(frozen=True)
class Link:
    """A period to go to: its name in addresses, and words for it."""

    name: str
    words: str
    current: bool = False


def kind_of(period: Period) -> str:
    """Which of KINDS a period is."""
    if period.name == ALL:
        return "all"
    if "W" in period.name:
        return "week"
    return "month" if "-" in period.name else "year"


def name_at(kind: str, date: dt.date) -> str:
    """The name of the period of a kind that holds a date.

    >>> name_at("week", dt.date(2027, 1, 1))
    '2026-W53'
    """
    # `%Y` leaves out the zeros of early years.
    if kind == "week":
        return "{:04}-W{:02}".format(*date.isocalendar())
    return {"month": f"{date.year:04}-{date:%m}", "year": f"{date.year:04}", "all": ALL}[kind]


def period_at(kind: str, date: dt.date) -> Period:
    """The period of a kind that holds a date."""
    found = period_parse(name_at(kind, date))
    if found is None:
        raise ValueError(f"no {kind} holds {date}")
    return found


def period_words(period: Period) -> str:
    """A period as a heading.

    >>> period_words(period_parse("2025-W10"))
    'Week 10 of 2025'
    """
    if period.first is None:
        return "All time"
    if kind_of(period) == "week":
        year, week, _ = period.first.isocalendar()
        return f"Week {week} of {year}"
    return f"{period.first:%B %Y}" if kind_of(period) == "month" else period.name


def kinds_beside(period: Period, today: dt.date) -> list[Link]:
    """The present week, month and year, and all time; the kind of the period is current."""
    own = kind_of(period)
    return [Link(name_at(kind, today), WORDS[kind], kind == own) for kind in KINDS]


def period_beside(period: Period, days: int, today: dt.date) -> Link | None:
    """The period that ends a day before (`days` = -1) or begins a day after (1).

    None for all time, for what has not begun, and past the ends of the calendar.
    """
    end = period.first if days < 0 else period.last
    if end is None or (days > 0 and end >= today):
        return None
    try:
        found = period_at(kind_of(period), end + dt.timedelta(days=days))
    except (OverflowError, ValueError):
        return None
    return Link(found.name, period_words(found))
