"""GET and POST groups."""

import datetime as dt

import pytest

from leaderboard.models import Group
from leaderboard.services import groups as services
from leaderboard.services.moderation import player_hide
from leaderboard.services.players import moderator_create
from leaderboard.services.tokens import Scope
from tests.leaderboard.grouping import join, make_group, names, own_groups
from tests.leaderboard.playing import NOON, Caller, SetClock, make_caller, problem_of

pytestmark = pytest.mark.django_db


def test_it_works(player: Caller, at: SetClock) -> None:
    response = player.post("groups", {"name": "  Kings of Sunday "})
    assert response.status_code == 201
    body = dict(response.json())
    code, group_id = body.pop("join_code"), body.pop("id")
    assert (len(code), len(group_id)) == (12, 36)
    assert body == {
        "name": "Kings of Sunday",
        "owner": "Ada",
        "created_at": "2025-03-09T12:00:00Z",
        "members": [{"handle": "Ada", "guest": False, "joined_at": "2025-03-09T12:00:00Z"}],
    }
    listed = player.get("groups")
    assert listed["Cache-Control"] == "private, no-cache"
    assert listed.json() == {"results": [response.json()]}


def test_one_sees_ones_own_groups_in_the_order_of_joining(player: Caller, at: SetClock) -> None:
    other = make_caller()
    groups = []
    for minute, owner in enumerate((other, player, other)):
        at(NOON + dt.timedelta(minutes=minute))
        groups.append(make_group(owner, name=f"Group {minute}"))
    at(NOON + dt.timedelta(hours=1))
    join(player, groups[0])
    assert [group["name"] for group in own_groups(player)] == ["Group 1", "Group 0"]
    assert [group["name"] for group in own_groups(other)] == ["Group 0", "Group 2"]
    assert len(names(own_groups(other)[0])) == 2
    assert own_groups(make_caller()) == []


def test_hidden_members_are_shown_to_themselves_alone(player: Caller, at: SetClock) -> None:
    other = make_caller()
    make_group(player, other)
    assert player.player is not None
    assert other.player is not None
    moderator = moderator_create(handle="moderator", password=None)
    player_hide(player=other.player, moderator=moderator, reason="odd")
    assert names(own_groups(player)[0]) == ["Ada"]
    assert names(own_groups(other)[0]) == ["Ada", other.player.handle]


def test_sent_twice_under_one_key_it_is_one_group(player: Caller) -> None:
    answers = [player.post("groups", {"name": "Kings"}, idempotency_key="one") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert answers[1]["Idempotency-Replayed"] == "true"
    assert Group.objects.count() == 1


def test_there_is_room_for_some(player: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GROUPS", 2)
    for _ in range(2):
        make_group(player)
    problem = problem_of(player.post("groups", {"name": "Kings"}), 409)
    assert problem["type"] == "/problems/group-full"
    group = make_group(make_caller())
    response = player.post(f"groups/{group['id']}/members", {"code": group["join_code"]})
    problem_of(response, 409)


UNSEEN = {
    "turned around": "Kings\u202eyadnuS fo",
    "isolated": "\u2066Kings\u2069",
    "a tag": "Kings\U000e0041",
    "two lines": "Kings\nof Sunday",
    "a separator": "Kings\u2028of Sunday",
    "zero width": "\u200b",
    "joiners alone": "\u200d\u200c",
    "a mark alone": "\u0301",
    "escape": "\x1b[31mKings",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_names_that_do_not_read_as_they_are(player: Caller, name: str) -> None:
    problem = problem_of(player.post("groups", {"name": name}), 400)
    assert problem["errors"][0]["code"] == "unseen"
    assert own_groups(player) == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("\u0634\u0627\u0647\u200c\u0647\u0627", "\u0634\u0627\u0647\u200c\u0647\u0627"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("Köni\u0301ge", "Köníge"),
        ("Kings \u00a0 of  Sunday", "Kings of Sunday"),
    ],
)
def test_names_of_every_script(player: Caller, name: str, kept: str) -> None:
    assert player.post("groups", {"name": name}).json()["name"] == kept


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 41}, {"name": None}])
def test_names_that_are_none(player: Caller, body: dict[str, object]) -> None:
    problem = problem_of(player.post("groups", body), 400)
    assert problem["errors"][0]["pointer"] == "/name"


def test_scopes(anybody: Caller) -> None:
    problem_of(anybody.get("groups"), 401)
    problem_of(anybody.post("groups", {"name": "Kings"}), 401)
    problem_of(make_caller(Scope.READ).post("groups", {"name": "Kings"}), 403)
    problem_of(make_caller(Scope.PLAY).get("groups"), 403)
    assert make_caller(Scope.PLAY).post("groups", {"name": "Kings"}).status_code == 201
