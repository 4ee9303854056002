"""Hiding players and results: gone from every board, rank and count at once, and back exactly."""

import datetime as dt
import itertools
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.errors import ValidationError
from leaderboard.models import Challenge, ModerationAction, Player, Result, ScoreCount
from leaderboard.selectors.standings import board_page
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import (
    player_hide,
    player_unhide,
    result_hide,
    result_unhide,
)
from leaderboard.services.players import moderator_create
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.lines import CASTLE, STREETS, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db
WHY = "the line is the solver's"


@pytest.fixture
def moderator(db: None) -> Player:
    return moderator_create(handle="moderator", password=None)


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    return make_challenge()


def play(challenge: Challenge, **lines: str) -> dict[str, Caller]:
    """Registered players by name, who submit a line each."""
    callers = {}
    for name, line in lines.items():
        callers[name] = make_player_caller(name)
        assert callers[name].submit(line, challenge).status_code == 201
    return callers


def row_of(caller: Caller, **found: Any) -> Player:
    assert caller.player is not None
    return Player.objects.get(pk=caller.player.pk, **found)


def result_of(caller: Caller, challenge: Challenge) -> Result:
    return Result.objects.get(player=caller.player, challenge=challenge, slot="in_time")


def board(challenge: Challenge) -> Any:
    return Caller().get(f"{path_of(challenge)}/standings").json()


def places(challenge: Challenge) -> list[tuple[int | None, str]]:
    return [(row["rank"], row["player"]["handle"]) for row in board(challenge)["results"]]


def counts(challenge: Challenge) -> Any:
    return Caller().get(path_of(challenge)).json()["counts"]


def test_a_hidden_player_is_nowhere_and_comes_back_exactly(
    challenge: Challenge, moderator: Player
) -> None:
    other = make_challenge(STREETS)
    callers = play(
        challenge,
        Ada=CASTLE.line,
        Bob=longer(CASTLE, 1),
        Cleo=longer(CASTLE, 1),
        Dan=unfinished(CASTLE, 20),
    )
    callers["Ada"].submit(STREETS.line, other)
    before, before_other = board(challenge), board(other)
    assert player_hide(player=row_of(callers["Ada"]), moderator=moderator, reason=WHY)
    # Received at the same instant: which of two equal rows stands first is their ids' affair.
    assert sorted(places(challenge)[:2]) == [(1, "Bob"), (1, "Cleo")]
    assert places(challenge)[2:] == [(None, "Dan")]
    assert places(other) == []
    assert board(challenge)["total"] == 3
    assert counts(challenge) == {"ranked": 2, "assisted": 0, "unfinished": 1}
    assert board(challenge)["board_revision"] == before["board_revision"] + 1
    assert board(other)["board_revision"] == before_other["board_revision"] + 1
    assert callers["Bob"].get(f"{path_of(challenge)}/standings/me").json()["rank"] == 1
    problem_of(Caller().get("players/Ada"), 404)

    assert player_unhide(player=row_of(callers["Ada"]), moderator=moderator, reason="an error")
    after = board(challenge)
    assert after["results"] == before["results"]
    assert after["total"] == before["total"]
    assert after["board_revision"] == before["board_revision"] + 2
    assert board(other)["results"] == before_other["results"]
    assert Caller().get("players/Ada").status_code == 200


def test_a_hidden_player_is_told_and_plays_on(challenge: Challenge, moderator: Player) -> None:
    ada = play(challenge, Ada=longer(CASTLE, 4), Bob=longer(CASTLE, 2))["Ada"]
    player_hide(player=row_of(ada), moderator=moderator, reason=WHY)
    own = ada.get(f"{path_of(challenge)}/standings/me").json()
    assert (own["rank"], own["hidden"], own["standing"]["moves"]) == (None, True, 77)
    assert (own["above"], own["below"], own["total"]) == ([], [], 1)
    assert ada.get("me").json()["hidden"] is True
    before = board(challenge)
    assert ada.submit(CASTLE.line, challenge).status_code == 201
    assert board(challenge) == before
    # What was played meanwhile counts when they come back.
    player_unhide(player=row_of(ada), moderator=moderator, reason="an error")
    assert places(challenge) == [(1, "Ada"), (2, "Bob")]
    assert board(challenge)["results"][0]["moves"] == 73


def test_a_hidden_result_is_off_its_board_alone(challenge: Challenge, moderator: Player) -> None:
    other = make_challenge(STREETS)
    ada = play(challenge, Ada=CASTLE.line, Bob=longer(CASTLE, 1))["Ada"]
    ada.submit(STREETS.line, other)
    before = board(challenge)
    assert result_hide(result=result_of(ada, challenge), moderator=moderator, reason=WHY)
    assert places(challenge) == [(1, "Bob")]
    assert places(other) == [(1, "Ada")]
    assert Caller().get("players/Ada").status_code == 200
    own = ada.get(f"{path_of(challenge)}/standings/me").json()
    assert (own["rank"], own["hidden"]) == (None, True)
    assert result_unhide(result=result_of(ada, challenge), moderator=moderator, reason="fine")
    assert board(challenge)["results"] == before["results"]
    assert board(challenge)["board_revision"] == before["board_revision"] + 2


def test_a_better_line_does_not_bring_a_hidden_result_back(
    challenge: Challenge, moderator: Player
) -> None:
    ada = play(challenge, Ada=longer(CASTLE, 3))["Ada"]
    result_hide(result=result_of(ada, challenge), moderator=moderator, reason=WHY)
    assert ada.submit(CASTLE.line, challenge).status_code == 201
    assert places(challenge) == []
    result_unhide(result=result_of(ada, challenge), moderator=moderator, reason="fine")
    assert [row["moves"] for row in board(challenge)["results"]] == [73]


def test_a_player_comes_back_without_the_results_that_were_hidden_themselves(
    challenge: Challenge, moderator: Player
) -> None:
    other = make_challenge(STREETS)
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    ada.submit(STREETS.line, other)
    result_hide(result=result_of(ada, challenge), moderator=moderator, reason=WHY)
    player_hide(player=row_of(ada), moderator=moderator, reason=WHY)
    assert (places(challenge), places(other)) == ([], [])
    player_unhide(player=row_of(ada), moderator=moderator, reason="enough")
    assert (places(challenge), places(other)) == ([], [(1, "Ada")])
    result_unhide(result=result_of(ada, challenge), moderator=moderator, reason="enough")
    assert places(challenge) == [(1, "Ada")]


def test_a_result_of_a_hidden_player_waits_for_them(
    challenge: Challenge, moderator: Player
) -> None:
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    result_hide(result=result_of(ada, challenge), moderator=moderator, reason=WHY)
    player_hide(player=row_of(ada), moderator=moderator, reason=WHY)
    result_unhide(result=result_of(ada, challenge), moderator=moderator, reason="fine")
    assert places(challenge) == []
    player_unhide(player=row_of(ada), moderator=moderator, reason="fine")
    assert places(challenge) == [(1, "Ada")]


def test_twice_is_once(challenge: Challenge, moderator: Player) -> None:
    ada = play(challenge, Ada=CASTLE.line, Bob=CASTLE.line)["Ada"]
    for action, changed in ((player_hide, [True, False]), (player_unhide, [True, False])):
        done = [action(player=row_of(ada), moderator=moderator, reason=WHY) for _ in range(2)]
        assert done == changed
    result = result_of(ada, challenge)
    for act, changed in ((result_hide, [True, False]), (result_unhide, [True, False])):
        done = [act(result=result, moderator=moderator, reason=WHY) for _ in range(2)]
        assert done == changed
    assert ModerationAction.objects.count() == 4
    assert counts(challenge)["ranked"] == 2


def test_settled_boards_change_too(challenge: Challenge, moderator: Player, at: SetClock) -> None:
    ada = play(challenge, Ada=CASTLE.line, Bob=longer(CASTLE, 2))["Ada"]
    at(challenge.settles_at)
    line = f"submissions/{result_of(ada, challenge).submission_id}"
    assert Caller().get(line).status_code == 200
    before = board(challenge)
    player_hide(player=row_of(ada), moderator=moderator, reason=WHY)
    assert places(challenge) == [(1, "Bob")]
    problem_of(Caller().get(line), 404)
    assert ada.get(line).status_code == 200
    player_unhide(player=row_of(ada), moderator=moderator, reason="an error")
    assert board(challenge)["results"] == before["results"]
    assert Caller().get(line).status_code == 200


def test_late_results_are_hidden_too_and_in_no_count(
    challenge: Challenge, moderator: Player, at: SetClock
) -> None:
    at(challenge.settles_at)
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    result = Result.objects.get(slot="late")
    line = f"submissions/{result.submission_id}"
    assert Caller().get(line).status_code == 200
    for action in (player_hide, player_unhide):
        action(player=row_of(ada), moderator=moderator, reason=WHY)
        expected = 404 if action is player_hide else 200
        assert Caller().get(line).status_code == expected
        assert not ScoreCount.objects.exists()
        assert board(challenge)["total"] == 0


def test_the_trail_names_who_did_what_when_and_why(
    challenge: Challenge, moderator: Player, at: SetClock
) -> None:
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    result = result_of(ada, challenge)
    result_hide(result=result, moderator=moderator, reason=f"  {WHY}\n")
    at(NOON + dt.timedelta(hours=1))
    player_hide(player=row_of(ada), moderator=moderator, reason="again")
    trail = ModerationAction.objects.order_by("at").values_list(
        "action", "moderator__handle", "player__handle", "result", "reason", "at"
    )
    assert list(trail) == [
        ("hide_result", "moderator", "Ada", result.pk, WHY, NOON),
        ("hide_player", "moderator", "Ada", None, "again", NOON + dt.timedelta(hours=1)),
    ]
    hidden = row_of(ada)
    assert (hidden.hidden_at, hidden.hidden_reason) == (NOON + dt.timedelta(hours=1), "again")
    player_unhide(player=hidden, moderator=moderator, reason="fine")
    hidden.refresh_from_db()
    assert (hidden.hidden_at, hidden.hidden_reason) == (None, "")


def test_the_export_has_what_was_done_but_not_by_whom(
    challenge: Challenge, moderator: Player, at: SetClock
) -> None:
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    result_hide(result=result_of(ada, challenge), moderator=moderator, reason=WHY)
    at(NOON + dt.timedelta(hours=1))
    player_hide(player=row_of(ada), moderator=moderator, reason="again")
    text = ada.get("me/export").getvalue().decode()
    assert json.loads(text)["moderation"] == [
        {
            "action": "hide_player",
            "variant": None,
            "date": None,
            "reason": "again",
            "at": "2025-03-09T13:00:00Z",
        },
        {
            "action": "hide_result",
            "variant": CASTLE.variant,
            "date": "2025-03-09",
            "reason": WHY,
            "at": "2025-03-09T12:00:00Z",
        },
    ]
    assert "moderator" not in text


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 501])
def test_a_reason_is_needed(challenge: Challenge, moderator: Player, reason: str) -> None:
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    for act in (player_hide, player_unhide):
        with pytest.raises(ValidationError):
            act(player=row_of(ada), moderator=moderator, reason=reason)
    for action in (result_hide, result_unhide):
        with pytest.raises(ValidationError):
            action(result=result_of(ada, challenge), moderator=moderator, reason=reason)
    assert not ModerationAction.objects.exists()
    assert places(challenge) == [(1, "Ada")]


def test_who_is_deleted_stays_hidden_and_leaves_no_reason(
    challenge: Challenge, moderator: Player, at: SetClock
) -> None:
    ada = play(challenge, Ada=CASTLE.line, Bob=longer(CASTLE, 1))["Ada"]
    result = result_of(ada, challenge)
    player_hide(player=row_of(ada), moderator=moderator, reason="Ada is a solver")
    at(challenge.settles_at)
    player = row_of(ada)
    player_erase(player=player)
    assert places(challenge) == [(1, "Bob")]
    (action,) = ModerationAction.objects.all()
    assert (action.action, action.player, action.reason) == ("hide_player", None, "")
    assert player_unhide(player=player, moderator=moderator, reason="fine") is False
    # The anonymous result can still be shown on its own.
    assert result_unhide(result=result, moderator=moderator, reason="nothing wrong with it")
    rows = board(challenge)["results"]
    assert [(row["rank"], row["player"] and row["player"]["handle"]) for row in rows] == [
        (1, None),
        (2, "Bob"),
    ]


def test_a_result_that_is_gone_cannot_be_hidden(challenge: Challenge, moderator: Player) -> None:
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    result = result_of(ada, challenge)
    player_erase(player=row_of(ada))
    assert result_hide(result=result, moderator=moderator, reason=WHY) is False


def test_a_moderator_who_is_deleted_leaves_the_trail(
    challenge: Challenge, moderator: Player
) -> None:
    ada = play(challenge, Ada=CASTLE.line)["Ada"]
    player_hide(player=row_of(ada), moderator=moderator, reason=WHY)
    player_erase(player=moderator)
    action = ModerationAction.objects.get()
    assert (action.moderator, action.player, action.reason) == (None, ada.player, WHY)


_days = itertools.count(1)
ACTIONS = ("hide_player", "unhide_player", "hide_result", "unhide_result", "submit")


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(ACTIONS)), max_size=20))
def test_boards_and_counts_are_what_a_recount_says(
    at: SetClock, moderator: Player, steps: list[tuple[int, str]]
) -> None:
    date = DAY - dt.timedelta(days=next(_days))
    challenge = make_challenge(date=date)
    at(dt.datetime.combine(date, dt.time(12), dt.UTC))
    callers = [make_caller() for _ in range(3)]
    extras = dict.fromkeys(range(3), 7)
    for caller in callers:
        caller.submit(longer(CASTLE, 7), challenge)
    hidden_players, hidden_results = set(), set()
    revision = board_page(challenge, limit=1).tally.revision
    for index, step in steps:
        caller = callers[index]
        if step == "submit":
            extras[index] = max(0, extras[index] - 1)
            caller.submit(longer(CASTLE, extras[index]), challenge)
            continue
        group = hidden_players if step.endswith("player") else hidden_results
        group.discard(index) if step.startswith("unhide") else group.add(index)
        if step.endswith("player"):
            act = player_hide if step == "hide_player" else player_unhide
            act(player=row_of(caller), moderator=moderator, reason=WHY)
        else:
            action = result_hide if step == "hide_result" else result_unhide
            action(result=result_of(caller, challenge), moderator=moderator, reason=WHY)
    seen = [index for index in range(3) if index not in hidden_players | hidden_results]
    moves = sorted(CASTLE.par + extras[index] for index in seen)
    page = board_page(challenge, limit=10)
    assert [row.moves for row in page.standings] == moves
    assert [row.rank for row in page.standings] == [1 + moves.index(one) for one in moves]
    assert page.tally.total == len(seen)
    assert page.tally.revision >= revision
    stored = ScoreCount.objects.filter(challenge=challenge, count__gt=0)
    assert {row.score: row.count for row in stored} == {one: moves.count(one) for one in moves}
