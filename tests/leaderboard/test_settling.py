"""Publishing the labels of open challenges, and settling boards."""

import datetime as dt
from typing import Any

import pytest

from games.models import Deal
from games.rules import CITADEL as CITADEL_VARIANT
from games.rules import get_variant, parse_line
from games.rules.moves import Move
from games.services import deal_ensure, label_store
from games.solver import Result as Found
from games.solver import Verdict
from leaderboard.models import Challenge
from leaderboard.services.challenges import (
    challenge_publish,
    challenge_settle,
    challenges_to_settle,
)
from leaderboard.tasks import challenges_publish, challenges_settle
from tests.leaderboard.lines import CASTLE, CITADEL, longer
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db

SETTLING = instant("2025-03-10 02:00:00")
NEXT = DAY + dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def found(line: str, par_low: int) -> Found:
    moves = tuple(Move(token.source, token.destination) for token in parse_line(line))
    return Found(Verdict.solvable, moves, par_low, len(moves), 10, 0.5, 1000)


# ------------------------------------------------------------------------------ publishing


def test_the_deal_gets_the_label_once_the_challenge_is_open(at: SetClock) -> None:
    challenge = make_challenge(CITADEL, NEXT)
    challenges_publish()
    assert Deal.objects.count() == 0
    at(instant("2025-03-10 00:00:00"))
    challenges_publish()
    deal = Deal.objects.get()
    assert (deal.variant, int(deal.number)) == ("citadel", CITADEL.number)
    assert (deal.verdict, deal.moves, deal.par_low, deal.par_high) == ("solvable", 67, 67, 67)
    assert deal.line == CITADEL.line
    assert Challenge.objects.get().published_at == instant("2025-03-10 00:00:00")
    label = Caller().get(f"deals/citadel/{CITADEL.number}").json()["label"]
    assert label["par"] == {"low": 67, "high": 67, "proven": True}
    # Whoever plays for it must not find the line there.
    assert label["line"] is None
    at(challenge.settles_at)
    label = Caller().get(f"deals/citadel/{CITADEL.number}").json()["label"]
    assert label["line"] == CITADEL.line


def test_publishing_happens_once() -> None:
    challenge = make_challenge()
    assert challenge_publish(challenge_id=challenge.id)
    states = Deal.objects.get().states
    assert not challenge_publish(challenge_id=challenge.id)
    challenges_publish()
    assert Deal.objects.get().states == states == challenge.states


def test_publishing_takes_nothing_from_a_better_label() -> None:
    challenge = make_challenge(
        line=longer(CASTLE, 6), moves=CASTLE.par + 6, par_high=CASTLE.par + 6, par_low=60
    )
    deal = deal_ensure(variant=challenge.game, number=CASTLE.number)
    label_store(row=deal, result=found(CASTLE.line, CASTLE.par))
    challenge_publish(challenge_id=challenge.id)
    deal.refresh_from_db()
    assert (deal.line, deal.par_low, deal.par_high) == (CASTLE.line, 73, 73)


# -------------------------------------------------------------------------------- settling


@pytest.mark.parametrize(
    ("now", "settled"),
    [("2025-03-09 12:00:00", 0), ("2025-03-10 01:59:59", 0), ("2025-03-10 02:00:00", 2)],
)
def test_boards_are_settled_two_hours_after_closing(at: SetClock, now: str, settled: int) -> None:
    make_challenge()
    make_challenge(CITADEL)
    make_challenge(CASTLE, NEXT)
    at(instant(now))
    assert len(challenges_to_settle()) == settled
    challenges_settle()
    assert Challenge.objects.filter(settled_at=instant(now)).count() == settled
    assert Challenge.objects.exclude(settled_at=None).count() == settled


def test_settling_fixes_par_once(at: SetClock) -> None:
    challenge = make_challenge(par_low=60)
    assert Challenge.objects.get().par_reference is None
    at(SETTLING)
    assert challenge_settle(challenge=challenge)
    row = Challenge.objects.get()
    assert (row.par_reference, row.settled_at) == (73, SETTLING)
    at(SETTLING + dt.timedelta(hours=1))
    assert not challenge_settle(challenge=challenge)
    assert Challenge.objects.get().settled_at == SETTLING


def test_settling_too_early_does_nothing(at: SetClock) -> None:
    challenge = make_challenge()
    at(SETTLING - dt.timedelta(microseconds=1))
    assert not challenge_settle(challenge=challenge)
    assert Challenge.objects.get().settled_at is None


def test_what_was_found_out_meanwhile_is_taken_over(at: SetClock) -> None:
    challenge = make_challenge(
        line=longer(CASTLE, 6), moves=CASTLE.par + 6, par_high=CASTLE.par + 6, par_low=60
    )
    challenge_publish(challenge_id=challenge.id)
    label_store(row=Deal.objects.get(), result=found(longer(CASTLE, 2), 71))
    at(SETTLING)
    challenges_settle()
    body = Caller().get(f"{path_of(challenge)}/solution").json()
    assert body["line"] == longer(CASTLE, 2)
    assert body["par"] == {"low": 71, "high": 75, "proven": False}
    assert Challenge.objects.get().par_reference == 75
    # Par is fixed now; that it is known better later changes no standing.
    label_store(row=Deal.objects.get(), result=found(CASTLE.line, CASTLE.par))
    challenges_settle()
    assert Challenge.objects.get().par_reference == 75


def test_another_par_is_another_revision(at: SetClock) -> None:
    """Whoever reads a board by its revision finds every row, and par, as it was read before."""
    poor = {"line": longer(CASTLE, 6), "moves": 79, "par_high": 79, "par_low": 60}
    empty, played = make_challenge(date=DAY, **poor), make_challenge(CITADEL)
    better = make_challenge(date=DAY - dt.timedelta(days=1), **poor)
    challenge_publish(challenge_id=better.id)
    caller = make_caller()
    assert caller.submit(CITADEL.line, played).status_code == 201
    at(NOON - dt.timedelta(days=1))
    assert caller.submit(CASTLE.line, better).status_code == 201
    label_store(row=Deal.objects.get(), result=found(CASTLE.line, CASTLE.par))

    def seen() -> list[Any]:
        boards = [Caller().get(f"{path_of(row)}/standings/distribution") for row in rows]
        return [(one.json()["par"], one.json()["board_revision"]) for one in boards]

    rows = [better, empty, played]
    at(NOON)
    assert seen() == [(79, 1), (79, 0), (67, 1)]
    at(SETTLING)
    challenges_settle()
    assert seen() == [(73, 2), (73, 1), (67, 1)]
    (row,) = Caller().get(f"{path_of(better)}/standings").json()["results"]
    assert (row["rank"], row["over_par"]) == (1, 0)


def test_a_task_that_never_ran_settles_later(at: SetClock) -> None:
    make_challenge(date=dt.date(2024, 2, 29))
    make_challenge()
    challenges_settle()
    assert [row.date for row in Challenge.objects.exclude(settled_at=None)] == [
        dt.date(2024, 2, 29)
    ]


# -------------------------------------------------------------------- help with open deals


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        ("2025-03-08 23:59:59", True),
        ("2025-03-09 00:00:00", False),
        ("2025-03-09 12:00:00", False),
        ("2025-03-10 00:00:00", False),
        ("2025-03-10 01:59:59", False),
        ("2025-03-10 02:00:00", True),
        ("2025-06-01 12:00:00", True),
    ],
)
def test_the_deal_endpoints_keep_the_line_of_an_open_challenge(
    at: SetClock, now: str, shown: bool
) -> None:
    make_challenge(CITADEL)
    # Somebody has asked for this label before, without knowing what the deal would be.
    deal = deal_ensure(variant=CITADEL_VARIANT, number=CITADEL.number)
    label_store(row=deal, result=found(CITADEL.line, CITADEL.par))
    at(instant(now))
    label = Caller().get(f"deals/citadel/{CITADEL.number}").json()["label"]
    assert label["line"] == (CITADEL.line if shown else None)


def test_another_deal_is_helped_with() -> None:
    make_challenge()
    deal = deal_ensure(variant=get_variant("citadel"), number=CITADEL.number)
    label_store(row=deal, result=found(CITADEL.line, CITADEL.par))
    label: Any = Caller().get(f"deals/citadel/{CITADEL.number}").json()["label"]
    assert label["line"] == CITADEL.line


def test_a_solution_is_not_there_while_the_deal_keeps_it(at: SetClock) -> None:
    challenge = make_challenge()
    at(instant("2025-03-10 01:59:59"))
    problem_of(Caller().get(f"{path_of(challenge)}/solution"), 404)
