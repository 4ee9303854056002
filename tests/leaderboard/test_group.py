"""PATCH and DELETE groups/{id}."""

import uuid
from typing import Any

import pytest

from leaderboard.models import Group, Membership
from tests.leaderboard.accounts import call, codes
from tests.leaderboard.grouping import make_group, own_groups
from tests.leaderboard.playing import Caller, make_caller, problem_of

pytestmark = pytest.mark.django_db


def change(caller: Caller, group: Any, body: Any) -> Any:
    return call(caller, "PATCH", f"groups/{group['id']}", body)


def test_an_owner_renames(player: Caller) -> None:
    group = make_group(player)
    response = change(player, group, {"name": "Queens"})
    assert response.status_code == 200
    assert response.json() == group | {"name": "Queens"}
    assert own_groups(player) == [response.json()]


def test_an_owner_hands_over(player: Caller) -> None:
    other = make_caller()
    assert other.player is not None
    group = make_group(player, other)
    response = change(player, group, {"owner": other.player.handle.upper()})
    assert response.json()["owner"] == other.player.handle
    # From then on the other has the say.
    assert problem_of(change(player, group, {"name": "Mine"}), 403)["type"].endswith("not-allowed")
    assert change(other, group, {"name": "Theirs"}).status_code == 200


def test_a_new_code_ends_the_old_one(player: Caller) -> None:
    group, other = make_group(player), make_caller()
    fresh = change(player, group, {"new_code": True}).json()
    assert fresh["join_code"] != group["join_code"]
    path = f"groups/{group['id']}/members"
    problem_of(other.post(path, {"code": group["join_code"]}), 404)
    assert other.post(path, {"code": fresh["join_code"]}).status_code == 201


def test_nothing_named_is_nothing_changed(player: Caller) -> None:
    group = make_group(player)
    assert change(player, group, {}).json() == group


@pytest.mark.parametrize("owner", ["Nobody", "Stranger", "x\u0430"])
def test_only_members_become_owners(player: Caller, owner: str) -> None:
    group = make_group(player)
    problem = problem_of(change(player, group, {"owner": owner}), 400)
    assert codes(problem) == {"/owner": "no_member"}


def test_an_owner_dissolves(player: Caller) -> None:
    other = make_caller()
    group = make_group(player, other)
    assert call(player, "DELETE", f"groups/{group['id']}").status_code == 204
    assert own_groups(player) == own_groups(other) == []
    assert not Group.objects.exists()
    assert not Membership.objects.exists()


def test_other_members_may_not(player: Caller) -> None:
    other = make_caller()
    group = make_group(player, other)
    problem_of(change(other, group, {"name": "Mine"}), 403)
    problem_of(call(other, "DELETE", f"groups/{group['id']}"), 403)
    assert [one["name"] for one in own_groups(player)] == ["Kings"]


def test_to_strangers_it_is_not_there(player: Caller) -> None:
    group, stranger = make_group(player), make_caller()
    never = problem_of(change(stranger, {"id": uuid.uuid4()}, {"name": "Mine"}), 404)
    found = problem_of(change(stranger, group, {"name": "Mine"}), 404)
    assert found["detail"] == never["detail"]
    problem_of(call(stranger, "DELETE", f"groups/{group['id']}"), 404)
    problem_of(call(Caller(), "DELETE", f"groups/{group['id']}"), 401)
