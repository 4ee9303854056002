"""What is odd about results, for moderators alone."""

import datetime as dt

from django.db.models import F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Length, Replace

from games.models import Deal
from leaderboard.models import Result
from leaderboard.ranking import Section
from leaderboard.selectors.challenges import settled_until
from leaderboard.suspicion import HAND_MOVE_MS, Signal, signals

# So many days of challenges are looked through for a sign: lines are compared one by one.
RECENT = dt.timedelta(days=30)


def with_known_lines(rows: QuerySet[Result]) -> QuerySet[Result]:
    """Results with the line that is known of their deal by now, as `known_line`."""
    known = Deal.objects.filter(
        variant=OuterRef("challenge__variant"), number=OuterRef("challenge__number")
    )
    return rows.annotate(known_line=Coalesce(Subquery(known.values("line")[:1]), "challenge__line"))


def with_signal(rows: QuerySet[Result], signal: Signal, *, now: dt.datetime) -> QuerySet[Result]:
    """Those results of challenges of the last 30 days whose line gives a sign.

    `rows` have `known_line`. They are those of which `result_signals` says so, found by the
    database.
    """
    won = rows.filter(challenge__date__gt=now.date() - RECENT).exclude(section=Section.UNFINISHED)
    if signal is Signal.SOLVER_LINE:
        settled = won.filter(challenge__date__lte=settled_until(now))
        return settled.filter(
            Q(submission__line=F("challenge__line")) | Q(submission__line=F("known_line"))
        )
    # In a stored line `h` stands for nothing but a move to a foundation.
    without = Replace("submission__line", Value("h"), Value(""))
    homes = Cast(Length("submission__line") - Length(without), IntegerField())
    return won.filter(elapsed_ms__lt=HAND_MOVE_MS * (F("moves") - homes))


def result_signals(result: Result, *, known_line: str, now: dt.datetime) -> list[Signal]:
    """The signs that a result's line gives; none for one that does not win.

    `known_line` is the line that the deal's label has, which may be better than that of the
    challenge. Before settling nothing is said that depends on the solver's line: moderators
    may be players too.
    """
    if result.section == Section.UNFINISHED:
        return []
    challenge = result.challenge
    settled = now >= challenge.settles_at
    return signals(
        line=result.submission.line,
        solver_lines={challenge.line, known_line} if settled else set(),
        elapsed_ms=result.elapsed_ms,
    )
