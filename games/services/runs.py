"""What a worker does for a job: claim it, search, store what was found.

The search runs outside of any transaction. Each of these may be called twice, late, or at
the same time as its twin: only one of them claims the job.
"""

import structlog
from django.conf import settings
from django.db import transaction

from games.difficulty import difficulty
from games.metrics import SEARCH_SECONDS, SEARCH_STATES, SEARCHES
from games.models import Deal, Job
from games.rules import Move, deal, parse_line
from games.services.claims import Claim, connection_renew, job_claim
from games.services.labels import label_store
from games.services.requests import par_request
from games.solver import Budget, Result, Verdict, find_par, solve

logger = structlog.get_logger(__name__)


def label_run(*, deal_id: int) -> bool:
    """Search for a deal's verdict if that is to be done; whether par is now to be searched for."""
    claim = job_claim(deal_id=deal_id, kind=Job.Kind.LABEL)
    if claim is None:
        return False
    row = Deal.objects.get(pk=deal_id)
    if row.is_final:
        claim.end()
        return False
    try:
        board = deal(row.game, int(row.number))
        result = solve(board, Budget(**settings.LABEL_BUDGET), cancelled=claim.lost)
        return _store(claim, row, result, _difficulty(row, result), Job.Kind.LABEL)
    except BaseException as error:
        _give_back(claim, row, error, Job.Kind.LABEL)
        return False


def par_run(*, deal_id: int) -> None:
    """Search for a solvable deal's par if that is to be done."""
    claim = job_claim(deal_id=deal_id, kind=Job.Kind.PAR)
    if claim is None:
        return
    row = Deal.objects.get(pk=deal_id)
    if row.verdict != Verdict.solvable or row.par_proven:
        claim.end()
        return
    try:
        result = find_par(
            deal(row.game, int(row.number)),
            Budget(**settings.PAR_BUDGET),
            known_line=[Move(token.source, token.destination) for token in parse_line(row.line)],
            known_low=row.par_low or 0,
            cancelled=claim.lost,
        )
        _store(claim, row, result, _difficulty(row, result), Job.Kind.PAR)
    except BaseException as error:
        _give_back(claim, row, error, Job.Kind.PAR)


def _difficulty(row: Deal, result: Result) -> int | None:
    """How hard a deal is that has turned out solvable, unless that is known already."""
    if result.verdict is not Verdict.solvable or row.difficulty is not None:
        return None
    return difficulty(row.game, int(row.number))


def _store(claim: Claim, row: Deal, result: Result, hard: int | None, kind: Job.Kind) -> bool:
    """Store a result and end the job; whether par is now to be searched for.

    A run that has lost its claim stores what it has proven all the same, but an
    `undetermined` that comes from being cancelled says nothing.
    """
    connection_renew()
    if claim.is_lost and result.verdict is Verdict.undetermined:
        return False
    with transaction.atomic():
        label_store(row=row, result=result, difficulty=hard)
        claim.end()
        wants_par = par_request(deal=row)
    SEARCHES.labels(kind.value, result.verdict.value).inc()
    SEARCH_STATES.labels(kind.value).inc(result.states)
    SEARCH_SECONDS.labels(kind.value).inc(result.seconds)
    logger.info(
        "searched",
        deal=str(row),
        verdict=row.verdict,
        par=[row.par_low, row.par_high],
        states=result.states,
        seconds=round(result.seconds, 3),
    )
    return wants_par


def _give_back(claim: Claim, row: Deal, error: BaseException, kind: Job.Kind) -> None:
    """Leave a job whose run came to nothing to the sweeper, or fail it after the last one.

    A worker that is told to stop ends its searches by SystemExit: that is no fault of the
    deal, does not count, and is raised again.
    """
    connection_renew()
    if not isinstance(error, Exception):
        claim.release()
        raise error
    SEARCHES.labels(kind.value, "failed").inc()
    logger.error("search_failed", deal=str(row), job=claim.job_id, exc_info=error)
    claim.give_back(f"{type(error).__name__}: {error}")
