"""Settled challenges and their results for research: whole tables, without players.

Nothing here says who played: no handle, no id, no instant, so nothing that would link a
player's results of two days. Results are read by a cursor of the database, a thousand at a
time. A challenge's results are those of one moment, in the order of its board, which an
index gives.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils.http import quote_etag

from games import clock
from games.rules import deal
from games.selectors import known_difficulty
from leaderboard.models import Challenge
from leaderboard.models.challenge import DAY
from leaderboard.periods import Period, period_parse
from leaderboard.ranking import Place, RunningRank, Section
from leaderboard.replaying import positions
from leaderboard.selectors.challenges import date_parse, settled_until
from leaderboard.selectors.standings import par_of, tallies
from leaderboard.tables import CHUNK, Row

CHALLENGE_COLUMNS = (
    *("variant", "date", "number", "layout", "verdict"),
    *("par_low", "par_high", "par_proven", "par_reference", "difficulty", "grade"),
    *("solver_line", "solver_moves", "solver_states", "solver_version"),
    *("ranked", "assisted", "unfinished"),
)
RESULT_COLUMNS = (
    *("variant", "date", "rank", "section", "moves", "over_par"),
    *("foundation_cards", "elapsed_s", "assisted", "late"),
)
# Moves when the form of the tables does.
FORM = 1

# Whether an unfinished line had help stands with the submission alone. The conditions are
# those of the partial index `result_board`, the order is its order; late results are few.
RESULTS = """
    SELECT section, score, moves, foundation_cards, elapsed_ms / 1000,
           CASE WHEN section = %(unfinished)s
                THEN (SELECT assisted FROM leaderboard_submission WHERE id = result.submission_id)
                ELSE section = %(assisted)s END
    FROM leaderboard_result AS result
    WHERE challenge_id = %(challenge)s AND slot = {slot} AND NOT hidden
    ORDER BY section, score, accepted_at, id
"""
IN_TIME, LATE = RESULTS.format(slot="'in_time'"), RESULTS.format(slot="'late'")
# What has been submitted late changes for ever, and no revision is kept of it.
LATE_VERSIONS = """
    SELECT challenge_id, count(*),
           sum(hashtextextended(id::text || submission_id::text, 0)::numeric)::text
    FROM leaderboard_result
    WHERE challenge_id = ANY(%(challenges)s) AND slot = 'late' AND NOT hidden
    GROUP BY challenge_id
"""
# Every month that has had a settled challenge, with the results that its files have.
MONTHS = """
    SELECT to_char(date, 'YYYY-MM') AS month, min(date), max(date), count(*), coalesce(sum(
        (SELECT sum(count) FROM leaderboard_scorecount WHERE challenge_id = challenge.id)
    ), 0)
    FROM leaderboard_challenge AS challenge
    WHERE date <= %(settled)s
    GROUP BY month ORDER BY month DESC
"""


@dataclass(frozen=True)
class Table:
    """A table before it is read: how many rows it has, and what it is until that changes."""

    columns: tuple[str, ...]
    rows: Iterable[Row]
    size: int
    etag: str


@dataclass(frozen=True)
class Month:
    """What there is of a month; `complete` once the last of its days is settled."""

    period: str
    first: dt.date
    last: dt.date
    complete: bool
    challenges: int
    results: int


def bulk_period(text: str) -> Period | None:
    """The day (`2025-03-09`) or month (`2025-03`) of that name; None for anything else."""
    if (day := date_parse(text)) is not None:
        return Period(text, day, day)
    # No name of another period is as long as that of a month.
    return period_parse(text) if len(text) == len("2025-03") else None


def bulk_months() -> list[Month]:
    """The months that have settled challenges, newest first."""
    settled = settled_until(clock.now())
    with connection.cursor() as cursor:
        cursor.execute(MONTHS, {"settled": settled})
        rows = cursor.fetchall()
    return [
        Month(name, first, last, f"{settled + DAY:%Y-%m}" > name, challenges, int(results))
        for name, first, last, challenges, results in rows
    ]


def bulk_challenges(period: Period, variant: str | None) -> Table:
    """The settled challenges of a period, with their deals, labels and pars."""
    challenges = _settled(period, variant)
    counts = tallies(challenges)
    rows = [
        (*_deal_row(challenge), *(counts[challenge.id].total_of(section) for section in Section))
        for challenge in challenges
    ]
    return Table(CHALLENGE_COLUMNS, rows, len(rows), _etag("challenges", rows))


def bulk_results(period: Period, variant: str | None) -> Table:
    """The results on the settled boards of a period, visible ones alone."""
    challenges = _settled(period, variant)
    counts = tallies(challenges)
    versions = [(*_named(one), par_of(one), counts[one.id].revision) for one in challenges]
    size = sum(tally.total for tally in counts.values())
    return Table(RESULT_COLUMNS, _results(challenges, late=False), size, _etag("results", versions))


def bulk_late(period: Period, variant: str | None) -> Table:
    """The results of archive play on a period's settled challenges, visible ones alone."""
    challenges = _settled(period, variant)
    with connection.cursor() as cursor:
        cursor.execute(LATE_VERSIONS, {"challenges": [challenge.id for challenge in challenges]})
        found = {challenge_id: rest for challenge_id, *rest in cursor.fetchall()}
    versions = [(*_named(one), par_of(one), found.get(one.id)) for one in challenges]
    size = sum(count for count, _ in found.values())
    return Table(RESULT_COLUMNS, _results(challenges, late=True), size, _etag("late", versions))


def _settled(period: Period, variant: str | None) -> list[Challenge]:
    """The challenges of a day or month that are settled, by the clock; oldest first."""
    found = Challenge.objects.filter(date__lte=settled_until(clock.now()))
    found = found.filter(date__range=(period.first, period.last))
    if variant is not None:
        found = found.filter(variant=variant)
    return list(found.order_by("date", "variant"))


def _named(challenge: Challenge) -> tuple[str, str]:
    return challenge.variant, challenge.date.isoformat()


def _deal_row(challenge: Challenge) -> Row:
    difficulty = known_difficulty(challenge) or {}
    return (
        *_named(challenge),
        str(challenge.number),
        positions(deal(challenge.game, int(challenge.number)), ())[0],
        challenge.verdict,
        challenge.par_low,
        challenge.par_high,
        challenge.par_proven,
        par_of(challenge),
        difficulty.get("number"),
        difficulty.get("grade"),
        challenge.line,
        challenge.moves,
        challenge.states,
        challenge.solver_version,
    )


def _results(challenges: list[Challenge], *, late: bool) -> Iterator[Row]:
    for challenge in challenges:
        names, par, rank = _named(challenge), par_of(challenge), RunningRank()
        for section, score, moves, cards, elapsed, assisted in _read(challenge, late=late):
            won = section != Section.UNFINISHED
            yield (
                *names,
                None if late else rank.of(Place(section, score)),
                Section(section).name.lower(),
                moves,
                moves - par if won and par is not None else None,
                cards,
                elapsed,
                assisted,
                late,
            )


def _read(challenge: Challenge, *, late: bool) -> Iterator[tuple[Any, ...]]:
    """The rows of one challenge; the transaction is what the database's cursor lives in."""
    values: dict[str, Any] = {
        "challenge": challenge.id,
        "assisted": Section.ASSISTED,
        "unfinished": Section.UNFINISHED,
    }
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(LATE if late else IN_TIME, values)
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def _etag(table: str, content: list[Any]) -> str:
    """What changes with a table: taken before it is read, so never newer than its rows."""
    text = json.dumps([FORM, table, content])
    return quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
