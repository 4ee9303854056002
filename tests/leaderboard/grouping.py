"""Groups for tests."""

from typing import Any

from tests.leaderboard.playing import Caller


def make_group(owner: Caller, *members: Caller, name: str = "Kings") -> Any:
    """A group as its owner sees it, once the members are in."""
    response = owner.post("groups", {"name": name})
    assert response.status_code == 201, response.content
    group = response.json()
    for member in members:
        join(member, group)
    return own_groups(owner)[-1] if members else group


def join(caller: Caller, group: Any) -> Any:
    """Join a group by its code."""
    response = caller.post(f"groups/{group['id']}/members", {"code": group["join_code"]})
    assert response.status_code in (200, 201), response.content
    return response


def own_groups(caller: Caller) -> Any:
    """The groups that a player is in."""
    response = caller.get("groups")
    assert response.status_code == 200
    return response.json()["results"]


def names(group: Any) -> list[str]:
    """The handles of a group's members."""
    return [member["handle"] for member in group["members"]]
