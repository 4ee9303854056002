"""A plan written down as rows, by the million: what `playing` would leave, without playing.

Each line of a challenge is replayed once, and stored for all who send it. Challenges are
made, published and settled by the services; everything that depends on players is copied.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction

from games.rules import RULES_VERSION, get_variant
from leaderboard.handles import GUEST_ALPHABET, GUEST_PREFIX, skeleton
from leaderboard.models import Assistance, Attempt, Challenge, Player, Result, Submission
from leaderboard.ranking import Section
from leaderboard.seeding import copying
from leaderboard.seeding.challenges import demo_challenge, made_at
from leaderboard.seeding.copying import NULL, Column, CopyTable, columns_of, random_uuids
from leaderboard.seeding.counting import counts_of, noted_instants
from leaderboard.seeding.lines import Sent, lines_of
from leaderboard.seeding.past import clock_moved
from leaderboard.seeding.plan import TASK_AFTER, Flags, Integers, Plan, Plays, instant
from leaderboard.seeding.playing import handle_of
from leaderboard.seeding.storing import without_indexes
from leaderboard.seeding.totals import periods_enter_all
from leaderboard.services.challenges import challenge_publish, challenge_settle

ATTEMPT = ("id", "player_id", "challenge_id", "started_at")
ASSISTANCE = ("player_id", "challenge_id", "asked_at")
SUBMISSION = columns_of(Submission)
RESULT = columns_of(Result)

Uuids = npt.NDArray[np.void]
Told = Callable[[str], None]


@dataclass(frozen=True)
class _Board:
    """A challenge with its lines, as arrays by line; `score` as if nobody was helped."""

    id: bytes
    lines: list[Sent]
    accepted: Flags
    won: Flags
    moves: Integers
    cards: Integers
    score: Integers

    @classmethod
    def of(cls, challenge: Challenge) -> "_Board":
        lines = lines_of(get_variant(challenge.variant), int(challenge.number), challenge.line)
        claims = [one.claim for one in lines]
        places = [one.place(assisted=False) for one in lines]
        return cls(
            challenge.pk.bytes,
            lines,
            np.array([claim.accepted for claim in claims]),
            np.array([claim.won for claim in claims]),
            np.array([claim.move_count for claim in claims]),
            np.array([claim.foundation_cards for claim in claims]),
            np.array([-1 if place is None else place.score for place in places]),
        )


def plan_store(plan: Plan, *, told: Told = lambda text: None) -> dict[str, int]:
    """Store what playing the plan would leave; how many rows of each kind there are.

    One transaction. Only for an empty database of a bench: see `storing.bulk_check`.
    """
    with transaction.atomic():
        challenges = _challenges(plan)
        told(f"{len(challenges)} challenges made")
        boards = [_Board.of(challenge) for challenge in challenges]
        told(f"{sum(len(board.lines) for board in boards)} lines replayed")
        with without_indexes() as cursor:
            counts = _copy_all(cursor, plan, boards, told)
            told(f"{counts['results']} results copied")
            periods_enter_all()
            told("periods counted")
        told("indexes built")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM leaderboard_periodtotal")
        counts["period totals"] = (cursor.fetchone() or (0,))[0]
    return counts


def _challenges(plan: Plan) -> list[Challenge]:
    """The plan's challenges, published and settled as far as their time has come."""
    made = []
    with clock_moved() as set_clock:
        for day in plan.days:
            set_clock(made_at(day.date))
            challenge = demo_challenge(variant=day.variant, date=day.date, quick=True)
            if challenge.opens_at + TASK_AFTER <= plan.until:
                set_clock(challenge.opens_at + TASK_AFTER)
                challenge_publish(challenge_id=challenge.pk)
            if challenge.settles_at + TASK_AFTER <= plan.until:
                set_clock(challenge.settles_at + TASK_AFTER)
                # Nobody has played: the ledger is all that it writes of periods.
                challenge_settle(challenge=challenge)
            made.append(challenge)
    return made


def _copy_all(cursor: Any, plan: Plan, boards: list[_Board], told: Told) -> dict[str, int]:
    chance = np.random.default_rng([plan.seed, 3])
    players = random_uuids(plan.players, chance)
    counts = dict.fromkeys(("attempts", "assistances", "submissions", "results"), 0)
    noted: list[tuple[Integers, Integers]] = []
    for number, ((_, plays), board) in enumerate(zip(plan.plays(), boards, strict=True)):
        accepted = board.accepted[plays.line]
        noted.append((plays.player[accepted], plays.received[accepted]))
        for name, copied in _copy_board(cursor, players, board, plays, chance).items():
            counts[name] += copied
        if number % 100 == 99:
            told(f"{number + 1} boards, {counts['submissions']} submissions copied")
    last = noted_instants(plan.players, noted)
    _copy_players(cursor, plan, players, last)
    return counts | {"players": plan.players}


def _copy_board(
    cursor: Any, players: Uuids, board: _Board, plays: Plays, chance: np.random.Generator
) -> dict[str, int]:
    counts = {
        "attempts": _copy_marks(cursor, Attempt, players, board, plays, plays.started, chance),
        "assistances": _copy_marks(cursor, Assistance, players, board, plays, plays.helped, chance),
    }
    ids = random_uuids(len(plays.player), chance)
    elapsed = np.where(plays.started >= 0, _rounded_ms(plays.received - plays.started), -1)
    table = Submission._meta.db_table
    with CopyTable(cursor, table, SUBMISSION) as copy:
        for line, elapsed_known, which in _groups(plays.line, elapsed >= 0):
            columns: dict[str, Column] = _submission(board.lines[line]) | {
                "id": copying.uuids(ids[which]),
                "player_id": copying.uuids(players[plays.player[which]]),
                "challenge_id": copying.binary(board.id),
                "assisted": copying.boolean(plays.helped[which] >= 0),
                "late": copying.boolean(plays.late[which]),
                "elapsed_ms": copying.bigint(elapsed[which]) if elapsed_known else NULL,
                "received_at": copying.timestamp(plays.received[which]),
            }
            copy.write(columns, len(which))
    counts["submissions"] = copy.count
    section: Integers = np.where(
        ~board.won[plays.line],
        Section.UNFINISHED,
        np.where(plays.helped >= 0, Section.ASSISTED, Section.RANKED),
    )
    score = board.score[plays.line]
    best, score_counts = counts_of(plays, board.accepted[plays.line], section, score)
    with CopyTable(cursor, Result._meta.db_table, RESULT) as copy:
        for late, elapsed_known, which in _groups(plays.late[best], elapsed[best] >= 0, best):
            moves, cards = board.moves[plays.line[which]], board.cards[plays.line[which]]
            columns = {
                "id": copying.uuids(random_uuids(len(which), chance)),
                "player_id": copying.uuids(players[plays.player[which]]),
                "challenge_id": copying.binary(board.id),
                "submission_id": copying.uuids(ids[which]),
                "slot": copying.text(Result.Slot.LATE if late else Result.Slot.IN_TIME),
                "section": copying.smallint(section[which]),
                "score": copying.integer(score[which]),
                "moves": copying.smallint(moves),
                "foundation_cards": copying.smallint(cards),
                "elapsed_ms": copying.bigint(elapsed[which]) if elapsed_known else NULL,
                "accepted_at": copying.timestamp(plays.received[which]),
                "hidden": copying.boolean(0),
                "hidden_itself": copying.boolean(0),
            }
            copy.write(columns, len(which))
    counts["results"] = copy.count
    names = ("challenge_id", "section", "score", "count", "revision")
    with CopyTable(cursor, "leaderboard_scorecount", names) as copy:
        columns = {
            "challenge_id": copying.binary(board.id),
            "section": copying.smallint(score_counts.section),
            "score": copying.integer(score_counts.score),
            "count": copying.integer(score_counts.count),
            "revision": copying.bigint(score_counts.revision),
        }
        copy.write(columns, len(score_counts.score))
    return counts


def _submission(sent: Sent) -> dict[str, Column]:
    """The columns that all submissions of one line share."""
    claim = sent.claim
    status = Submission.Status.ACCEPTED if claim.accepted else Submission.Status.REJECTED

    def known(value: Any, column: Callable[[Any], Column]) -> Column:
        return NULL if value is None else column(value)

    return {
        "line": copying.text(claim.line),
        "line_hash": copying.binary(claim.digest),
        "status": copying.text(status),
        "outcome": known(claim.outcome, copying.text),
        "move_count": copying.smallint(claim.move_count),
        "foundation_cards": copying.smallint(claim.foundation_cards),
        "reason": known(claim.reason, copying.text),
        "move_index": known(claim.move_index, copying.smallint),
        "text_offset": known(claim.text_offset, copying.integer),
        "rules_version": copying.smallint(RULES_VERSION),
    }


def _copy_marks(
    cursor: Any,
    model: type[Attempt] | type[Assistance],
    players: Uuids,
    board: _Board,
    plays: Plays,
    at: Integers,
    chance: np.random.Generator,
) -> int:
    """Copy attempts or assistances: one a player, of their first line."""
    which = np.flatnonzero((at >= 0) & (plays.earlier < 0))
    columns: dict[str, Column] = {
        "player_id": copying.uuids(players[plays.player[which]]),
        "challenge_id": copying.binary(board.id),
    }
    names: tuple[str, ...] = ASSISTANCE
    if model is Attempt:
        names = ATTEMPT
        columns["id"] = copying.uuids(random_uuids(len(which), chance))
        columns["started_at"] = copying.timestamp(at[which])
    else:
        columns["asked_at"] = copying.timestamp(at[which])
    with CopyTable(cursor, model._meta.db_table, names) as copy:
        copy.write(columns, len(which))
    return copy.count


def _groups(
    first: npt.NDArray[Any], second: Flags, which: Integers | None = None
) -> list[tuple[int, bool, Integers]]:
    """The indexes by what they have in common: rows of one group are of one form."""
    which = np.arange(len(first)) if which is None else which
    keys = first.astype(np.int64) * 2 + second
    order = np.argsort(keys, kind="stable")
    found, starts = np.unique(keys[order], return_index=True)
    parts = np.split(which[order], starts[1:])
    return [(int(key) // 2, bool(key % 2), part) for key, part in zip(found, parts, strict=True)]


def _rounded_ms(duration: Integers) -> Integers:
    """Microseconds as milliseconds, halves to the even one as Python rounds."""
    return np.rint(duration / 1000).astype(np.int64)


def _guest_handle(index: int) -> str:
    """A guest's handle for a number: ten of the characters that theirs are made of."""
    digits = ""
    for _ in range(10):
        index, digit = divmod(index, len(GUEST_ALPHABET))
        digits += GUEST_ALPHABET[digit]
    return GUEST_PREFIX + digits


def _copy_players(cursor: Any, plan: Plan, players: Uuids, last: Integers) -> None:
    """Copy the players; nobody can log in as one of them."""
    created = made_at(plan.days[0].date)
    unusable = make_password(None)
    blank: Mapping[str, Any] = {
        "password": unusable,
        "is_superuser": False,
        "is_active": True,
        "is_staff": False,
        "recovery_hash": "",
        "hidden_at": None,
        "hidden_reason": "",
        "preferences": "{}",
        "created_at": created,
    }
    names = columns_of(Player)
    with cursor.copy(f"COPY leaderboard_player ({', '.join(names)}) FROM STDIN") as copy:
        for index in range(plan.players):
            guest = bool(plan.guest[index])
            handle = _guest_handle(index) if guest else handle_of(index)
            row = {
                **blank,
                "id": bytes(players[index]).hex(),
                "handle": handle,
                "handle_skeleton": skeleton(handle),
                "is_guest": guest,
                "last_accepted_at": None if last[index] < 0 else instant(int(last[index])),
            }
            copy.write_row([row[name] for name in names])
