"""Reading challenges: only those that are open, but for their commitments.

A challenge that is not open yet does not exist for anything here that takes a date: the
database is not even asked.
"""

import datetime as dt
import re
import uuid
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet

from games import clock
from games.rules import VARIANTS
from leaderboard.errors import ChallengeNotFoundError
from leaderboard.models import Challenge
from leaderboard.models.challenge import DAY, GRACE

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def date_parse(text: str) -> dt.date | None:
    """A date written as `2025-03-09`; None for anything else and for days that never were."""
    if _DATE.fullmatch(text):
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            return None
    return None


def challenge_find(variant: str, date: dt.date) -> Challenge | None:
    """The challenge of a variant and date if it is there and open."""
    if date > clock.now().date():
        return None
    return Challenge.objects.filter(variant=variant, date=date).first()


# What never changes once a challenge is made, in the order of its columns.
_FIXED = [
    field.attname
    for field in Challenge._meta.concrete_fields
    if field.attname in ("id", "variant", "date", "number")
]
MOST_REMEMBERED = 10_000
_remembered: dict[tuple[str, dt.date], tuple[Any, ...]] = {}


def challenge_find_deal(variant: str, date: dt.date) -> Challenge | None:
    """The challenge of a variant and date if it is there and open, for its deal and its hours.

    Its id, variant, date and deal number are asked of the database once a process; whatever
    else it has is read when it is looked at.
    """
    if date > clock.now().date():
        return None
    values = _remembered.get((variant, date))
    if values is None:
        values = Challenge.objects.filter(variant=variant, date=date).values_list(*_FIXED).first()
        if values is None:
            return None
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[variant, date] = values
    return Challenge.from_db(DEFAULT_DB_ALIAS, _FIXED, values)


def challenges_forget() -> None:
    """Ask the database again for every challenge: another one may be behind the service."""
    _remembered.clear()


def challenge_get_settled(variant: str, date: str) -> Challenge:
    """The challenge of a variant and date after settling, by the clock.

    Raises ChallengeNotFoundError before, in the same words as for one that never was.
    """
    day = date_parse(date)
    if variant in VARIANTS and day is not None:
        challenge = challenge_find(variant, day)
        if challenge is not None and clock.now() >= challenge.settles_at:
            return challenge
    raise ChallengeNotFoundError


def challenge_keeping_secrets(variant: str, number: int) -> bool:
    """Whether a deal is that of an open challenge whose lines are still nobody's to see.

    False for a challenge that is not open yet: an answer must not depend on it.
    """
    now = clock.now()
    open_dates = [
        date
        for date in (now.date(), now.date() - dt.timedelta(days=1))
        if now < Challenge(date=date).settles_at
    ]
    return Challenge.objects.filter(variant=variant, number=number, date__in=open_dates).exists()


def challenges_today(today: dt.date) -> list[Challenge]:
    """The challenges of the present date that are there, in the variants' order."""
    order = list(VARIANTS)
    found = Challenge.objects.filter(date=today)
    return sorted(found, key=lambda challenge: order.index(challenge.variant))


def settled_until(now: dt.datetime) -> dt.date:
    """The last date whose board is closed: at 01:59 yesterday's challenge can still be won."""
    return (now - GRACE).date() - DAY


def challenges_open(
    *, variant: str | None = None, first: dt.date | None = None, last: dt.date | None = None
) -> QuerySet[Challenge]:
    """The calendar: opened challenges, newest first, of a variant or all, between two dates."""
    today = clock.now().date()
    found = Challenge.objects.filter(date__lte=min(last, today) if last else today)
    if variant is not None:
        found = found.filter(variant=variant)
    if first is not None:
        found = found.filter(date__gte=first)
    return found.order_by("-date", "variant")


def commitments(*, variant: str | None = None) -> QuerySet[Challenge]:
    """All challenges that are made, the opened ones and those ahead, newest date first.

    Of those ahead only variant, date and commitment may be shown.
    """
    found = Challenge.objects.filter(variant=variant) if variant else Challenge.objects.all()
    return found.order_by("-date", "variant")


def is_open(challenge: Challenge) -> bool:
    """Whether the challenge's day has begun."""
    return clock.now() >= challenge.opens_at


def unpublished() -> list[uuid.UUID]:
    """The challenges that are open and whose deal has not got its label yet, oldest first."""
    found = Challenge.objects.filter(published_at=None, date__lte=clock.now().date())
    return list(found.order_by("date", "variant").values_list("id", flat=True))
