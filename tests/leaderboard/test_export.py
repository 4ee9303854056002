"""GET me/export."""

import json
from typing import Any

import pytest

from leaderboard.models import Assistance, Player
from leaderboard.selectors import players as selectors
from leaderboard.services.tokens import Scope
from tests.leaderboard.accounts import PASSWORD, account, call, make_player
from tests.leaderboard.lines import CASTLE, unfinished
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


def export(caller: Caller) -> Any:
    response = caller.get("me/export")
    assert response.status_code == 200
    return json.loads(response.getvalue())


def test_it_works(at: SetClock) -> None:
    player = make_player("Ada")
    caller = make_caller(player=player)
    challenge = make_challenge()
    call(caller, "PATCH", "me", {"preferences": {"deck": "französisch"}})
    caller.post(f"{path_of(challenge)}/attempts")
    sent = [
        caller.submit(line, challenge).json()
        for line in ("11", unfinished(CASTLE, 10), CASTLE.line)
    ]
    Assistance.objects.create(player=player, challenge=challenge, asked_at=NOON)
    response = caller.get("me/export")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="Ada.json"'
    assert response["Cache-Control"] == "no-store"
    body = json.loads(response.getvalue())
    assert list(body) == [
        "exported_at",
        "player",
        "tokens",
        "attempts",
        "assistances",
        "submissions",
        "results",
        "groups",
        "moderation",
    ]
    assert body["exported_at"] == "2025-03-09T12:00:00Z"
    assert body["player"] == account(caller)
    assert body["player"]["preferences"] == {"deck": "französisch"}
    assert [token["scopes"] for token in body["tokens"]] == [["read", "play", "account"]]
    assert [attempt["date"] for attempt in body["attempts"]] == ["2025-03-09"]
    assert body["assistances"] == [
        {"variant": CASTLE.variant, "date": "2025-03-09", "asked_at": "2025-03-09T12:00:00Z"}
    ]
    in_order = sorted(sent, key=lambda submission: submission["id"])
    assert body["submissions"] == in_order
    assert len(body["results"]) == 1
    result = body["results"][0]
    assert (result["section"], result["moves"]) == ("ranked", CASTLE.par)
    assert result["submission"] == sent[2]["id"]


def test_nothing_of_others_and_no_secrets(player: Caller, at: SetClock) -> None:
    challenge = make_challenge()
    other = make_caller()
    other.submit(CASTLE.line, challenge)
    text = player.get("me/export").getvalue().decode()
    body = json.loads(text)
    assert body["submissions"] == body["results"] == []
    row = Player.objects.get(handle="Ada")
    token = player.headers["authorization"].removeprefix("Bearer ")
    for secret in (row.password, row.recovery_hash, token, token[:15], PASSWORD):
        assert secret not in text


def test_every_row_once_however_many(
    player: Caller, at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "CHUNK", 3)
    challenge = make_challenge()
    sent = {
        player.submit(unfinished(CASTLE, moves), challenge).json()["id"] for moves in range(1, 11)
    }
    found = [row["id"] for row in export(player)["submissions"]]
    assert len(found) == 10
    assert set(found) == sent


def test_guests_have_an_export(guest: Caller) -> None:
    assert export(guest)["player"]["guest"] is True


def test_it_needs_the_scope_account(anybody: Caller) -> None:
    problem_of(anybody.get("me/export"), 401)
    problem_of(make_caller(Scope.READ, Scope.PLAY).get("me/export"), 403)
