"""Hiding while others submit and delete, on real connections to PostgreSQL."""

import pytest

from leaderboard.models import ModerationAction, Player, Result, ScoreCount
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import (
    player_hide,
    player_unhide,
    result_hide,
    result_unhide,
)
from leaderboard.services.players import moderator_create
from tests.leaderboard.lines import CASTLE, longer
from tests.leaderboard.playing import NOON, SetClock, make_caller, make_challenge
from tests.leaderboard.test_concurrency import at_once, client_of

pytestmark = pytest.mark.django_db(transaction=True)


def counted() -> dict[int, int]:
    return {row.score: row.count for row in ScoreCount.objects.filter(count__gt=0)}


def visible() -> dict[int, int]:
    found: dict[int, int] = {}
    for score in Result.objects.filter(hidden=False).values_list("score", flat=True):
        found[score] = found.get(score, 0) + 1
    return found


def test_hiding_twice_at_once_is_hiding_once(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    moderator = moderator_create(handle="moderator", password=None)
    caller.submit(CASTLE.line, challenge)
    player = Player.objects.get(pk=caller.player.pk) if caller.player else moderator
    done = at_once([lambda: player_hide(player=player, moderator=moderator, reason="one")] * 6)
    assert sorted(done) == [False] * 5 + [True]
    assert ModerationAction.objects.count() == 1
    assert counted() == {}


def test_counts_stay_right_while_all_happens_at_once(at: SetClock) -> None:
    at(NOON)
    challenge = make_challenge()
    moderator = moderator_create(handle="moderator", password=None)
    callers = [make_caller() for _ in range(9)]
    for index, caller in enumerate(callers):
        assert caller.submit(longer(CASTLE, 5 + index % 3), challenge).status_code == 201
    players = [caller.player for caller in callers if caller.player is not None]
    results = [Result.objects.get(player=player) for player in players]

    def submit(index: int) -> bool:
        own = client_of(callers[index])
        answers = [own.submit(longer(CASTLE, extra), challenge) for extra in (4, index % 4, 9)]
        return all(answer.status_code == 201 for answer in answers)

    def hide_and_show(index: int) -> bool:
        return all(
            (
                player_hide(player=players[index], moderator=moderator, reason="one"),
                result_hide(result=results[index], moderator=moderator, reason="two"),
                player_unhide(player=players[index], moderator=moderator, reason="three"),
                result_unhide(result=results[index], moderator=moderator, reason="four"),
            )
        )

    def hide(index: int) -> bool:
        return player_hide(player=players[index], moderator=moderator, reason="for good")

    answers = at_once(
        [
            *(lambda index=index: submit(index) for index in range(9) if index != 8),  # type: ignore[misc]
            *(lambda index=index: hide_and_show(index) for index in range(4)),  # type: ignore[misc]
            *(lambda index=index: hide(index) for index in (4, 5)),  # type: ignore[misc]
            lambda: player_erase(player=players[8]),
        ]
    )
    assert answers == [True] * 15
    assert counted() == visible()
    assert sum(counted().values()) == 6
    assert Result.objects.filter(hidden=True).count() == 2
