"""Settling while players are hidden, deleted and registered, on real connections."""

import pytest
from django.db import transaction

from leaderboard.models import Challenge, PeriodTotal, Player
from leaderboard.periods import Period
from leaderboard.selectors.periods import period_page
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import player_hide, player_unhide
from leaderboard.services.periods import player_enter_anew
from leaderboard.services.players import guest_upgrade, moderator_create
from tests.leaderboard.accounts import PASSWORD
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS
from tests.leaderboard.playing import DAY, SetClock, make_caller
from tests.leaderboard.test_concurrency import at_once
from tests.leaderboard.test_periods import play, player_of, registered, stored

pytestmark = pytest.mark.django_db(transaction=True)


def test_periods_are_right_whatever_happens_while_they_are_settled(at: SetClock) -> None:
    moderator = moderator_create(handle="moderator", password=None)
    callers = [registered() for _ in range(6)] + [make_caller() for _ in range(3)]
    for won in (CASTLE, STREETS, CITADEL):
        for caller in callers:
            play(caller, at, DAY, won=won)
    challenges = list(Challenge.objects.all())
    players = [player_of(caller) for caller in callers]
    at(challenges[0].settles_at)

    def hide_and_show(player: Player) -> bool:
        return player_hide(player=player, moderator=moderator, reason="one") and player_unhide(
            player=player, moderator=moderator, reason="two"
        )

    def upgrade(guest: Player, handle: str) -> bool:
        return guest_upgrade(guest=guest, handle=handle, password=PASSWORD).player == guest

    answers = at_once(
        [
            *(lambda one=one: challenge_settle(challenge=one) for one in challenges * 2),  # type: ignore[misc]
            lambda: hide_and_show(players[0]),
            lambda: hide_and_show(players[1]),
            lambda: player_hide(player=players[2], moderator=moderator, reason="for good"),
            lambda: player_erase(player=players[3]),
            lambda: player_erase(player=players[6]),
            lambda: upgrade(players[7], "Seven"),
            lambda: upgrade(players[8], "Eight"),
        ]
    )
    assert sorted(answers[:6]) == [False] * 3 + [True] * 3
    assert answers[6:] == [True] * 7
    page = period_page(Period("all", None, None), "", limit=20)
    there = [players[index].pk for index in (0, 1, 4, 5, 7, 8)]
    assert {row.position.player_id for row in page.standings} == set(there)
    assert {row.wins for row in page.standings} == {3}
    assert (page.tally.total, PeriodTotal.objects.count()) == (6, 6 * 4 * 4)
    before = stored()
    with transaction.atomic():
        for player in Player.objects.all():
            player_enter_anew(player=player)
    assert stored() == before
