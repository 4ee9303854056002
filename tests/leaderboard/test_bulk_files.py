"""GET bulk, and the files that it names: choosing, caching, limits."""

import datetime as dt
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from games.models import Deal
from leaderboard import tables
from leaderboard.models import Challenge, Result
from leaderboard.selectors import bulk
from leaderboard.services.moderation import result_hide
from leaderboard.services.players import moderator_create
from leaderboard.tables import table_text
from leaderboard.views import bulk as views
from tests.leaderboard.bulk_files import SETTLING, ask, file, make_board, rows
from tests.leaderboard.lines import CASTLE, CITADEL, longer
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    problem_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


@pytest.fixture
def board() -> Challenge:
    return make_board()


# -------------------------------------------------------------------------------- choosing


def test_days_months_and_variants(at: SetClock) -> None:
    for date in ("2025-02-28", "2025-03-01", "2025-03-09"):
        for won in (CITADEL, CASTLE):
            challenge = make_challenge(won, dt.date.fromisoformat(date))
            at(challenge.opens_at)
            make_caller().submit(won.line, challenge)
    at(SETTLING)

    def found(path: str) -> list[tuple[str, str]]:
        both = [rows(path.replace("*", table)) for table in ("challenges", "results")]
        names = [[(row["date"], row["variant"]) for row in one] for one in both]
        assert names[0] == names[1]
        return names[0]

    castle, citadel = "beleaguered-castle", "citadel"
    assert found("2025-03/*.ndjson") == [
        (date, variant) for date in ("2025-03-01", "2025-03-09") for variant in (castle, citadel)
    ]
    assert found("2025-02/*.ndjson") == [("2025-02-28", castle), ("2025-02-28", citadel)]
    assert found("2025-03-01/*.ndjson?variant=citadel") == [("2025-03-01", citadel)]
    assert found("2025-03-02/*.ndjson") == []
    assert found("2031-01/*.ndjson") == []


def test_a_file_without_rows_is_there_all_the_same() -> None:
    columns = ",".join(bulk.RESULT_COLUMNS)
    assert file("2025-01/results.csv").text == columns + "\n"
    assert file("2025-01/results.ndjson").content == b""


@pytest.mark.parametrize(
    "path",
    [
        "all/results.csv",
        "2025/results.csv",
        "2025-W10/results.csv",
        "2025-13/results.csv",
        "2025-02-29/results.csv",
        "2025-3/results.csv",
        "2025-03/players.csv",
        "2025-03/results.json",
        "2025-03/results",
    ],
)
def test_what_is_no_file(path: str) -> None:
    problem_of(Caller().get(f"bulk/{path}"), 404)


def test_a_variant_that_is_none() -> None:
    problem_of(Caller().get("bulk/2025-03/results.csv?variant=klondike"), 400)


def test_the_path_says_what_is_wanted_whatever_accept_says(board: Challenge, at: SetClock) -> None:
    at(SETTLING)
    for accept in ("text/csv", "application/x-ndjson", "image/png", "text/html"):
        assert file("2025-03/results.csv", accept=accept).headers["Content-Type"][:8] == "text/csv"


def test_the_list_of_months(board: Challenge, at: SetClock) -> None:
    make_challenge(CITADEL)
    make_challenge(CASTLE, dt.date(2025, 2, 28))
    make_challenge(CASTLE, dt.date(2025, 3, 31))
    at(SETTLING)

    def month(name: str, **more: Any) -> dict[str, Any]:
        files = {
            table: {end: f"/api/v1/bulk/{name}/{table}.{end}" for end in ("ndjson", "csv")}
            for table in ("challenges", "results", "late")
        }
        return {"period": name, **more, "files": files}

    march = {"first": "2025-03-09", "last": "2025-03-09", "challenges": 2, "results": 7}
    february = month(
        "2025-02",
        first="2025-02-28",
        last="2025-02-28",
        complete=True,
        challenges=1,
        results=0,
    )
    body = Caller().get("bulk").json()
    assert body == {"results": [month("2025-03", complete=False, **march), february]}
    for one in body["results"]:
        assert len(rows(f"{one['period']}/results.ndjson")) == one["results"]
        for table in one["files"].values():
            for path in table.values():
                assert ask(path.removeprefix("/api/v1/bulk/")).status_code == 200
    # The month is whole once its last day is settled.
    at(instant("2025-04-01 01:59:59"))
    assert Caller().get("bulk").json()["results"][0]["complete"] is False
    at(instant("2025-04-01 02:00:00"))
    assert Caller().get("bulk").json()["results"][0]["complete"] is True


# --------------------------------------------------------------------------------- caching


def changed(path: str, tag: str) -> bool:
    status = ask(path, if_none_match=tag).status_code
    assert status in (200, 304)
    return bool(status == 200)


def test_known_already_is_304_until_the_file_changes(board: Challenge, at: SetClock) -> None:
    moderator = moderator_create(handle="moderator", password=None)
    other = make_challenge(CASTLE, DAY - dt.timedelta(days=1))
    at(SETTLING)
    paths = [f"2025-03/{table}.{end}" for table in views.TABLES for end in ("csv", "ndjson")]
    tags = {path: file(path).headers["ETag"] for path in paths}
    assert {file(path).headers["Cache-Control"] for path in paths} == {"no-cache"}

    def moved() -> set[str]:
        return {path.split("/")[1] for path in paths if changed(path, tags[path])}

    assert moved() == set()
    result = Result.objects.filter(slot="in_time", section=1).first()
    assert result is not None
    result_hide(result=result, moderator=moderator, reason="odd")
    assert moved() == {"challenges.csv", "challenges.ndjson", "results.csv", "results.ndjson"}
    tags = {path: file(path).headers["ETag"] for path in paths}
    late = make_caller()
    late.submit(longer(CASTLE, 5), other)
    assert moved() == {"late.csv", "late.ndjson"}
    tags = {path: file(path).headers["ETag"] for path in paths}
    late.submit(longer(CASTLE, 4), other)
    assert moved() == {"late.csv", "late.ndjson"}
    tags = {path: file(path).headers["ETag"] for path in paths}
    # Settling fixes par: what is over it may change.
    Challenge.objects.update(line=longer(CASTLE, 2), moves=75, par_high=75, par_low=70)
    assert moved() == {path.split("/")[1] for path in paths}


def test_the_list_known_already_is_304(board: Challenge, at: SetClock) -> None:
    tag = Caller().get("bulk")["ETag"]
    assert Caller().get("bulk", if_none_match=tag).status_code == 304
    at(SETTLING)
    assert Caller().get("bulk", if_none_match=tag).status_code == 200


# -------------------------------------------------------------------------------- limits


def make_many(challenge: Challenge, count: int) -> None:
    """Results of deleted players: one submission stands for all."""
    make_caller().submit(CASTLE.line, challenge)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO leaderboard_result (id, challenge_id, submission_id, slot, section, score,
                moves, foundation_cards, accepted_at, hidden, hidden_itself)
            SELECT gen_random_uuid(), challenge_id, submission_id, slot, section, 80 + n / 100,
                80 + n / 100, 52, accepted_at, false, false
            FROM leaderboard_result, generate_series(2, %s) AS n
            """,
            [count],
        )
        cursor.execute("ANALYZE leaderboard_result")


def test_a_long_board_is_read_from_its_index_a_piece_at_a_time(
    at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name, value in (
        (tables, "CHUNK", 100),
        (bulk, "CHUNK", 100),
        (views, "IN_MEMORY", 2**16),
    ):
        assert hasattr(module, name)
        monkeypatch.setattr(module, name, value)
    count = 10_000
    challenge = make_challenge()
    make_many(challenge, count)
    at(SETTLING)
    tracemalloc.start()
    response = Caller().get("bulk/2025-03/results.ndjson")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    text = response.getvalue()
    last = json.loads(text.splitlines()[-1])
    assert (last["moves"], last["rank"]) == (80 + count // 100, count)
    assert int(response["Content-Length"]) == len(text) > 1_400_000
    assert peak < len(text) / 2
    with connection.cursor() as cursor:
        values = {"challenge": challenge.id, "assisted": 2, "unfinished": 3}
        cursor.execute(f"EXPLAIN {bulk.IN_TIME}", values)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "using result_board" in plan
    assert "Sort" not in plan


def test_a_month_of_too_many_results_is_taken_in_parts(
    board: Challenge, at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MAX_ROWS", 6)
    at(SETTLING)
    for path in ("2025-03/results.csv", "2025-03/results.csv?variant=beleaguered-castle"):
        problem = problem_of(Caller().get(f"bulk/{path}"), 400)
        assert problem["type"] == "/problems/too-many-results"
    problem_of(Caller().get("bulk/2025-03-09/results.csv"), 400)
    assert len(rows("2025-03-09/results.ndjson?variant=beleaguered-castle")) == 7
    assert len(rows("2025-03/challenges.ndjson")) == 1


def test_few_files_are_written_at_a_time(
    board: Challenge, at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(SETTLING)
    inner: list[Any] = []

    def while_writing(columns: Any, rows: Any, extension: str) -> Iterator[bytes]:
        if len(inner) < 2:
            inner.append(ask("2025-03/late.csv"))
        return table_text(columns, rows, extension)

    monkeypatch.setattr(views, "table_text", while_writing)
    # One is written while another is, and a third is not.
    assert file("2025-03/results.csv").content.count(b"\n") == 8
    third, second = inner
    problem = problem_of(third, 503)
    assert (problem["type"], third["Retry-After"]) == ("/problems/unavailable", "5")
    assert second.read.count(b"\n") == 1
    assert Caller().get("bulk").status_code == 200
    # Afterwards there is room again.
    assert file("2025-03/results.csv").content.count(b"\n") == 8


def test_a_failure_leaves_room(
    board: Challenge, at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(SETTLING)

    def fails(columns: Any, rows: Any, extension: str) -> Iterator[bytes]:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(views, "table_text", fails)
        for _ in range(3):
            with pytest.raises(OSError, match="no space left"):
                Caller().get("bulk/2025-03/results.csv")
    assert len(rows("2025-03/results.ndjson")) == 7


def test_files_are_counted_by_themselves(settings: Any) -> None:
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"bulk": "2/hour"}
    statuses = [ask("2025-03/late.csv").status_code for _ in range(3)]
    assert statuses[:2] == [200, 200]
    assert statuses[2] == 429
    assert Caller().get("bulk").status_code == 200
    assert not Deal.objects.exists()
