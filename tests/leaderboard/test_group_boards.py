"""Every board with `?group=ID`."""

import uuid
from typing import Any

import pytest

from leaderboard.models import Challenge
from leaderboard.services.moderation import player_hide
from leaderboard.services.players import moderator_create
from leaderboard.services.tokens import Scope
from tests.leaderboard.grouping import join, make_group
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
    problem_of,
)
from tests.leaderboard.test_periods import play, player_of, registered, settle

pytestmark = pytest.mark.django_db
# Moves over par of the players 0 to 6; the even ones are in the group.
EXTRAS = [4, 0, 2, 0, 4, 9, 7]
BOARDS = ("standings", "standings/distribution")
PATHS = ("standings/all", "standings/2025-03/beleaguered-castle")


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    return make_challenge()


@pytest.fixture
def callers(challenge: Challenge, at: SetClock) -> list[Caller]:
    found = [registered() for _ in EXTRAS]
    for caller, extra in zip(found, EXTRAS, strict=True):
        play(caller, at, DAY, extra=extra)
    return found


@pytest.fixture
def group(callers: list[Caller]) -> Any:
    return make_group(callers[0], *callers[2::2])


def seen(caller: Caller, path: str, group: Any, query: str = "") -> Any:
    response = caller.get(f"{path}?group={group['id']}{query}")
    assert response.status_code == 200, response.content
    assert response["Cache-Control"] == "private, no-cache"
    return response.json()


def test_a_board_has_both_ranks(callers: list[Caller], challenge: Challenge, group: Any) -> None:
    found = seen(callers[0], f"{path_of(challenge)}/standings", group)
    assert [(row["rank"], row["rank_overall"], row["over_par"]) for row in found["results"]] == [
        (1, 3, 2),
        (2, 4, 4),
        (2, 4, 4),
        (4, 6, 7),
    ]
    assert found["total"] == 4
    whole = Caller().get(f"{path_of(challenge)}/standings").json()
    ranks = {row["submission"]: row["rank"] for row in whole["results"]}
    assert all(ranks[row["submission"]] == row["rank_overall"] for row in found["results"])


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_pages_hold_every_row_once_both_ways(
    callers: list[Caller], challenge: Challenge, group: Any, at: SetClock, limit: int
) -> None:
    settle(at)
    for path in (f"{path_of(challenge)}/standings", *PATHS):
        whole = seen(callers[0], path, group)["results"]
        assert len(whole) == 4
        page = seen(callers[0], path, group, f"&limit={limit}")
        forward = page["results"]
        while page["next"] is not None:
            page = callers[0].get(page["next"].removeprefix("/api/v1/")).json()
            forward += page["results"]
        assert forward == whole
        backward = page["results"]
        while page["previous"] is not None:
            page = callers[0].get(page["previous"].removeprefix("/api/v1/")).json()
            backward = page["results"] + backward
        assert backward == whole


def test_ones_own_place_among_the_group(
    callers: list[Caller], challenge: Challenge, group: Any
) -> None:
    path = f"{path_of(challenge)}/standings"
    whole = seen(callers[0], path, group)["results"]
    for caller in callers[::2]:
        own = seen(caller, f"{path}/me", group, "&limit=1")
        index = whole.index(own["standing"])
        assert own["rank"] == whole[index]["rank"]
        assert own["above"] == whole[max(0, index - 1) : index]
        assert own["below"] == whole[index + 1 : index + 2]
        assert (own["total"], own["hidden"], own["late"]) == (4, False, None)


def test_the_spread_among_the_group(
    callers: list[Caller], challenge: Challenge, group: Any
) -> None:
    found = seen(callers[0], f"{path_of(challenge)}/standings/distribution", group)
    assert [(row["over_par"], row["count"], row["rank"]) for row in found["ranked"]] == [
        (2, 1, 1),
        (4, 2, 2),
        (7, 1, 4),
    ]
    assert found["total"] == 4


def test_sections(callers: list[Caller], challenge: Challenge, group: Any) -> None:
    late_comer = make_caller()
    join(late_comer, group)
    late_comer.submit(unfinished(CASTLE, 20), challenge)
    path = f"{path_of(challenge)}/standings"
    found = seen(late_comer, path, group, "&section=unfinished")
    assert [(row["rank"], row["rank_overall"]) for row in found["results"]] == [(None, None)]
    assert len(seen(late_comer, path, group, "&section=ranked")["results"]) == 4


@pytest.mark.parametrize("path", PATHS)
def test_periods_have_both_ranks(
    callers: list[Caller], group: Any, at: SetClock, path: str
) -> None:
    settle(at)
    found = seen(callers[0], path, group)
    assert [(row["rank"], row["rank_overall"], row["over_par"]) for row in found["results"]] == [
        (1, 3, 2),
        (2, 4, 4),
        (2, 4, 4),
        (4, 6, 7),
    ]
    assert (found["total"], found["through"]) == (4, "2025-03-09")
    own = seen(callers[6], f"{path}/me", group)
    assert (own["rank"], own["standing"]) == (4, found["results"][3])
    assert (own["above"], own["below"]) == (found["results"][:3], [])


def test_the_hidden_are_on_no_board_of_a_group(
    callers: list[Caller], challenge: Challenge, group: Any, at: SetClock
) -> None:
    settle(at)
    moderator = moderator_create(handle="moderator", password=None)
    player_hide(player=player_of(callers[2]), moderator=moderator, reason="odd")
    path = f"{path_of(challenge)}/standings"
    assert [row["rank"] for row in seen(callers[0], path, group)["results"]] == [1, 1, 3]
    assert [row["rank"] for row in seen(callers[0], "standings/all", group)["results"]] == [1, 1, 3]
    for place in (f"{path}/me", "standings/all/me"):
        own = seen(callers[2], place, group)
        assert (own["rank"], own["hidden"], own["total"]) == (None, True, 3)
    assert seen(callers[2], f"{path}/me", group)["standing"]["rank"] is None


def test_the_revision_tells_of_members_and_of_lines(
    callers: list[Caller], challenge: Challenge, group: Any
) -> None:
    path = f"{path_of(challenge)}/standings"
    revisions = [seen(callers[0], path, group)["board_revision"]]
    join(callers[1], group)
    revisions.append(seen(callers[0], path, group)["board_revision"])
    callers[6].submit(longer(CASTLE, 1), challenge)
    revisions.append(seen(callers[0], path, group)["board_revision"])
    assert revisions == sorted(set(revisions))
    assert len(seen(callers[0], path, group)["results"]) == 5


def test_only_members_see_it(
    callers: list[Caller], challenge: Challenge, group: Any, at: SetClock
) -> None:
    settle(at)
    places = [f"{path_of(challenge)}/{board}" for board in BOARDS] + list(PATHS)
    places += [f"{path_of(challenge)}/standings/me", *(f"{path}/me" for path in PATHS)]
    for place in places:
        problem_of(Caller().get(f"{place}?group={group['id']}"), 401)
        for name in (group["id"], uuid.uuid4(), "x", ""):
            problem_of(callers[1].get(f"{place}?group={name}"), 404)
        play_only = make_caller(Scope.PLAY, player=callers[0].player)
        problem_of(play_only.get(f"{place}?group={group['id']}"), 403)


def test_the_public_board_still_asks_nobody(
    callers: list[Caller], challenge: Challenge, group: Any
) -> None:
    wrong = Caller(headers={"authorization": "Bearer wrong"})
    path = f"{path_of(challenge)}/standings"
    assert wrong.get(path).content == Caller().get(path).content
    problem_of(wrong.get(f"{path}?group={group['id']}"), 401)
