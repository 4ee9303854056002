"""What the deletion of a player leaves: the boards of others, and nothing of the person."""

import datetime as dt
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from leaderboard.models import (
    Assistance,
    Attempt,
    AuthToken,
    Challenge,
    ErasedHandle,
    IdempotencyRecord,
    Player,
    Result,
    ScoreCount,
    Submission,
)
from leaderboard.services.erasing import player_erase
from leaderboard.services.players import guest_create
from tests.leaderboard.accounts import call, make_player_caller
from tests.leaderboard.lines import CASTLE, STREETS, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
)

pytestmark = pytest.mark.django_db


def board(challenge: Challenge) -> Any:
    return Caller().get(f"{path_of(challenge)}/standings").json()


def places(challenge: Challenge) -> list[tuple[int | None, str | None, int]]:
    return [
        (row["rank"], row["player"] and row["player"]["handle"], row["moves"])
        for row in board(challenge)["results"]
    ]


def counted(challenge: Challenge) -> dict[int, int]:
    rows = ScoreCount.objects.filter(challenge=challenge, count__gt=0)
    return {row.score: row.count for row in rows}


def everything_stored() -> str:
    """All rows of all tables of ours, as text."""
    with connection.cursor() as cursor:
        texts = []
        for model in apps.get_app_config("leaderboard").get_models():
            cursor.execute(f"SELECT t::text FROM {model._meta.db_table} AS t")  # noqa: S608
            texts += [row[0] for row in cursor.fetchall()]
    return "\n".join(texts)


def test_a_settled_board_keeps_the_result_without_the_player(at: SetClock) -> None:
    challenge = make_challenge()
    ada, bob, eve = make_player_caller("Ada"), make_player_caller("Bob"), make_player_caller("Eve")
    bob.submit(CASTLE.line, challenge)
    at(NOON + dt.timedelta(minutes=1))
    ada.submit(CASTLE.line, challenge)
    eve.submit(longer(CASTLE, 2), challenge)
    at(challenge.settles_at)
    before = board(challenge)
    tag = Caller().get(f"{path_of(challenge)}/standings")["ETag"]
    assert call(bob, "DELETE", "me").status_code == 204
    par = CASTLE.par
    assert places(challenge) == [(1, None, par), (1, "Ada", par), (3, "Eve", par + 2)]
    assert board(challenge)["total"] == before["total"] == 3
    assert board(challenge)["board_revision"] > before["board_revision"]
    assert Caller().get(f"{path_of(challenge)}/standings")["ETag"] != tag
    assert counted(challenge) == {par: 2, par + 2: 1}
    # The line that the rank stands on is still there to be checked.
    line = Caller().get(f"submissions/{board(challenge)['results'][0]['submission']}")
    assert line.json()["line"] == CASTLE.line


def test_an_open_board_forgets_the_result(at: SetClock) -> None:
    challenge = make_challenge()
    ada, bob = make_player_caller("Ada"), make_player_caller("Bob")
    ada.submit(longer(CASTLE, 2), challenge)
    bob.submit(CASTLE.line, challenge)
    before = board(challenge)["board_revision"]
    call(bob, "DELETE", "me")
    assert places(challenge) == [(1, "Ada", CASTLE.par + 2)]
    assert board(challenge)["total"] == 1
    assert board(challenge)["board_revision"] > before
    assert counted(challenge) == {CASTLE.par + 2: 1}


@pytest.mark.parametrize(
    ("moment", "stays"),
    [("2025-03-10 01:59:59.999999", False), ("2025-03-10 02:00:00", True)],
)
def test_the_clock_says_what_is_settled(at: SetClock, moment: str, stays: bool) -> None:
    challenge = make_challenge()
    ada = make_player_caller("Ada")
    ada.submit(CASTLE.line, challenge)
    at(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))
    call(ada, "DELETE", "me")
    assert Result.objects.exists() is stays
    assert counted(challenge) == ({CASTLE.par: 1} if stays else {})


def test_nothing_of_the_person_is_left(at: SetClock) -> None:
    old, today = make_challenge(), make_challenge(STREETS, DAY + dt.timedelta(days=1))
    ada = make_player_caller("Ada-Lovelace")
    player = ada.player
    assert player is not None
    call(ada, "PATCH", "me", {"preferences": {"motto": "weaves patterns"}})
    ada.post(f"{path_of(old)}/attempts")
    for line in ("my name is Ada-Lovelace", "11", unfinished(CASTLE, 5), CASTLE.line):
        ada.submit(line, old, idempotency_key=f"key-{len(line)}")
    at(NOON + dt.timedelta(days=1))
    # Archive play on the settled board, and a line on the open one.
    ada.submit(longer(CASTLE, 4), old)
    ada.submit(STREETS.line, today)
    Assistance.objects.create(player=player, challenge=today, asked_at=NOON)
    assert IdempotencyRecord.objects.exists()
    call(ada, "DELETE", "me")
    stored = everything_stored()
    for trace in (str(player.pk), "Ada", "adalovelace", "weaves", player.password):
        assert trace not in stored, trace
    for table in (Attempt, Assistance, AuthToken, IdempotencyRecord, Player):
        assert not table.objects.exists(), table
    # One anonymous line with the result that stands on it, and the HMAC of the handle.
    submission, result = Submission.objects.get(), Result.objects.get()
    assert (submission.line, submission.player) == (CASTLE.line, None)
    assert (result.submission, result.player, result.slot) == (submission, None, "in_time")
    assert len(bytes(ErasedHandle.objects.get().digest)) == 32


def test_a_hidden_result_stays_hidden(at: SetClock) -> None:
    challenge = make_challenge()
    ada = make_player_caller("Ada")
    ada.submit(CASTLE.line, challenge)
    Result.objects.update(hidden=True)
    ScoreCount.objects.update(count=0)
    at(challenge.settles_at)
    call(ada, "DELETE", "me")
    assert places(challenge) == []
    assert counted(challenge) == {}
    assert Result.objects.get().hidden


def test_a_hidden_result_on_an_open_board_is_counted_out_once(at: SetClock) -> None:
    challenge = make_challenge()
    ada, bob = make_player_caller("Ada"), make_player_caller("Bob")
    ada.submit(CASTLE.line, challenge)
    bob.submit(CASTLE.line, challenge)
    Result.objects.filter(player=ada.player).update(hidden=True)
    ScoreCount.objects.update(count=1)
    call(ada, "DELETE", "me")
    assert places(challenge) == [(1, "Bob", CASTLE.par)]
    assert counted(challenge) == {CASTLE.par: 1}


def test_unfinished_lines_are_counted_out_too(at: SetClock) -> None:
    challenge = make_challenge()
    ada = make_player_caller("Ada")
    ada.submit(unfinished(CASTLE, 30), challenge)
    assert len(counted(challenge)) == 1
    call(ada, "DELETE", "me")
    assert counted(challenge) == {}


def test_a_guest_leaves_no_hmac(guest: Caller) -> None:
    assert guest.player is not None
    assert player_erase(player=guest.player)
    assert not ErasedHandle.objects.exists()
    assert not Player.objects.exists()


def test_deleting_twice_is_deleting_once() -> None:
    guest = guest_create()
    assert player_erase(player=guest) is True
    assert player_erase(player=guest) is False


def test_others_are_not_touched(at: SetClock) -> None:
    challenge = make_challenge()
    ada, bob = make_player_caller("Ada"), make_caller()
    bob.post(f"{path_of(challenge)}/attempts")
    mine = bob.submit(CASTLE.line, challenge).json()
    ada.submit(CASTLE.line, challenge)
    before = bob.get("me/export").getvalue()
    call(ada, "DELETE", "me")
    assert bob.get("me/export").getvalue() == before
    assert bob.get(f"{path_of(challenge)}/standings/me").json()["rank"] == 1
    assert bob.get(f"submissions/{mine['id']}").status_code == 200
