"""The checks of a drill notice what is lost and what is wrong."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from drills.checks import labels_waiting, lost, recount, wrong_ranks
from drills.ledger import Acknowledged, Ledger
from drills.lines import Line
from games import clock
from games.rules import get_variant
from games.services import label_request
from leaderboard.models import Attempt, Player, Result, ScoreCount, Submission
from tests.castle_site.operations.conftest import url_of_database
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import make_caller, make_challenge, path_of

pytestmark = pytest.mark.django_db(transaction=True)
LINES = (CASTLE.line, longer(CASTLE, 2), longer(CASTLE, 2), unfinished(CASTLE, 12))


@pytest.fixture
def url() -> str:
    """The URL of the test's own database."""
    return url_of_database(connection.settings_dict["NAME"])


@pytest.fixture
def ledger() -> Ledger:
    """Four players with a line each, an attempt and a label, all acknowledged."""
    challenge = make_challenge(date=clock.now().date())
    ledger = Ledger()
    for text in LINES:
        caller = make_caller()
        answer = caller.submit(text, challenge).json()
        line = Line(
            challenge.variant,
            challenge.date.isoformat(),
            text,
            answer["status"],
            answer["outcome"],
            answer["move_count"],
        )
        assert caller.player is not None
        ledger.submissions.append(Acknowledged(answer["id"], caller.player.handle, "", line))
        ledger.guests.append(caller.player.handle)
    assert caller.post(f"{path_of(challenge)}/attempts").status_code == 201
    ledger.attempts.append((ledger.guests[-1], challenge.variant, challenge.date.isoformat()))
    label_request(variant=get_variant("citadel"), number=77)
    ledger.labels.append(("citadel", "77"))
    return ledger


def test_all_is_found_as_it_was(ledger: Ledger, url: str) -> None:
    assert ledger.acknowledged() == 10
    assert lost(ledger, url) == []
    assert labels_waiting(ledger, url) == [("citadel", "77")]


def test_what_is_gone_or_changed_is_named(ledger: Ledger, url: str) -> None:
    Attempt.objects.all().delete()
    Submission.objects.filter(pk=ledger.submissions[0].id).update(move_count=1)
    Player.objects.filter(handle=ledger.guests[1]).update(handle="Renamed")
    found = lost(ledger, url)
    assert [one.split()[0] for one in found] == ["submission", "submission", "guest", "attempt"]


def _port(live_server: Any) -> int:
    port = urlsplit(live_server.url).port
    assert port is not None
    return port


def test_a_right_board_is_right(ledger: Ledger, url: str, live_server: Any) -> None:
    assert sorted(row.rank or 0 for rows in recount(url).values() for row in rows) == [0, 1, 2, 2]
    assert wrong_ranks(_port(live_server), url) == (4, [])


def test_a_board_that_differs_from_its_lines_is_named(
    ledger: Ledger, url: str, live_server: Any
) -> None:
    best = Result.objects.order_by("section", "score").first()
    assert best is not None
    Result.objects.filter(pk=best.pk).update(moves=best.moves + 5)
    _, wrong = wrong_ranks(_port(live_server), url)
    assert len(wrong) == 1
    assert ledger.guests[0] in wrong[0]


def test_counts_that_differ_from_the_board_are_named(
    ledger: Ledger, url: str, live_server: Any
) -> None:
    ScoreCount.objects.filter(score=CASTLE.par).update(count=2)
    _, wrong = wrong_ranks(_port(live_server), url)
    # The rank of the two behind; and of the distribution both shares, as said and as right.
    assert [sum("distribution" in one for one in wrong), len(wrong)] == [4, 6]
