"""A page costs what its rows cost, however long the board: PostgreSQL reads it from an index."""

import datetime as dt
import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Attempt, Challenge, Player, Result, Submission
from leaderboard.ranking import Place
from leaderboard.services.players import moderator_create
from leaderboard.services.results import counts_change
from tests.leaderboard.lines import CASTLE, CITADEL
from tests.leaderboard.playing import NOON, Caller, SetClock, make_caller, make_challenge, path_of

pytestmark = pytest.mark.django_db

PLAYERS = 1000
# Rows of every section, and many ties.
PLACES = [Place(1, 73 + index % 40) for index in range(60)] + [
    *(Place(2, 80 + index) for index in range(10)),
    *(Place(3, 10_000 * (10 + index) + 30) for index in range(30)),
]


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    """A board of 1,000 results beside another, known to PostgreSQL's statistics."""
    at(NOON)
    players = Player.objects.bulk_create(
        Player(handle=f"p{index}", handle_skeleton=f"p{index}", created_at=NOON)
        for index in range(PLAYERS)
    )
    boards = [make_challenge(won) for won in (CASTLE, CITADEL)]
    for board in boards:
        submissions = Submission.objects.bulk_create(
            Submission(
                player=player,
                challenge=board,
                line="",
                line_hash=uuid.uuid4().bytes * 2,
                status="accepted",
                outcome="won",
                move_count=0,
                foundation_cards=0,
                received_at=NOON,
            )
            for player in players
        )
        Result.objects.bulk_create(
            Result(
                player_id=submission.player_id,
                challenge=board,
                submission=submission,
                slot="in_time",
                section=place.section,
                score=place.score,
                moves=place.score % 10_000,
                foundation_cards=0,
                accepted_at=NOON + dt.timedelta(seconds=index // 7),
            )
            for index, submission in enumerate(submissions)
            for place in [PLACES[index % len(PLACES)]]
        )
    counts_change(
        challenge_id=boards[0].id, added=[PLACES[i % len(PLACES)] for i in range(PLAYERS)]
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE leaderboard_result, leaderboard_player, leaderboard_scorecount")
    return boards[0]


def answer_and_plan(caller: Caller, path: str) -> tuple[Any, str]:
    """What a call answers, and the plan of its last statement."""
    with CaptureQueriesContext(connection) as queries:
        response = caller.get(path.removeprefix("/api/v1/"))
    assert response.status_code == 200
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {queries.captured_queries[-1]['sql']}")
        return response.json(), "\n".join(row[0] for row in cursor.fetchall())


def test_pages_from_the_first_to_a_deep_one(challenge: Challenge) -> None:
    body, plan = answer_and_plan(Caller(), f"{path_of(challenge)}/standings?limit=50")
    assert (len(body["results"]), body["total"]) == (50, PLAYERS)
    assert "using result_board" in plan
    assert "Sort" not in plan
    assert "Seq Scan on leaderboard_result" not in plan
    for _ in range(10):
        body, plan = answer_and_plan(Caller(), body["next"])
        assert re.search(r"Index Cond: .*ROW\(section, score, accepted_at, id\) > ROW\(", plan)
        assert "Sort" not in plan
    assert body["results"][0]["rank"] == 1 + sum(
        PLACES[index % len(PLACES)][0] == 1
        and PLACES[index % len(PLACES)][1] < body["results"][0]["moves"]
        for index in range(PLAYERS)
    )
    _, plan = answer_and_plan(Caller(), body["previous"])
    assert re.search(r"Index Cond: .*ROW\(section, score, accepted_at, id\) < ROW\(", plan)
    assert "Index Scan Backward using result_board" in plan


def test_the_neighbours_of_a_player(challenge: Challenge) -> None:
    player = Player.objects.get(handle=f"p{PLAYERS // 2}")
    body, plan = answer_and_plan(
        make_caller(player=player), f"{path_of(challenge)}/standings/me?limit=5"
    )
    assert (len(body["above"]), len(body["below"])) == (5, 5)
    for side in "<>":
        assert re.search(
            rf"Index Cond: .*ROW\(section, score, accepted_at, id\) {side} ROW\(", plan
        )
    assert plan.count("using result_board") == 2
    assert "Sort" not in plan
    assert "Seq Scan on leaderboard_result" not in plan


@pytest.mark.parametrize(
    ("page", "index"),
    [
        ("result", "result_newest"),
        ("submission", "submission_newest"),
        ("attempt", "attempt_newest"),
    ],
)
def test_moderators_see_the_newest_without_a_sort_of_all(
    challenge: Challenge, page: str, index: str
) -> None:
    Attempt.objects.bulk_create(
        Attempt(player=player, challenge=challenge, started_at=NOON + dt.timedelta(seconds=second))
        for second, player in enumerate(Player.objects.all())
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE leaderboard_attempt, leaderboard_submission")
    client = Client()
    client.force_login(moderator_create(handle="root", password=None))
    with CaptureQueriesContext(connection) as queries:
        response = client.get(f"/admin/leaderboard/{page}", follow=True)
    assert len(response.context["cl"].result_list) == 50
    shown = [query["sql"] for query in queries if "DESC LIMIT 50" in query["sql"]]
    assert len(shown) == 1
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {shown[0]}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert f"Index Scan Backward using {index}" in plan
    assert "Sort" not in plan
