"""GET bulk, and the files of settled challenges."""

import csv
import datetime as dt
import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.db import connection

from games.models import Deal
from games.rules import deal, get_variant
from leaderboard import tables
from leaderboard.models import Assistance, Challenge, Player, Result, Submission
from leaderboard.replaying import positions
from leaderboard.selectors import bulk
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import player_hide, result_hide, result_unhide
from leaderboard.services.players import moderator_create
from leaderboard.tables import table_text
from leaderboard.views import bulk as views
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.lines import CASTLE, CITADEL, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)

pytestmark = pytest.mark.django_db
SETTLING = instant("2025-03-10 02:00:00")
RESULT = {
    "variant": "beleaguered-castle",
    "date": "2025-03-09",
    "foundation_cards": 52,
    "elapsed_s": None,
    "assisted": False,
    "late": False,
}


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


class File(NamedTuple):
    """A file as it comes: what its headers say, and all of it."""

    headers: Any
    content: bytes

    @property
    def text(self) -> str:
        """What is in it."""
        return self.content.decode()


def ask(path: str, **headers: str) -> Any:
    """The answer to a call for a file, read to its end."""
    response = Caller().get(f"bulk/{path}", **headers)
    response.read = response.getvalue()
    return response


def file(path: str, **headers: str) -> File:
    """A file that is there."""
    response = ask(path, **headers)
    assert response.status_code == 200
    return File(response.headers, response.read)


def rows(path: str) -> list[Any]:
    """The rows of an NDJSON file."""
    found = file(path)
    assert found.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in found.text.splitlines()]


@pytest.fixture
def board() -> Challenge:
    """A board with results of every kind."""
    challenge = make_challenge()
    for extra in (0, 2, 2, 4):
        make_caller().submit(longer(CASTLE, extra), challenge)
    helped = make_caller()
    assert helped.player is not None
    Assistance.objects.create(player=helped.player, challenge=challenge, asked_at=NOON)
    helped.submit(longer(CASTLE, 1), challenge)
    for caller, moves in ((make_caller(), 20), (make_caller(), 10)):
        caller.submit(unfinished(CASTLE, moves), challenge)
    return challenge


def test_it_works(board: Challenge, at: SetClock) -> None:
    timed = make_caller()
    timed.post(f"{path_of(board)}/attempts")
    at(NOON + dt.timedelta(seconds=95, milliseconds=999))
    timed.submit(longer(CASTLE, 3), board)
    at(SETTLING)
    assert rows("2025-03-09/results.ndjson") == [
        RESULT | {"rank": rank, "section": "ranked", "moves": moves, "over_par": moves - 73} | more
        for rank, moves, more in (
            (1, 73, {}),
            (2, 75, {}),
            (2, 75, {}),
            (4, 76, {"elapsed_s": 95}),
            (5, 77, {}),
        )
    ] + [
        RESULT | {"rank": None, "section": "assisted", "moves": 74, "over_par": 1, "assisted": True}
    ] + [
        RESULT
        | {
            "rank": None,
            "section": "unfinished",
            "moves": moves,
            "over_par": None,
            "foundation_cards": cards,
        }
        for moves, cards in ((20, 12), (10, 6))
    ]


def test_the_challenges_with_deals_labels_and_pars(board: Challenge, at: SetClock) -> None:
    Challenge.objects.update(difficulty=None)
    at(SETTLING)
    (row,) = rows("2025-03/challenges.ndjson")
    layout = positions(deal(get_variant(CASTLE.variant), CASTLE.number), ())[0]
    assert layout.startswith("5D4CQH3STH4H/8SJH7STD9D4D/")
    assert row == {
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "number": str(CASTLE.number),
        "layout": layout,
        "verdict": "solvable",
        "par_low": 73,
        "par_high": 73,
        "par_proven": True,
        "par_reference": 73,
        "difficulty": None,
        "grade": None,
        "solver_line": CASTLE.line,
        "solver_moves": 73,
        "solver_states": 1234,
        "solver_version": "1.0",
        "ranked": 4,
        "assisted": 1,
        "unfinished": 2,
    }


@pytest.mark.parametrize("table", ["challenges", "results", "late"])
def test_csv_and_ndjson_say_the_same(board: Challenge, at: SetClock, table: str) -> None:
    at(SETTLING)
    make_caller().submit(longer(CASTLE, 6), board)
    csv_file = file(f"2025-03/{table}.csv")
    assert csv_file.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    disposition = csv_file.headers["Content-Disposition"]
    assert disposition == f'attachment; filename="{table}-2025-03.csv"'
    written = list(csv.DictReader(io.StringIO(csv_file.text)))
    found = rows(f"2025-03/{table}.ndjson")
    words = {None: "", True: "true", False: "false"}
    assert written == [
        {
            name: words[value] if value is None or isinstance(value, bool) else str(value)
            for name, value in row.items()
        }
        for row in found
    ]
    assert len(written) == {"challenges": 1, "results": 7, "late": 1}[table]


def test_ranks_are_those_of_the_board(board: Challenge, at: SetClock) -> None:
    at(SETTLING)
    shown = Caller().get(f"{path_of(board)}/standings").json()["results"]
    same = ("rank", "section", "moves", "over_par", "foundation_cards")
    assert len(shown) == 7
    assert [[row[name] for name in same] for row in rows("2025-03-09/results.ndjson")] == [
        [row[name] for name in same] for row in shown
    ]


# ----------------------------------------------------------------------- what is not there


@pytest.mark.parametrize(
    ("moment", "there"),
    [
        ("2025-03-09 12:00:00", False),
        ("2025-03-10 00:00:00", False),
        ("2025-03-10 01:59:59.999999", False),
        ("2025-03-10 02:00:00", True),
    ],
)
def test_nothing_is_there_before_settling(
    board: Challenge, at: SetClock, moment: str, there: bool
) -> None:
    at(instant(moment))
    for name in ("2025-03", "2025-03-09"):
        assert bool(rows(f"{name}/challenges.ndjson")) is there
        assert bool(rows(f"{name}/results.ndjson")) is there
    assert bool(Caller().get("bulk").json()["results"]) is there


def test_it_goes_by_the_clock_and_not_by_the_task(board: Challenge, at: SetClock) -> None:
    at(SETTLING)
    before = [rows(f"2025-03/{table}.ndjson") for table in ("challenges", "results")]
    assert challenge_settle(challenge=board)
    assert [rows(f"2025-03/{table}.ndjson") for table in ("challenges", "results")] == before


def test_nobody_is_in_it(board: Challenge, at: SetClock) -> None:
    ada = make_player_caller("Ada")
    ada.submit(longer(CASTLE, 8), board)
    at(SETTLING)
    late = make_player_caller("Bob")
    late.submit(longer(CASTLE, 5), board)
    told = "".join(
        file(f"2025-03/{table}.{extension}").text
        for table in ("challenges", "results", "late")
        for extension in ("csv", "ndjson")
    )
    names = [*Player.objects.values_list("handle", flat=True)]
    ids = [
        str(one)
        for model in (Player, Result, Submission, Challenge)
        for one in model.objects.values_list("pk", flat=True)
    ]
    assert len(names) == 9
    assert len(ids) == 28
    for word in (*names, *ids, "accepted_at", "12:00"):
        assert word not in told


def test_what_is_hidden_is_not_in_it(board: Challenge, at: SetClock) -> None:
    moderator = moderator_create(handle="moderator", password=None)
    ada = make_player_caller("Ada")
    ada.submit(longer(CASTLE, 1), board)
    at(SETTLING)
    ada.submit(longer(CASTLE, 6), board)
    late = rows("2025-03/late.ndjson")
    before = rows("2025-03/results.ndjson")
    assert ([row["rank"] for row in before[:5]], len(late)) == ([1, 2, 3, 3, 5], 1)
    result = Result.objects.get(player=ada.player, slot="in_time")
    result_hide(result=result, moderator=moderator, reason="odd")
    assert [row["rank"] for row in rows("2025-03/results.ndjson")[:4]] == [1, 2, 2, 4]
    result_unhide(result=result, moderator=moderator, reason="fine")
    assert rows("2025-03/results.ndjson") == before
    assert ada.player is not None
    player_hide(player=ada.player, moderator=moderator, reason="odd")
    assert len(rows("2025-03/results.ndjson")) == len(before) - 1
    assert rows("2025-03/late.ndjson") == []
    assert rows("2025-03/challenges.ndjson")[0]["ranked"] == 4


def test_a_deletion_changes_no_file_of_results(board: Challenge, at: SetClock) -> None:
    ada = make_player_caller("Ada")
    ada.submit(longer(CASTLE, 1), board)
    at(SETTLING)
    before = file("2025-03/results.csv").content
    assert ada.player is not None
    player_erase(player=ada.player)
    assert file("2025-03/results.csv").content == before


def test_late_results_have_a_table_of_their_own(board: Challenge, at: SetClock) -> None:
    at(SETTLING)
    for line in (longer(CASTLE, 1), unfinished(CASTLE, 10), CASTLE.line):
        make_caller().submit(line, board)
    found = rows("2025-03-09/late.ndjson")
    assert [(row["section"], row["moves"], row["over_par"]) for row in found] == [
        ("ranked", 73, 0),
        ("ranked", 74, 1),
        ("unfinished", 10, None),
    ]
    assert {(row["rank"], row["late"]) for row in found} == {(None, True)}
    assert len(rows("2025-03-09/results.ndjson")) == 7


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
