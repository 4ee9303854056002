"""GET standings/{period}/me and standings/{period}/{variant}/me."""

import pytest

from leaderboard.services.moderation import player_hide
from leaderboard.services.players import moderator_create
from leaderboard.services.tokens import Scope
from tests.leaderboard.playing import DAY, Caller, SetClock, make_caller, problem_of
from tests.leaderboard.test_periods import play, player_of, registered, settle

pytestmark = pytest.mark.django_db


def test_it_works(at: SetClock) -> None:
    callers = [registered() for _ in range(5)]
    for index, caller in enumerate(callers):
        play(caller, at, DAY, extra=index)
    settle(at)
    whole = Caller().get("standings/all").json()
    response = callers[2].get("standings/all/me?limit=1")
    assert response["Cache-Control"] == "private, no-cache"
    assert response.json() == {
        "period": "all",
        "variant": None,
        "first": None,
        "last": None,
        "through": "2025-03-09",
        "board_revision": whole["board_revision"],
        "total": 5,
        "hidden": False,
        "rank": 3,
        "standing": whole["results"][2],
        "above": whole["results"][1:2],
        "below": whole["results"][3:4],
    }
    again = callers[2].get("standings/all/me?limit=1", if_none_match=response["ETag"])
    assert again.status_code == 304


@pytest.mark.parametrize("limit", [1, 2, 3, 25])
def test_everybody_finds_themselves_among_their_neighbours(at: SetClock, limit: int) -> None:
    callers = [registered() for _ in range(6)]
    for index, caller in enumerate(callers):
        play(caller, at, DAY, extra=index // 2)
    settle(at)
    whole = Caller().get("standings/2025-W10/beleaguered-castle").json()["results"]
    for caller in callers:
        own = caller.get(f"standings/2025-W10/beleaguered-castle/me?limit={limit}").json()
        place = whole.index(own["standing"])
        assert own["rank"] == whole[place]["rank"] == 1 + place // 2 * 2
        assert own["above"] == whole[max(0, place - limit) : place]
        assert own["below"] == whole[place + 1 : place + 1 + limit]


def test_without_a_win_there_is_no_standing(at: SetClock) -> None:
    play(registered(), at, DAY)
    settle(at)
    for caller in (registered(), make_caller()):
        own = caller.get("standings/all/me").json()
        assert (own["rank"], own["standing"], own["above"], own["below"]) == (None, None, [], [])
        assert (own["total"], own["hidden"]) == (1, False)


def test_the_hidden_are_told(at: SetClock) -> None:
    ada = registered()
    play(ada, at, DAY)
    settle(at)
    moderator = moderator_create(handle="moderator", password=None)
    player_hide(player=player_of(ada), moderator=moderator, reason="odd")
    own = ada.get("standings/all/me").json()
    assert (own["rank"], own["standing"], own["hidden"], own["total"]) == (None, None, True, 0)


def test_it_takes_a_token_with_the_scope_read(at: SetClock) -> None:
    for path in ("standings/all/me", "standings/all/citadel/me"):
        problem_of(Caller().get(path), 401)
        problem_of(make_caller(Scope.PLAY).get(path), 403)
        assert make_caller(Scope.READ).get(path).status_code == 200


def test_what_is_no_board_is_404(at: SetClock) -> None:
    for place in ("never", "all/chess", "2025-W00"):
        problem_of(registered().get(f"standings/{place}/me"), 404)
