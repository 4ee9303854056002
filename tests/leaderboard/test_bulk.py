"""What the files of settled challenges hold, and what they do not."""

import csv
import datetime as dt
import io

import pytest

from games.rules import deal, get_variant
from leaderboard.models import Challenge, Player, Result, Submission
from leaderboard.replaying import positions
from leaderboard.services.challenges import challenge_settle
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import player_hide, result_hide, result_unhide
from leaderboard.services.players import moderator_create
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.bulk_files import SETTLING, file, make_board, rows
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    path_of,
)

pytestmark = pytest.mark.django_db
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


@pytest.fixture
def board() -> Challenge:
    return make_board()


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
