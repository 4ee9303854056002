"""A plan played through the services: each line replayed, each row written as if players came."""

import datetime as dt
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import NamedTuple

from games.rules import get_variant
from leaderboard.claims import claim_read
from leaderboard.models import Challenge, Player
from leaderboard.seeding.challenges import demo_challenge, made_at
from leaderboard.seeding.lines import Sent, lines_of
from leaderboard.seeding.past import clock_moved
from leaderboard.seeding.plan import TASK_AFTER, Day, Plan, instant, micros
from leaderboard.services.assistance import assistance_note
from leaderboard.services.attempts import attempt_start
from leaderboard.services.challenges import challenge_publish, challenge_settle
from leaderboard.services.players import guest_create, player_register
from leaderboard.services.submissions import submission_create

HANDLE_PREFIX = "demo-"

Shown = Callable[[list["Event"]], Iterable["Event"]]


class Kind(IntEnum):
    """What happens; in this order at one instant."""

    PUBLISH = 0
    START = 1
    HELP = 2
    SUBMIT = 3
    SETTLE = 4


class Event(NamedTuple):
    """Something that happens at an instant; `player` and `line` are -1 where none is meant."""

    at: int
    kind: Kind
    day: int
    player: int
    line: int


class Played(NamedTuple):
    """What was done; `skipped` are days whose boards were closed already."""

    counts: Counter[str]
    skipped: list[Day]
    password: str


def handle_of(index: int) -> str:
    """The handle of a plan's registered player, numbered from 0."""
    return f"{HANDLE_PREFIX}{index + 1}"


def plan_play(plan: Plan, *, shown: Shown | None = None, quick: bool = False) -> Played:
    """Make the plan's challenges and players, and have them play, in the order of the instants.

    A challenge that is there is used as it is, unless its board is closed. `shown` may wrap
    the events, for a progress bar; `quick` is that of `demo_challenge`. Raises HandleTakenError
    if it was played here before.
    """
    password = secrets.token_urlsafe(12)
    with clock_moved() as set_clock:
        set_clock(made_at(plan.days[0].date))
        players = plan_players(plan, password)
        challenges: list[Challenge | None] = []
        for day in plan.days:
            set_clock(made_at(day.date))
            made = demo_challenge(variant=day.variant, date=day.date, quick=quick)
            challenges.append(None if made.settled_at is not None else made)
        lines = [
            lines_of(get_variant(made.variant), int(made.number), made.line) if made else []
            for made in challenges
        ]
        events = [event for event in events_of(plan) if challenges[event.day] is not None]
        counts: Counter[str] = Counter()
        for event in shown(events) if shown else events:
            set_clock(instant(event.at))
            challenge = challenges[event.day]
            assert challenge is not None  # noqa: S101 - the others were left out above
            counts[_happen(event, challenge, players, lines[event.day])] += 1
    skipped = [day for day, made in zip(plan.days, challenges, strict=True) if made is None]
    return Played(counts, skipped, password)


def plan_players(plan: Plan, password: str) -> list[Player]:
    """Make the plan's players by way of the services."""
    return [
        guest_create()
        if guest
        else player_register(handle=handle_of(index), password=password).player
        for index, guest in enumerate(plan.guest)
    ]


def events_of(plan: Plan) -> list[Event]:
    """All that happens, in order; what the tasks do among it."""
    task = TASK_AFTER // dt.timedelta(microseconds=1)
    until = micros(plan.until)
    events = []
    for number, (day, plays) in enumerate(plan.plays()):
        events.append(Event(day.opens_at + task, Kind.PUBLISH, number, -1, -1))
        events.append(Event(day.settles_at + task, Kind.SETTLE, number, -1, -1))
        for index in range(len(plays.player)):
            player = int(plays.player[index])
            if plays.earlier[index] < 0:
                for at, kind in ((plays.started, Kind.START), (plays.helped, Kind.HELP)):
                    if at[index] >= 0:
                        events.append(Event(int(at[index]), kind, number, player, -1))
            line = int(plays.line[index])
            events.append(Event(int(plays.received[index]), Kind.SUBMIT, number, player, line))
    return sorted(event for event in events if event.at <= until)


def _happen(event: Event, challenge: Challenge, players: list[Player], lines: list[Sent]) -> str:
    """Do what an event says; the name of what was done."""
    match event.kind:
        case Kind.PUBLISH:
            challenge_publish(challenge_id=challenge.pk)
            return "published"
        case Kind.START:
            attempt_start(player=players[event.player], challenge=challenge)
            return "attempts"
        case Kind.HELP:
            assistance_note(player=players[event.player], challenge=challenge)
            return "helped"
        case Kind.SUBMIT:
            text = lines[event.line].claim.line
            claim = claim_read(challenge.variant, int(challenge.number), text, "native")
            submission_create(player=players[event.player], challenge=challenge, claim=claim)
            return "submissions"
    challenge_settle(challenge=challenge)
    return "settled"
