"""manage.py reverify."""

import datetime as dt
import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from leaderboard.models import Submission
from leaderboard.selectors import replays
from tests.leaderboard.lines import CASTLE, STREETS, longer, unfinished
from tests.leaderboard.playing import DAY, SetClock, make_caller, make_challenge, path_of

pytestmark = pytest.mark.django_db

FC_SOLVE_LINE = "12 21 12"


@pytest.fixture(autouse=True)
def _stored(at: SetClock) -> None:
    """Lines of every kind: won, unfinished, empty of legal moves, in another format."""
    castle, streets = make_challenge(), make_challenge(STREETS, DAY - dt.timedelta(days=1))
    caller, other = make_caller(), make_caller()
    for line in (CASTLE.line, longer(CASTLE, 3), unfinished(CASTLE, 20), "6h 82 28", "1 1", "11"):
        caller.submit(line, castle)
    other.submit(CASTLE.line, castle)
    other.submit(STREETS.line, streets)
    path = f"{path_of(castle)}/submissions"
    answer = other.post(path, {"line": FC_SOLVE_LINE, "format": "fc-solve"})
    assert (answer.status_code, answer.json()["status"]) == (201, "rejected")


def report(*arguments: str, status: int = 0) -> Any:
    """What the command reports, and that it exits with this status."""
    text = io.StringIO()
    if status:
        with pytest.raises(SystemExit) as caught:
            call_command("reverify", "--json", *arguments, stdout=text)
        assert caught.value.code == status
    else:
        call_command("reverify", "--json", *arguments, stdout=text)
    return json.loads(text.getvalue())


def test_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    total = Submission.objects.count()
    accepted = Submission.objects.filter(status="accepted").count()
    expected = {
        "submissions": total,
        "accepted": accepted,
        "rejected": total - accepted,
        "rules_versions": {"1": total},
        "wrong": 0,
        "unknown_rules": 0,
        "named": [],
    }
    assert total >= 8
    assert accepted == 5
    assert report() == expected
    monkeypatch.setattr(replays, "CHUNK", 2)
    assert report() == expected


def test_it_reports_to_people() -> None:
    text = io.StringIO()
    call_command("reverify", stdout=text)
    lines = text.getvalue().splitlines()
    total = Submission.objects.count()
    assert lines[0] == f"{total} submissions: 5 accepted, {total - 5} rejected"
    assert lines[1:] == [f"rules version 1: {total}", "wrong: 0; of unknown rules: 0"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"move_count": 74}, ["move_count"]),
        ({"foundation_cards": 51}, ["foundation_cards"]),
        ({"outcome": "unfinished"}, ["outcome"]),
        ({"line_hash": b"0" * 32}, ["digest"]),
        ({"line": "no moves"}, ["line"]),
        ({"line": "6H 82"}, ["line", "digest", "outcome", "move_count", "foundation_cards"]),
    ],
)
def test_it_names_an_accepted_line_that_does_not_hold(
    change: dict[str, Any], named: list[str]
) -> None:
    row = Submission.objects.filter(line=CASTLE.line).order_by("pk")[0]
    Submission.objects.filter(pk=row.pk).update(**change)
    found = report(status=1)
    assert (found["wrong"], found["unknown_rules"]) == (1, 0)
    assert found["named"] == [
        {
            "id": str(row.pk),
            "variant": CASTLE.variant,
            "date": "2025-03-09",
            "rules_version": 1,
            "differences": named,
        }
    ]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"reason": "empty_source"}, ["reason"]),
        ({"move_index": 1}, ["move_index"]),
        ({"text_offset": 5}, ["text_offset"]),
        ({"line": "6h 82 29"}, ["digest"]),
        ({"line": "6h 82 27"}, ["digest"]),
    ],
)
def test_it_names_a_rejected_line_that_does_not_hold(
    change: dict[str, Any], named: list[str]
) -> None:
    assert Submission.objects.filter(line="6h 82 28").update(**change) == 1
    found = report(status=1)
    assert [one["differences"] for one in found["named"]] == [named]


def test_rules_that_are_not_known_are_no_verdict() -> None:
    Submission.objects.filter(line=STREETS.line).update(rules_version=99)
    found = report(status=1)
    assert (found["wrong"], found["unknown_rules"]) == (0, 1)
    assert found["rules_versions"]["99"] == 1
    assert found["named"][0]["differences"] is None
    text = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("reverify", stdout=text)
    assert "streets-and-alleys 2025-03-08: unknown rules" in text.getvalue()


def test_part_of_it_can_be_looked_at() -> None:
    Submission.objects.filter(line=STREETS.line).update(move_count=1)
    assert report("--variant", "beleaguered-castle")["wrong"] == 0
    assert report("--from", "2025-03-09")["submissions"] == Submission.objects.count() - 1
    assert report("--to", "2025-03-08", status=1)["submissions"] == 1
    with pytest.raises(CommandError, match="a date is like"):
        call_command("reverify", "--from", "yesterday")


def test_it_changes_nothing() -> None:
    Submission.objects.filter(line=STREETS.line).update(move_count=1)
    before = list(Submission.objects.order_by("pk").values())
    report(status=1)
    assert list(Submission.objects.order_by("pk").values()) == before
