"""The header `Idempotency-Key`."""

import datetime as dt
import threading

import pytest
from django.db import connection, transaction

from leaderboard.models import IdempotencyRecord, Submission
from leaderboard.services import idempotency
from leaderboard.services.idempotency import Answer, answer_once, idempotency_forget
from tests.leaderboard.lines import CASTLE, longer
from tests.leaderboard.playing import (
    DAY,
    NOON,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def test_it_works() -> None:
    challenge, caller = make_challenge(), make_caller()
    first = caller.submit(CASTLE.line, challenge, idempotency_key="one")
    again = caller.submit(CASTLE.line, challenge, idempotency_key="one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Location"] == first["Location"]
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Submission.objects.count() == 1


def test_without_a_key_the_second_answer_is_another() -> None:
    challenge, caller = make_challenge(), make_caller()
    assert caller.submit(CASTLE.line, challenge).status_code == 201
    again = caller.submit(CASTLE.line, challenge)
    assert again.status_code == 200
    assert "Idempotency-Replayed" not in again


def test_a_second_key_is_a_second_request() -> None:
    challenge, caller = make_challenge(), make_caller()
    assert caller.submit(CASTLE.line, challenge, idempotency_key="one").status_code == 201
    assert caller.submit(CASTLE.line, challenge, idempotency_key="two").status_code == 200


def test_another_body_under_the_key_is_refused() -> None:
    challenge, caller = make_challenge(), make_caller()
    caller.submit(CASTLE.line, challenge, idempotency_key="one")
    response = caller.submit(longer(CASTLE, 1), challenge, idempotency_key="one")
    assert problem_of(response, 422)["type"] == "/problems/idempotency-key-reused"
    assert Submission.objects.count() == 1


def test_spelling_of_the_json_does_not_matter() -> None:
    challenge, caller = make_challenge(), make_caller()
    path = f"{path_of(challenge)}/submissions"
    first = caller.post(path, b'{"line":"11","format":"native"}', idempotency_key="one")
    again = caller.post(path, b' {"format": "native", "line": "11"}', idempotency_key="one")
    assert again.content == first.content
    assert again["Idempotency-Replayed"] == "true"


def test_keys_go_by_player_and_path() -> None:
    today, before = make_challenge(), make_challenge(date=DAY.replace(day=8))
    first, second = make_caller(), make_caller()
    for caller in (first, second):
        for challenge in (today, before):
            response = caller.submit(CASTLE.line, challenge, idempotency_key="one")
            assert response.status_code == 201
    assert first.post(f"{path_of(today)}/attempts", idempotency_key="one").status_code == 201
    assert IdempotencyRecord.objects.count() == 5


def test_attempts_take_keys_too(at: SetClock) -> None:
    path, caller = f"{path_of(make_challenge())}/attempts", make_caller()
    first = caller.post(path, idempotency_key="one")
    at(NOON.replace(hour=13))
    again = caller.post(path, idempotency_key="one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there", "schlüssel"])
def test_keys_that_are_none(key: str) -> None:
    challenge, caller = make_challenge(), make_caller()
    response = caller.submit(CASTLE.line, challenge, idempotency_key=key)
    assert problem_of(response, 400)["type"] == "/problems/invalid-idempotency-key"
    assert Submission.objects.count() == 0


def test_long_keys_with_spaces_are_keys() -> None:
    challenge, caller = make_challenge(), make_caller()
    key = "a key " * 42 + "end"
    assert len(key) == 255
    assert caller.submit(CASTLE.line, challenge, idempotency_key=key).status_code == 201


def test_an_error_is_not_stored() -> None:
    challenge, caller = make_challenge(), make_caller()
    problem_of(caller.submit("no line", challenge, idempotency_key="one"), 400)
    assert IdempotencyRecord.objects.count() == 0
    assert caller.submit(CASTLE.line, challenge, idempotency_key="one").status_code == 201


def test_an_error_in_the_middle_leaves_nothing() -> None:
    caller = make_caller()
    assert caller.player is not None

    def fail() -> Answer:
        Submission.objects.count()
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        answer_once(player=caller.player, method="POST", path="/x", key="one", body={}, work=fail)
    assert IdempotencyRecord.objects.count() == 0


def test_answers_are_kept_for_a_day(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    caller.submit(CASTLE.line, challenge, idempotency_key="one")
    at(NOON + dt.timedelta(hours=24))
    assert idempotency_forget() == 0
    assert caller.submit(CASTLE.line, challenge, idempotency_key="one").status_code == 201
    at(NOON + dt.timedelta(hours=24, microseconds=1))
    assert idempotency_forget() == 1
    assert caller.submit(CASTLE.line, challenge, idempotency_key="one").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_twin_that_waits_too_long_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "WAIT_MS", 200)
    challenge, caller = make_challenge(), make_caller()
    assert caller.player is not None
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                IdempotencyRecord.objects.create(
                    player=caller.player,
                    method="POST",
                    path=f"/api/v1/{path_of(challenge)}/submissions",
                    key="one",
                    body_hash=b"",
                    created_at=NOON,
                )
                held.set()
                release.wait(10)
                transaction.set_rollback(True)
        finally:
            connection.close()

    twin = threading.Thread(target=hold)
    twin.start()
    try:
        assert held.wait(10)
        response = caller.submit(CASTLE.line, challenge, idempotency_key="one")
    finally:
        release.set()
        twin.join()
    assert problem_of(response, 409)["status"] == 409
    assert int(response["Retry-After"]) > 0
    assert Submission.objects.count() == 0
    # The twin came to nothing: the request goes through now.
    assert caller.submit(CASTLE.line, challenge, idempotency_key="one").status_code == 201
