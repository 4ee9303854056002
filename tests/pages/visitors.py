"""Players who are known to the browser from the start, and days that they have won."""

import datetime as dt
from collections.abc import Sequence

import pytest
from django.test import Client
from playwright.sync_api import Page

from games import clock
from leaderboard.models import Challenge, Player
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.players import player_register
from tests.leaderboard.lines import Won, longer
from tests.pages.days import PASSWORD, make_today, submit


def register(handle: str) -> Player:
    """A registered player."""
    return player_register(handle=handle, password=PASSWORD).player


def sign_in(page: Page, player: Player) -> None:
    """Let the browser be signed in as a player, without the form."""
    client = Client()
    client.force_login(player)
    session = client.cookies["sessionid"].value
    page.context.add_cookies(
        [{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}]
    )


def settled_day(won: Won, days_ago: int, results: Sequence[tuple[Player, int]]) -> Challenge:
    """A day that is over and settled, won by players in so many moves more than par."""
    [challenge] = make_today([won], days_ago=days_ago)
    noon = dt.datetime.combine(challenge.date, dt.time(12), dt.UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: noon)
        for player, extra in results:
            line = longer(won, extra) if extra else won.line
            submit(challenge, line, player=player)
    challenge_settle(challenge=challenge)
    return challenge
