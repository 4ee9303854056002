"""POST groups/{id}/members and DELETE groups/{id}/members/{handle}."""

import datetime as dt
import json
import uuid
from typing import Any

import pytest

from leaderboard.models import Group, Membership
from leaderboard.services import groups as services
from tests.leaderboard.accounts import call
from tests.leaderboard.grouping import join, make_group, names, own_groups
from tests.leaderboard.playing import NOON, Caller, SetClock, make_caller, problem_of

pytestmark = pytest.mark.django_db


def leave(caller: Caller, group: Any, handle: str | None = None) -> Any:
    """Leave a group, or put somebody out of it."""
    assert caller.player is not None
    return call(caller, "DELETE", f"groups/{group['id']}/members/{handle or handle_of(caller)}")


def handle_of(caller: Caller) -> str:
    assert caller.player is not None
    return caller.player.handle


def test_joining_twice_is_joining_once(player: Caller) -> None:
    group, other = make_group(player), make_caller()
    first, second = join(other, group), join(other, group)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json() == own_groups(other)[0]
    assert names(first.json()) == ["Ada", handle_of(other)]


@pytest.mark.parametrize("code", ["", "wrong", "é", "x" * 64])
def test_a_wrong_code_tells_nothing(player: Caller, code: str) -> None:
    group, other = make_group(player), make_caller()
    status = 400 if code == "" else 404
    wrong = problem_of(other.post(f"groups/{group['id']}/members", {"code": code}), status)
    never = problem_of(other.post(f"groups/{uuid.uuid4()}/members", {"code": code}), status)
    assert (wrong["title"], wrong["detail"]) == (never["title"], never["detail"])
    assert own_groups(other) == []


def test_a_group_has_room_for_some(player: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 2)
    group = make_group(player, make_caller())
    body = {"code": group["join_code"]}
    problem = problem_of(make_caller().post(f"groups/{group['id']}/members", body), 409)
    assert problem["type"] == "/problems/group-full"


def test_a_member_leaves(player: Caller) -> None:
    other = make_caller()
    group = make_group(player, other)
    assert leave(other, group).status_code == 204
    assert names(own_groups(player)[0]) == ["Ada"]
    assert own_groups(other) == []
    problem_of(leave(other, group), 404)


def test_an_owner_puts_a_member_out(player: Caller) -> None:
    one, two = make_caller(), make_caller()
    group = make_group(player, one, two)
    problem_of(leave(one, group, handle_of(two)), 403)
    assert leave(player, group, handle_of(two).upper()).status_code == 204
    assert names(own_groups(player)[0]) == ["Ada", handle_of(one)]
    problem_of(leave(player, group, "Nobody"), 404)


def test_who_has_been_there_longest_follows_an_owner_who_leaves(
    player: Caller, at: SetClock
) -> None:
    group, one, two = make_group(player), make_caller(), make_caller()
    for minute, member in enumerate((two, one), start=1):
        at(NOON + dt.timedelta(minutes=minute))
        join(member, group)
    leave(player, group)
    assert own_groups(one)[0]["owner"] == handle_of(two)


def test_with_its_last_member_a_group_is_gone(player: Caller) -> None:
    group = make_group(player)
    leave(player, group)
    assert not Group.objects.exists()
    body = {"code": group["join_code"]}
    problem_of(make_caller().post(f"groups/{group['id']}/members", body), 404)


def test_deletion_is_leaving(player: Caller) -> None:
    other = make_caller()
    make_group(player, other)
    make_group(player, name="Alone")
    assert call(player, "DELETE", "me").status_code == 204
    (group,) = own_groups(other)
    assert (group["owner"], names(group)) == (handle_of(other), [handle_of(other)])
    assert Group.objects.count() == Membership.objects.count() == 1


def test_the_export_names_ones_groups(player: Caller, at: SetClock) -> None:
    group = make_group(player)
    found = json.loads(player.get("me/export").getvalue())["groups"]
    assert found == [{"id": group["id"], "name": "Kings", "joined_at": "2025-03-09T12:00:00Z"}]


def test_strangers_are_not_let_in(player: Caller) -> None:
    group = make_group(player)
    problem_of(leave(make_caller(), group, "Ada"), 404)
    problem_of(Caller().post(f"groups/{group['id']}/members", {"code": "x"}), 401)
