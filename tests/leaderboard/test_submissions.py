"""POST challenges/{variant}/{date}/submissions."""

import uuid
from typing import Any

import pytest

from leaderboard.models import Player, Result, ScoreCount, Submission
from leaderboard.services.tokens import Scope
from tests.leaderboard.lines import CASTLE, CITADEL, longer, unfinished
from tests.leaderboard.playing import (
    NOON,
    Caller,
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
    response = caller.submit(CASTLE.line, challenge)
    assert response.status_code == 201
    body = response.json()
    assert uuid.UUID(body["id"]).version == 4
    assert response["Location"] == f"/api/v1/submissions/{body['id']}"
    assert body == {
        "id": body["id"],
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "status": "accepted",
        "outcome": "won",
        "move_count": 73,
        "foundation_cards": 52,
        "reason": None,
        "move_index": None,
        "text_offset": None,
        "assisted": False,
        "late": False,
        "elapsed_s": None,
        "received_at": "2025-03-09T12:00:00Z",
        "line": CASTLE.line,
    }
    assert Submission.objects.count() == 1


def test_the_same_line_again_is_the_same_submission(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    first = caller.submit(CASTLE.line, challenge)
    at(NOON.replace(hour=13))
    # Spelled otherwise: without spaces, in capitals.
    again = caller.submit(CASTLE.line.replace(" ", "").upper(), challenge)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.content == first.content
    assert again["Location"] == first["Location"]
    assert (Submission.objects.count(), Result.objects.count()) == (1, 1)
    assert [row.count for row in ScoreCount.objects.all()] == [1]


def test_an_illegal_line_is_rejected_with_reason_and_place() -> None:
    challenge, caller = make_challenge(), make_caller()
    good = unfinished(CASTLE, 5)
    response = caller.submit(f"{good}  11 {good}", challenge)
    assert response.status_code == 201
    body = response.json()
    assert body["status"] == "rejected"
    assert body["outcome"] is None
    assert (body["reason"], body["move_index"], body["text_offset"]) == ("same_row", 5, 16)
    assert body["move_count"] == 5
    assert body["line"] == f"{good}  11 {good}"
    assert Result.objects.count() == 0
    again = caller.submit(f"{good} 11 {good}", challenge)
    assert (again.status_code, again.json()) == (200, body)


def test_a_move_after_the_win_is_rejected() -> None:
    body = make_caller().submit(f"{CASTLE.line} 12", make_challenge()).json()
    assert (body["status"], body["reason"]) == ("rejected", "after_end")
    assert (body["move_index"], body["foundation_cards"]) == (73, 52)


def test_an_unfinished_line_is_a_progress_record() -> None:
    body = make_caller().submit(unfinished(CASTLE, 30), make_challenge()).json()
    assert (body["status"], body["outcome"], body["move_count"]) == ("accepted", "unfinished", 30)
    assert 4 < body["foundation_cards"] < 52


def test_an_empty_line_concedes_at_the_start() -> None:
    body = make_caller().submit("", make_challenge()).json()
    assert (body["status"], body["outcome"], body["move_count"]) == ("accepted", "unfinished", 0)
    assert body["foundation_cards"] == 4


def test_the_foreign_format_is_read_when_named() -> None:
    challenge, caller = make_challenge(), make_caller()
    body = {"line": CASTLE.line, "format": "fc-solve"}
    response = caller.post(f"{path_of(challenge)}/submissions", body)
    assert (response.status_code, response.json()["outcome"]) == (201, "won")
    # All its moves are single, so it is the line that the native text is.
    assert caller.submit(CASTLE.line, challenge).status_code == 200


def test_a_rejected_foreign_text_is_not_the_native_line_of_the_same_letters() -> None:
    challenge, caller = make_challenge(), make_caller()
    native = caller.submit("6h", challenge)
    assert native.json()["status"] == "accepted"
    foreign = caller.post(
        f"{path_of(challenge)}/submissions", {"line": "6h 11", "format": "fc-solve"}
    )
    rejected = caller.submit("6h 11", challenge)
    assert foreign.json()["status"] == rejected.json()["status"] == "rejected"
    assert foreign.json()["id"] != rejected.json()["id"]


@pytest.mark.parametrize(
    ("body", "code", "offset"),
    [
        ({"line": "38 9h"}, "bad_text", 3),
        ({"line": "38x14"}, "bad_text", 0),
        ({"line": "hello"}, "bad_text", 0),
        ({"line": "1h " * 5001}, "line_too_long", 15000),
    ],
)
def test_what_is_no_list_of_moves_is_a_400_that_says_where(
    body: dict[str, Any], code: str, offset: int
) -> None:
    challenge, caller = make_challenge(), make_caller()
    problem = problem_of(caller.post(f"{path_of(challenge)}/submissions", body), 400)
    assert problem["type"] == "/problems/unreadable-line"
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"], error["offset"]) == ("/line", code, offset)
    assert Submission.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/line"),
        ({"line": None}, "/line"),
        ({"line": 38}, "/line"),
        ({"line": True}, "/line"),
        ({"line": ["38"]}, "/line"),
        ({"line": "x" * 40_001}, "/line"),
        ({"line": "38", "format": "morse"}, "/format"),
    ],
)
def test_fields_that_do_not_fit_are_named(body: dict[str, Any], pointer: str) -> None:
    challenge, caller = make_challenge(), make_caller()
    problem = problem_of(caller.post(f"{path_of(challenge)}/submissions", body), 400)
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"line": "\\u0000"}', b'{"line": NaN}'])
def test_a_body_that_is_no_object_is_refused(body: bytes) -> None:
    challenge, caller = make_challenge(), make_caller()
    problem_of(caller.post(f"{path_of(challenge)}/submissions", body), 400)


def test_unknown_fields_are_let_be() -> None:
    challenge, caller = make_challenge(), make_caller()
    body = {"line": CASTLE.line, "client": "a page"}
    assert caller.post(f"{path_of(challenge)}/submissions", body).status_code == 201


def test_only_players_with_the_scope_submit() -> None:
    challenge = make_challenge()
    problem_of(Caller().submit(CASTLE.line, challenge), 401)
    problem_of(make_caller(Scope.READ).submit(CASTLE.line, challenge), 403)
    assert make_caller(Scope.PLAY).submit(CASTLE.line, challenge).status_code == 201


@pytest.mark.parametrize(
    "path",
    [
        "beleaguered-castle/2025-03-10",
        "beleaguered-castle/2025-03-08",
        "beleaguered-castle/2025-02-30",
        "beleaguered-castle/20250309",
        "freecell/2025-03-09",
    ],
)
def test_what_is_not_open_is_not_there(path: str) -> None:
    make_challenge()
    make_challenge(date=NOON.date().replace(day=10))
    caller = make_caller()
    problem = problem_of(caller.post(f"challenges/{path}/submissions", {"line": "38"}), 404)
    assert problem["detail"] == "There is no challenge of this variant and date to be seen."


def test_another_player_has_the_same_line_too() -> None:
    challenge = make_challenge()
    first, second = make_caller(), make_caller()
    assert first.submit(CASTLE.line, challenge).status_code == 201
    assert second.submit(CASTLE.line, challenge).status_code == 201
    assert ScoreCount.objects.get().count == 2


def test_the_best_line_stands() -> None:
    challenge, caller = make_challenge(), make_caller()
    lines = [unfinished(CASTLE, 30), longer(CASTLE, 4), longer(CASTLE, 9), CASTLE.line]
    standing = []
    for line in lines:
        assert caller.submit(line, challenge).status_code == 201
        result = Result.objects.get()
        standing.append((result.section, result.moves))
    assert standing == [(3, 30), (1, 77), (1, 77), (1, 73)]
    counts = {(row.section, row.score): row.count for row in ScoreCount.objects.all()}
    assert {key: count for key, count in counts.items() if count} == {(1, 73): 1}


def test_lines_go_by_challenge() -> None:
    castle, citadel = make_challenge(), make_challenge(CITADEL)
    caller = make_caller()
    assert caller.submit(CASTLE.line, castle).json()["outcome"] == "won"
    assert caller.submit(CITADEL.line, citadel).json()["outcome"] == "won"
    assert Result.objects.count() == 2


def test_time_runs_from_the_attempt(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    assert caller.post(f"{path_of(challenge)}/attempts").status_code == 201
    at(NOON.replace(minute=1, second=2, microsecond=345_678))
    body = caller.submit(CASTLE.line, challenge).json()
    assert body["elapsed_s"] == 62.346


def test_an_accepted_line_keeps_a_guest(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    caller.submit("11", challenge)
    assert Player.objects.get().last_accepted_at is None
    caller.submit(CASTLE.line, challenge)
    assert Player.objects.get().last_accepted_at == NOON
    at(NOON.replace(hour=14))
    caller.submit(longer(CASTLE, 1), challenge)
    assert Player.objects.get().last_accepted_at == NOON.replace(hour=14)


def test_a_deleted_player_is_told_so() -> None:
    challenge, caller = make_challenge(), make_caller()
    assert caller.player is not None
    caller.player.delete()
    problem_of(caller.submit(CASTLE.line, challenge), 401)
