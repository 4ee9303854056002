"""Accounts asked for at the same time: constraints of the database decide."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from leaderboard.models import AuthToken, ErasedHandle, Player
from leaderboard.services.players import player_register
from tests.leaderboard.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    call,
    make_player,
    make_player_caller,
)
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import Caller, SetClock, make_caller, make_challenge

pytestmark = pytest.mark.django_db(transaction=True)

# All one handle to the eye.
TWINS = [
    "Illinois", "illinois", "ILLINOIS", "IllinoiS", "lllinois", "1llinois", "il1inois",
    "ill1nois", "illin0is", "illino1s", "illinoi5", "1111n015", "il-linois", "il_linois",
    "-illinois", "illinois_", "i-l-l-i-n-o-i-s", "ILL1N0IS", "ill_in_ois", "ilIinois",
]  # fmt: skip


def at_once(actions: list[Callable[[], Any]]) -> list[Any]:
    """Run actions in threads that start together; their answers in order."""
    answers: list[Any] = [None] * len(actions)
    start = threading.Barrier(len(actions))

    def run(index: int, action: Callable[[], Any]) -> None:
        try:
            start.wait(30)
            answers[index] = action()
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(index, action)) for index, action in enumerate(actions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def statuses(answers: list[Any]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def registering(caller: Caller, handle: str) -> Callable[[], Any]:
    return lambda: caller.post("players", {"handle": handle, "password": PASSWORD})


def test_of_20_look_alikes_exactly_one_is_registered() -> None:
    assert len(set(TWINS)) == 20
    answers = at_once([registering(Caller(), twin) for twin in TWINS])
    assert statuses(answers) == {201: 1, 409: 19}
    assert Player.objects.count() == 1
    winner = next(answer.json() for answer in answers if answer.status_code == 201)
    assert winner["player"]["handle"] == Player.objects.get().handle


def test_of_20_guests_exactly_one_gets_the_handle() -> None:
    guests = [make_caller() for _ in TWINS]
    answers = at_once([registering(guest, twin) for guest, twin in zip(guests, TWINS, strict=True)])
    assert statuses(answers) == {201: 1, 409: 19}
    assert Player.objects.filter(is_guest=True).count() == 19
    assert Player.objects.filter(is_guest=False).count() == 1


def test_one_guest_registers_once() -> None:
    guest = make_caller()
    answers = at_once([registering(guest, f"Ada-{letter}") for letter in "abcdefgh"])
    assert statuses(answers) == {201: 1, 409: 7}
    winner = next(answer.json() for answer in answers if answer.status_code == 201)
    assert Player.objects.get().handle == winner["player"]["handle"]


def test_a_recovery_code_works_once() -> None:
    _, code = player_register(handle="Ada", password=PASSWORD)
    passwords = [f"{OTHER_PASSWORD} {number}" for number in range(8)]

    def recovering(password: str) -> Callable[[], Any]:
        body = {"handle": "Ada", "recovery_code": code, "new_password": password}
        return lambda: Caller().post("tokens", body)

    answers = at_once([recovering(password) for password in passwords])
    found = statuses(answers)
    assert found[201] == 1
    assert found[401] + found[409] == 7
    works = [
        Caller().post("tokens", {"handle": "Ada", "password": password}).status_code
        for password in passwords
    ]
    assert Counter(works) == {201: 1, 401: 7}


def test_of_8_password_changes_one_holds() -> None:
    player = make_player("Ada")
    callers = [make_caller(player=player) for _ in range(8)]

    def changing(caller: Caller, number: int) -> Callable[[], Any]:
        body = {"password": PASSWORD, "new_password": f"{OTHER_PASSWORD} {number}"}
        return lambda: caller.post("me/password", body)

    answers = at_once([changing(caller, n) for n, caller in enumerate(callers)])
    found = statuses(answers)
    assert found[200] == 1
    assert found[401] + found[409] == 7
    winner = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
    assert [caller.get("me").status_code for caller in callers] == [
        200 if n == winner else 401 for n in range(8)
    ]


def test_preferences_set_at_once_are_all_kept() -> None:
    player = make_player_caller("Ada")
    names = "abcdefgh"

    def setting(name: str) -> Callable[[], Any]:
        return lambda: call(player, "PATCH", "me", {"preferences": {name: 1}})

    assert statuses(at_once([setting(name) for name in names])) == {200: 8}
    assert player.get("me").json()["preferences"] == dict.fromkeys(names, 1)


@pytest.mark.parametrize("round_", range(3))
def test_a_handle_that_is_being_erased_is_not_taken(round_: int) -> None:
    player = make_player_caller("Ada")
    answers = at_once(
        [
            lambda: call(player, "DELETE", "me"),
            *[registering(Caller(), twin) for twin in ("ada", "a-d-a", "A_D_A")],
        ]
    )
    assert statuses(answers) == {204: 1, 409: 3}
    assert not Player.objects.exists()
    assert ErasedHandle.objects.count() == 1


@pytest.mark.parametrize("round_", range(3))
def test_deleting_while_submitting_and_logging_in(at: SetClock, round_: int) -> None:
    challenge = make_challenge()
    player = make_player_caller("Ada")
    others = [make_caller() for _ in range(3)]
    login = {"handle": "Ada", "password": PASSWORD}
    answers = at_once(
        [
            lambda: call(player, "DELETE", "me"),
            lambda: player.submit(CASTLE.line, challenge),
            lambda: player.submit("11", challenge, idempotency_key="a-key-of-mine"),
            lambda: player.post(f"challenges/{challenge.variant}/{challenge.date}/attempts"),
            lambda: Caller().post("tokens", login),
            lambda: registering(player, "Grace")(),
            *[lambda other=other: other.submit(CASTLE.line, challenge) for other in others],
        ]
    )
    assert answers[0].status_code == 204
    assert {answer.status_code for answer in answers[1:5]} <= {201, 401}
    assert {answer.status_code for answer in answers[6:]} == {201}
    assert not Player.objects.filter(is_guest=False).exists()
    assert AuthToken.objects.count() == 3
    path = f"challenges/{challenge.variant}/{challenge.date}/standings"
    board = Caller().get(path).json()
    assert [row["rank"] for row in board["results"]] == [1, 1, 1]
    assert board["total"] == 3
