"""Many requests at the same moment, on real connections to PostgreSQL."""

import datetime as dt
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from django.db import connection, transaction

from leaderboard.models import Attempt, Challenge, IdempotencyRecord, Result, ScoreCount, Submission
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.locking import challenge_lock
from leaderboard.services.submissions_store import ResultChange
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    at(NOON)
    return make_challenge()


def at_once(actions: Sequence[Callable[[], T]]) -> list[T]:
    """Run all actions at the same moment, each on a connection of its own; their answers."""
    barrier = threading.Barrier(len(actions))
    answers: dict[int, T] = {}
    errors: list[BaseException] = []

    def run(index: int, action: Callable[[], T]) -> None:
        try:
            barrier.wait(20)
            answers[index] = action()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(index, action)) for index, action in enumerate(actions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    return [answers[index] for index in range(len(actions))]


def client_of(caller: Caller) -> Caller:
    """The same player on another connection: a test client belongs to one thread."""
    return Caller(caller.player, caller.headers)


def test_20_identical_lines_are_one_submission_and_one_answer(challenge: Challenge) -> None:
    caller = make_caller()
    answers = at_once([lambda: client_of(caller).submit(CASTLE.line, challenge) for _ in range(20)])
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 19}
    assert len({answer.content for answer in answers}) == 1
    assert Submission.objects.count() == 1
    assert Result.objects.count() == 1
    assert [row.count for row in ScoreCount.objects.all()] == [1]


def test_20_requests_with_one_key_get_one_answer(challenge: Challenge) -> None:
    caller = make_caller()
    answers = at_once(
        [
            lambda: client_of(caller).submit(CASTLE.line, challenge, idempotency_key="one")
            for _ in range(20)
        ]
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert Counter(answer.get("Idempotency-Replayed") for answer in answers) == {
        None: 1,
        "true": 19,
    }
    assert Submission.objects.count() == IdempotencyRecord.objects.count() == 1


def test_20_starts_are_one_attempt(challenge: Challenge) -> None:
    caller = make_caller()
    answers = at_once(
        [lambda: client_of(caller).post(f"{path_of(challenge)}/attempts") for _ in range(20)]
    )
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 19}
    assert len({answer.content for answer in answers}) == 1
    assert Attempt.objects.count() == 1


def test_one_players_lines_at_once_leave_the_best(challenge: Challenge) -> None:
    caller = make_caller()
    lines = [longer(CASTLE, extra) for extra in (5, 0, 3, 7, 1, 6, 2, 4)]
    lines[3:3] = [unfinished(CASTLE, 20), "11"]
    answers = at_once(
        [lambda line=line: client_of(caller).submit(line, challenge) for line in lines]  # type: ignore[misc]
    )
    assert {answer.status_code for answer in answers} == {201}
    assert Result.objects.get().moves == 73
    assert counted() == {(1, 73): 1}


def test_many_players_at_once_are_all_counted(challenge: Challenge) -> None:
    callers = [make_caller() for _ in range(12)]
    # Each submits three lines, better and better; the counts of all cross each other.
    rounds = [[(index * 5 + step * 7) % 13 for step in range(3)] for index in range(12)]

    def play(caller: Caller, extras: list[int]) -> list[int]:
        own = client_of(caller)
        return [own.submit(longer(CASTLE, extra), challenge).status_code for extra in extras]

    answers = at_once(
        [
            lambda caller=caller, extras=extras: play(caller, extras)  # type: ignore[misc]
            for caller, extras in zip(callers, rounds, strict=True)
        ]
    )
    assert answers == [[201] * 3] * 12
    best = Counter((1, 73 + min(extras)) for extras in rounds)
    assert counted() == best
    board = Caller().get(f"{path_of(challenge)}/standings").json()
    moves = sorted(73 + min(extras) for extras in rounds)
    assert [row["moves"] for row in board["results"]] == moves
    assert [row["rank"] for row in board["results"]] == [1 + moves.index(count) for count in moves]
    changes = sum(
        1 + sum(extra < min(extras[: step + 1]) for step, extra in enumerate(extras[1:]))
        for extras in rounds
    )
    assert changes >= 12
    # A first result changes one count, a better one two.
    assert board["board_revision"] == 12 + 2 * (changes - 12)


def counted() -> dict[tuple[int, int], int]:
    return {
        (row.section, row.score): row.count for row in ScoreCount.objects.all() if row.count != 0
    }


def test_settling_waits_for_a_submission_and_lets_it_in(challenge: Challenge, at: SetClock) -> None:
    """A line received before settling stands, though it is stored after."""
    caller = make_caller()
    caller.post(f"{path_of(challenge)}/attempts")
    at(instant("2025-03-10 02:00:00") - dt.timedelta(microseconds=1))
    stored, settled = threading.Event(), threading.Event()
    seen: list[Any] = []

    def submit() -> None:
        try:
            with transaction.atomic():
                seen.append(client_of(caller).submit(CASTLE.line, challenge).json())
                stored.set()
                # Not settled while this transaction runs.
                seen.append(settled.wait(0.3))
        finally:
            connection.close()

    submitter = threading.Thread(target=submit)
    submitter.start()
    assert stored.wait(20)
    at(instant("2025-03-10 02:00:00"))
    assert challenge_settle(challenge=challenge)
    settled.set()
    submitter.join()
    body, was_settled = seen
    assert body["late"] is False
    assert was_settled is False
    assert Result.objects.get().slot == "in_time"


def test_a_submission_that_waits_for_settling_is_late(challenge: Challenge, at: SetClock) -> None:
    caller = make_caller()
    caller.post(f"{path_of(challenge)}/attempts")
    at(instant("2025-03-10 01:59:59"))
    answers: list[Any] = []

    def submit() -> None:
        try:
            answers.append(client_of(caller).submit(CASTLE.line, challenge).json())
        finally:
            connection.close()

    submitter = threading.Thread(target=submit)
    with transaction.atomic():
        challenge_lock(challenge.id, shared=False)
        submitter.start()
        submitter.join(0.3)
        assert submitter.is_alive()
        at(instant("2025-03-10 02:00:00"))
        assert challenge_settle(challenge=challenge)
    submitter.join()
    assert answers[0]["late"] is True
    assert answers[0]["received_at"] == "2025-03-10T02:00:00Z"


def test_settling_at_once_happens_once(challenge: Challenge, at: SetClock) -> None:
    at(instant("2025-03-10 02:00:00"))
    answers = at_once([lambda: challenge_settle(challenge=challenge) for _ in range(6)])
    assert sorted(answers) == [False] * 5 + [True]


def test_a_deadlock_is_nothing_that_a_client_sees(
    challenge: Challenge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two transactions that wait for each other: one falls, and is run again."""
    from leaderboard.services import submissions

    callers = [make_caller(), make_caller()]
    others = {callers[0].player: callers[1].player, callers[1].player: callers[0].player}
    change = submissions.result_change
    meeting = threading.Barrier(2)
    met: set[Any] = set()

    def change_crosswise(*, submission: Submission, **rest: Any) -> ResultChange | None:
        if submission.player not in met:
            met.add(submission.player)
            meeting.wait(20)
            other = others[submission.player]
            assert other is not None
            list(type(other).objects.select_for_update().filter(pk=other.pk))
        return change(submission=submission, **rest)

    monkeypatch.setattr(submissions, "result_change", change_crosswise)
    answers = at_once(
        [
            lambda caller=caller: client_of(caller).submit(CASTLE.line, challenge)  # type: ignore[misc]
            for caller in callers
        ]
    )
    assert [answer.status_code for answer in answers] == [201, 201]
    assert Result.objects.count() == 2
    assert counted() == {(1, 73): 2}
