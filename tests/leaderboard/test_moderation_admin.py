"""Moderators' pages for hiding and showing, their trail, and the signs of odd lines."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Deal
from games.services import label_publish
from leaderboard.models import Challenge, ModerationAction, Player, Result
from leaderboard.selectors.suspicion import result_signals
from leaderboard.services.players import moderator_create
from leaderboard.suspicion import Signal, hand_moves
from tests.leaderboard.accounts import make_player, make_player_caller
from tests.leaderboard.lines import CASTLE, CASTLE_2, CASTLE_3, longer, unfinished
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
    path_of,
)

pytestmark = pytest.mark.django_db
PLAYERS = "/admin/leaderboard/player/"
RESULTS = "/admin/leaderboard/result/"
TRAIL = "/admin/leaderboard/moderationaction/"
VIEWS = ("view_player", "view_result", "view_moderationaction")


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    return make_challenge()


def moderator(*permissions: str) -> Client:
    """A browser with a moderator signed in, who has these permissions."""
    player = make_player("Helper")
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(player)
    return client


def act(client: Client, page: str, action: str, *rows: Any, reason: str = "odd") -> str:
    """Choose rows of a page and an action; what the page says after it."""
    body = {"action": action, "reason": reason, "_selected_action": [str(row.pk) for row in rows]}
    response = client.post(page, body, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def names(challenge: Challenge) -> list[str]:
    body = Caller().get(f"{path_of(challenge)}/standings").json()
    return [row["player"]["handle"] for row in body["results"]]


@pytest.fixture
def ada(challenge: Challenge) -> Player:
    caller = make_player_caller("Ada")
    assert caller.submit(CASTLE.line, challenge).status_code == 201
    assert caller.player is not None
    return caller.player


def test_players_are_hidden_and_shown(challenge: Challenge, ada: Player) -> None:
    client = moderator(*VIEWS, "moderate")
    assert "1 players hidden." in act(client, PLAYERS, "hide", ada, reason="a script")
    assert names(challenge) == []
    # Again changes nothing, and says so.
    assert "0 players hidden." in act(client, PLAYERS, "hide", ada)
    assert "1 players unhidden." in act(client, PLAYERS, "unhide", ada, reason="no script")
    assert names(challenge) == ["Ada"]
    trail = client.get(TRAIL).content.decode()
    for text in ("Ada", "Helper", "a script", "no script"):
        assert text in trail
    assert ModerationAction.objects.count() == 2


def test_results_are_hidden_and_shown(challenge: Challenge, ada: Player) -> None:
    client = moderator(*VIEWS, "moderate")
    result = Result.objects.get()
    assert "1 results hidden." in act(client, RESULTS, "hide", result)
    assert names(challenge) == []
    assert "1 results unhidden." in act(client, RESULTS, "unhide", result)
    assert names(challenge) == ["Ada"]


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "a\0b"])
def test_nothing_is_done_without_a_reason(challenge: Challenge, ada: Player, reason: str) -> None:
    client = moderator(*VIEWS, "moderate")
    act(client, PLAYERS, "hide", ada, reason=reason)
    act(client, RESULTS, "hide", Result.objects.get(), reason=reason)
    assert names(challenge) == ["Ada"]
    assert not ModerationAction.objects.exists()


def test_it_takes_the_permission(challenge: Challenge, ada: Player) -> None:
    client = moderator(*VIEWS, "change_player")
    act(client, PLAYERS, "hide", ada)
    act(client, RESULTS, "hide", Result.objects.get())
    assert names(challenge) == ["Ada"]
    assert 'value="hide"' not in client.get(PLAYERS).content.decode()
    assert 'value="hide"' not in client.get(RESULTS).content.decode()


def test_only_superusers_hide_moderators(challenge: Challenge) -> None:
    root = moderator_create(handle="root", password=None)
    client = moderator(*VIEWS, "moderate")
    # The page begins sentences with a capital.
    assert "Root is a moderator." in act(client, PLAYERS, "hide", root)
    assert not Player.objects.filter(hidden_at__isnull=False).exists()
    above = Client()
    above.force_login(root)
    helper = Player.objects.get(handle="Helper")
    assert "1 players hidden." in act(above, PLAYERS, "hide", helper)


def test_the_trail_is_changed_by_nobody(challenge: Challenge, ada: Player) -> None:
    root = moderator_create(handle="root", password=None)
    client = Client()
    client.force_login(root)
    act(client, PLAYERS, "hide", ada)
    row = ModerationAction.objects.get()
    assert client.get(f"{TRAIL}{row.pk}/change/").status_code == 200
    assert client.get(f"{TRAIL}add/").status_code == 403
    assert client.post(f"{TRAIL}{row.pk}/change/", {}).status_code == 403
    assert client.post(f"{TRAIL}{row.pk}/delete/", {"post": "yes"}).status_code == 403


def signs(client: Client, result: Result) -> str:
    """The signs that the list of results shows; the result's own page has them too."""
    response = client.get(RESULTS)
    (shown,) = response.context["cl"].result_list
    text = str(response.context["cl"].model_admin.signals(shown))
    assert f'<td class="field-signals">{text}</td>' in response.content.decode()
    assert text in client.get(f"{RESULTS}{result.pk}/change/").content.decode()
    return text


def test_the_solvers_line_is_a_sign_once_the_challenge_is_settled(
    challenge: Challenge, ada: Player, at: SetClock
) -> None:
    client = moderator(*VIEWS)
    result = Result.objects.get()
    assert signs(client, result) == "-"
    at(challenge.settles_at)
    assert signs(client, result) == "solver_line"


def test_so_is_the_line_that_the_deal_has_by_now(at: SetClock) -> None:
    old = longer(CASTLE, 6)
    challenge = make_challenge(line=old, moves=CASTLE.par + 6, par_high=CASTLE.par + 6)
    caller = make_player_caller("Ada")
    caller.submit(CASTLE.line, challenge)
    at(challenge.settles_at)
    client = moderator(*VIEWS)
    result = Result.objects.get()
    assert signs(client, result) == "-"
    better = Challenge(
        variant=challenge.variant,
        verdict="solvable",
        line=CASTLE.line,
        moves=CASTLE.par,
        par_low=CASTLE.par,
        par_high=CASTLE.par,
    )
    label_publish(variant=challenge.game, number=int(challenge.number), source=better)
    assert Deal.objects.get().line == CASTLE.line
    assert signs(client, result) == "solver_line"


def test_too_little_time_is_a_sign_at_once(challenge: Challenge) -> None:
    caller = make_player_caller("Ada")
    caller.post(f"{path_of(challenge)}/attempts")
    caller.submit(longer(CASTLE, 1), challenge)
    client = moderator(*VIEWS)
    result = Result.objects.get()
    assert result.elapsed_ms == 0
    assert signs(client, result) == "elapsed"
    # It decides nothing: the result stands.
    assert names(challenge) == ["Ada"]
    # Nobody else is told.
    told = caller.get(f"{path_of(challenge)}/standings/me").content.decode()
    told += caller.get(f"submissions/{result.submission_id}").content.decode()
    assert "solver_line" not in told
    assert "signal" not in told


def test_a_line_that_does_not_win_gives_no_sign(challenge: Challenge) -> None:
    caller = make_player_caller("Ada")
    caller.post(f"{path_of(challenge)}/attempts")
    caller.submit(unfinished(CASTLE, 40), challenge)
    assert signs(moderator(*VIEWS), Result.objects.get()) == "-"


# ------------------------------------------------------------------------- the filter


def filtered(client: Client, signal: str) -> set[Any]:
    """The results that the list shows with a sign chosen."""
    response = client.get(f"{RESULTS}?signal={signal}")
    assert response.status_code == 200
    return {row.pk for row in response.context["cl"].result_list}


def test_results_are_filtered_by_their_signs(at: SetClock) -> None:
    old = longer(CASTLE, 6)
    days = [
        make_challenge(date=DAY, line=old, moves=CASTLE.par + 6, par_high=CASTLE.par + 6),
        make_challenge(CASTLE_2, DAY - dt.timedelta(days=1)),
        make_challenge(CASTLE_3, DAY - dt.timedelta(days=29)),
        make_challenge(CASTLE_3, DAY - dt.timedelta(days=30)),
    ]
    # The line that is known of this deal by now is better than that of the day.
    better = Challenge(
        variant="beleaguered-castle",
        verdict="solvable",
        line=CASTLE.line,
        moves=CASTLE.par,
        par_low=CASTLE.par,
        par_high=CASTLE.par,
    )
    label_publish(variant=days[0].game, number=CASTLE.number, source=better)
    for challenge, won in zip(days, (CASTLE, CASTLE_2, CASTLE_3, CASTLE_3), strict=True):
        by_hand = 200 * hand_moves(won.line)
        for line, elapsed in (
            (won.line, None),
            (won.line, by_hand - 1),
            (won.line, by_hand),
            (longer(won, 6), by_hand + 6 * 200 - 1),
            (longer(won, 6), by_hand + 6 * 200),
            (longer(won, 2), 10**9),
            (unfinished(won, 40), 0),
        ):
            caller = make_caller()
            at(challenge.opens_at)
            if elapsed is not None:
                caller.post(f"{path_of(challenge)}/attempts")
                at(challenge.opens_at + dt.timedelta(milliseconds=min(elapsed, 7_000_000)))
            assert caller.submit(line, challenge).status_code == 201
    client = moderator(*VIEWS)
    seen = set()
    for moment in (NOON, days[0].settles_at):
        at(moment)
        oldest = moment.date() - dt.timedelta(days=29)
        everything = client.get(RESULTS).context["cl"].result_list
        assert len(everything) == 28
        for signal in Signal:
            expected = {
                row.pk
                for row in everything
                if row.challenge.date >= oldest
                and signal in result_signals(row, known_line=row.known_line, now=moment)
            }
            assert filtered(client, signal) == expected
            seen.add((moment, signal, len(expected)))
        # A word that is no sign filters nothing.
        assert len(filtered(client, "nonsense")) == 28
    assert seen == {
        (NOON, Signal.SOLVER_LINE, 6),
        (NOON, Signal.ELAPSED, 6),
        (days[0].settles_at, Signal.SOLVER_LINE, 8),
        (days[0].settles_at, Signal.ELAPSED, 4),
    }


def test_other_columns_cannot_be_asked_for(challenge: Challenge) -> None:
    root = moderator_create(handle="root", password=None)
    client = Client()
    client.force_login(root)
    assert client.get(f"{RESULTS}?signal=elapsed").status_code == 200
    assert client.get(f"{RESULTS}?signal__x=elapsed").status_code == 400
    assert client.get(f"{RESULTS}?challenge__line=82").status_code == 400
