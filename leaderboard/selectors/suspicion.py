"""What is odd about results, for moderators alone."""

import datetime as dt

from leaderboard.models import Result
from leaderboard.ranking import Section
from leaderboard.suspicion import Signal, signals


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
