"""Making, publishing and settling of challenges."""

import datetime as dt
import uuid

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games import clock
from games.difficulty import difficulty
from games.models import Deal
from games.rules import VARIANTS, format_line, get_variant
from games.services import label_publish
from leaderboard.choosing import Budgets, Choice, ChoiceCancelledError, choose
from leaderboard.commitments import commitment
from leaderboard.models import Challenge, PeriodLedger
from leaderboard.periods import ALL, boards_of
from leaderboard.services.locking import challenge_lock
from leaderboard.services.making import lease_take
from leaderboard.services.periods import challenge_enter
from leaderboard.services.results import board_touch
from leaderboard.services.storing import insert_once, retry_conflicts

logger = structlog.get_logger(__name__)

DAYS_AHEAD = 7


class ChallengeMakingError(RuntimeError):
    """What went wrong in making a challenge, without the words that could tell of its deal."""


def challenges_missing(*, days: int = DAYS_AHEAD) -> list[tuple[str, dt.date]]:
    """Variants and dates, today's first, that have no challenge yet, today and `days` ahead."""
    today = clock.now().date()
    dates = [today + dt.timedelta(days=ahead) for ahead in range(days + 1)]
    there = set(Challenge.objects.filter(date__in=dates).values_list("variant", "date"))
    return [(slug, date) for date in dates for slug in VARIANTS if (slug, date) not in there]


def challenge_make(*, variant: str, date: dt.date) -> Challenge | None:
    """Choose and store the challenge of a day, unless it is there; may search for minutes.

    Searches outside of any transaction, so it must not be called inside of one. None if
    somebody else is at it, or if the day is over: the past gets no challenges. What it logs
    and raises (ChallengeMakingError) tells nothing of the deal.
    """
    made = Challenge.objects.filter(variant=variant, date=date).first()
    if made is not None or date < clock.now().date():
        return made
    with lease_take(variant, date) as lease:
        if lease is None:
            return None
        made = Challenge.objects.filter(variant=variant, date=date).first()
        if made is not None:
            return made
        budgets = Budgets(settings.CHALLENGE_VERDICT_NODES, settings.CHALLENGE_PAR_NODES)
        secret = settings.CHALLENGE_SECRET.encode()
        try:
            choice = choose(variant, date, secret=secret, budgets=budgets, cancelled=lease.lost)
            hard = difficulty(get_variant(variant), choice.number)
            return challenge_store(variant, date, choice, hard)
        except ChoiceCancelledError:
            return None
        except Exception as error:
            # An error's text may quote what it failed on, and ends up in logs.
            hidden = ChallengeMakingError(f"{variant} {date}: {type(error).__name__}")
            raise hidden.with_traceback(error.__traceback__) from None


def challenge_store(
    variant: str, date: dt.date, choice: Choice, hard: int | None
) -> Challenge | None:
    """Store a choice, or read the one that another process stored first."""
    now = clock.now()
    if date < now.date():
        return None
    label = choice.label
    row = Challenge(
        variant=variant,
        date=date,
        number=choice.number,
        candidate=choice.candidate,
        key=choice.key,
        # On the day itself a commitment would commit to nothing: the day is open already.
        commitment=(
            commitment(variant, date, choice.number, choice.key) if now.date() < date else None
        ),
        made_at=now,
        verdict=str(label.verdict),
        line=format_line(label.line or ()),
        moves=label.moves,
        par_low=label.par_low,
        par_high=label.par_high,
        difficulty=hard,
        states=label.states,
        seconds=label.seconds,
        peak_bytes=label.peak_bytes,
        solver_version=label.solver_version,
        stopped=label.stopped or "",
        labelled_at=now,
    )
    if insert_once(row):
        logger.info("challenge made", variant=variant, date=date.isoformat())
        return row
    return Challenge.objects.get(variant=variant, date=date)


@retry_conflicts
@transaction.atomic
def challenge_publish(*, challenge_id: uuid.UUID) -> bool:
    """Give the deal of an open challenge the challenge's label; whether this call did it."""
    waiting = Challenge.objects.filter(pk=challenge_id, published_at=None)
    row = waiting.select_for_update(no_key=True).first()
    now = clock.now()
    if row is None or now < row.opens_at:
        return False
    label_publish(variant=row.game, number=int(row.number), source=row)
    row.published_at = now
    row.save(update_fields=["published_at"])
    return True


def challenge_settle(*, challenge: Challenge) -> bool:
    """Close a board for good and enter its clean wins in the periods; whether this call closed it.

    The first transaction is short, for everybody who submits to the board waits for it. Then
    follows one for each board of the periods, which takes as long as the challenge's board is,
    and nobody waits for it who only plays. What one that was killed in between has left is
    found by `challenges_to_settle` and is entered then, once. May run twice, or late: a
    submission looks at the clock, not at whether this has run.
    """
    closed = _challenge_close(challenge)
    row = Challenge.objects.get(pk=challenge.pk)
    if row.settled_at is not None:
        # In one order: where the last board has the challenge, all of them have.
        for period, variant in boards_of(row.date, row.variant):
            _challenge_enter(row, period, variant)
    return closed


@retry_conflicts
@transaction.atomic
def _challenge_close(challenge: Challenge) -> bool:
    """Close a board and fix the par it is measured by, once the grace is over; whether it was this.

    Waits for the submissions that are being stored, and makes later ones wait.
    """
    challenge_lock(challenge.id, shared=False)
    now = clock.now()
    row = Challenge.objects.select_for_update(no_key=True).get(pk=challenge.pk)
    if row.settled_at is not None or now < row.settles_at:
        return False
    before = row.par_high
    _take_over_better_label(row)
    row.par_reference = row.par_high
    row.settled_at = now
    row.save()
    if row.par_high is not None and row.par_high != before:
        board_touch(challenge_id=row.pk, par=row.par_high)
    logger.info("challenge settled", variant=row.variant, date=row.date.isoformat())
    return True


@retry_conflicts
@transaction.atomic
def _challenge_enter(challenge: Challenge, period: str, variant: str) -> bool:
    return challenge_enter(challenge=challenge, period=period, variant=variant)


LABEL_FIELDS = (
    "line",
    "moves",
    "par_low",
    "par_high",
    "states",
    "seconds",
    "peak_bytes",
    "solver_version",
    "stopped",
    "labelled_at",
)


def _take_over_better_label(row: Challenge) -> None:
    """Take what has been found out about the deal while the challenge was open."""
    deal = Deal.objects.filter(variant=row.variant, number=row.number, verdict="solvable").first()
    if deal is None or deal.par_high is None or row.par_high is None:
        return
    if (deal.par_high, -(deal.par_low or 0)) < (row.par_high, -(row.par_low or 0)):
        for name in LABEL_FIELDS:
            setattr(row, name, getattr(deal, name))


def challenges_to_settle() -> list[Challenge]:
    """The challenges whose grace is over and that are not settled, or not in all periods yet.

    Oldest first.
    """
    # settles_at is 02:00 of the day after: at 01:59 yesterday's is still open.
    last = (clock.now() - dt.timedelta(hours=2)).date() - dt.timedelta(days=1)
    entered = PeriodLedger.objects.filter(challenge=OuterRef("pk"), period=ALL, variant="")
    waiting = Q(settled_at=None) | ~Exists(entered)
    return list(Challenge.objects.filter(waiting, date__lte=last).order_by("date"))
