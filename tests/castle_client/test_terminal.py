"""The terminal player, against the real service."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from castle_client import Client, Retries
from games.rules import format_position
from leaderboard.models import Attempt, Challenge, Player, Submission
from tests.advising import hand_worker
from tests.castle_client.playing import Screen, play, shows
from tests.castle_client.servers import Scripted, Wire
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS, longer, unfinished
from tests.pages.days import PASSWORD, fill_board, today


def test_a_day_is_played_to_the_board(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    fill_board(challenges[0], CASTLE)
    line = longer(CASTLE, 1)
    first, *rest = line.split()

    def look_at_board(screen: Screen) -> None:
        assert f"Won in {CASTLE.par + 1} moves." in screen.last
        assert "Accepted (beleaguered-castle of" in screen.last
        assert "*     2" in screen.last
        assert "Your rank is 2 of 6." in screen.last

    screen = play(
        client,
        state,
        shows(
            " 1  Beleaguered Castle", f"par {CASTLE.par}", "5 on the board", "2  Streets and Alleys"
        ),
        "1",
        shows("foundations  C:A  D:A  H:A  S:A", "  1  5D 4C QH 3S TH 4H"),
        first,
        shows("You play as guest-"),
        " ".join(rest),
        look_at_board,
        "q",
        shows("won"),
        "me",
        shows("(a guest)", "won 1, without help 1"),
        "q",
    )
    assert "traceback" not in screen.text.lower()
    submission = Submission.objects.get(line=line)
    assert (submission.player.is_guest, submission.elapsed_ms is not None) == (True, True)
    assert Attempt.objects.filter(player=submission.player).count() == 1


def test_moves_are_taken_back_as_they_were_typed(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    words = CITADEL.line.split()
    play(
        client,
        state,
        "deal citadel 85251334468280329502",
        " ".join(words[:5]),
        words[5],
        "line",
        shows(" ".join(words[:6])),
        "u",
        "u",
        "line",
        shows("No moves yet."),
        "u",
        shows("Nothing to undo."),
        "r",
        "undo",
        "redo",
        "r",
        "r",
        shows("Nothing to redo."),
        "line",
        shows(" ".join(words[:6])),
        "restart",
        "line",
        shows("No moves yet."),
        "text",
        shows(*format_position(CITADEL.board).splitlines()),
        "l",
        shows("14  16  25"),
        "?",
        shows("u  undo"),
        "submit",
        shows("for practice"),
        "board",
        shows("for practice"),
    )


def test_wrong_moves_are_explained_and_not_played(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    play(
        client,
        state,
        "deal citadel 5",
        "12 34",
        shows("`34`: 7C does not fit on TS, the available card of row 4. Nothing was moved"),
        "line",
        shows("No moves yet."),
        "castle",
        shows("`castle`: no move can be read here."),
        "\x1b[31m9h",
        shows("Nothing was moved"),
        "12",
        "",
        "quit",
    )


def test_a_game_that_was_left_goes_on(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    words = STREETS.line.split()
    play(client, state, "2", " ".join(words[:7]))
    play(
        client,
        state,
        shows(" 2  Streets and Alleys", "at move 7"),
        "2",
        "line",
        shows(" ".join(words[:7])),
        "u",
        "line",
        shows(" ".join(words[:6])),
    )
    assert Player.objects.count() == 1


def test_hints_come_with_a_warning(
    client: Client,
    challenges: list[Challenge],
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    hand_worker(monkeypatch, settings)
    start = unfinished(CITADEL, CITADEL.par - 4)
    play(
        client,
        state,
        "3",
        start,
        "hint",
        shows("is marked `assisted`, and has no rank"),
        "no",
        "hint",
        "yes",
        shows("Play ", "Moves left: 4."),
        "hint",
        shows("Play "),
        "submit",
        shows("unfinished with 48 cards up, assisted"),
        "concede",
        "q",
    )
    assert Submission.objects.get().assisted


def test_what_cannot_be_won_any_more(service: Scripted, state: Path) -> None:
    answer = {
        "variant": "citadel",
        "number": "14",
        "move_count": 0,
        "verdict": "unsolvable",
        "move": None,
        "shortest": False,
        "moves_left": {"low": None, "high": None, "proven": False},
        "reason": None,
        "solver_version": "1.0",
    }
    service.answer(404, "not-found")
    service.answer(200, answer)
    service.answer(200, answer | {"verdict": "undetermined", "reason": "nodes"})
    play(
        Client(service.url),
        state,
        "deal citadel 14",
        "hint",
        shows("cannot be won any more"),
        "hint",
        shows("No move is known"),
    )


def test_conceding_hands_in_the_line_and_leaves(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    play(
        client,
        state,
        "3",
        unfinished(CITADEL, 9),
        "concede",
        shows("Accepted", "unfinished", "The deals of"),
        "board 3",
        shows("Your line stands under: unfinished."),
        "board 7",
        shows("no such deal"),
    )
    assert Submission.objects.get().outcome == "unfinished"


def test_replays_are_stepped_through(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    words = CITADEL.line.split()
    screen = play(
        client,
        state,
        "replay 3",
        "3",
        CITADEL.line,
        "q",
        "replay 3",
        shows(f"0 of {CITADEL.par} moves", f"  1  {CITADEL.board.row_texts()[0]}"),
        "",
        shows(f"1 of {CITADEL.par} moves, after {words[0]}"),
        "999",
        shows(f"{CITADEL.par} of {CITADEL.par}", "C:K  D:K  H:K  S:K"),
        "b",
        shows(f"{CITADEL.par - 1} of {CITADEL.par} moves"),
        "q",
        "replay 1",
        shows("You have not submitted a line"),
        "replay nonsense",
        shows("no such thing"),
    )
    assert "Traceback" not in screen.text


def test_accounts(client: Client, challenges: list[Challenge], state: Path) -> None:
    play(
        client,
        state,
        "me",
        shows("You are nobody yet"),
        "logout",
        shows("not signed in"),
        "guest",
        "register",
        "Grace",
        "short",
        shows("password"),
        "register",
        "Grace",
        PASSWORD,
        shows("You are Grace.", "Recovery code, shown this once: "),
        "logout",
        "yes",
        "login",
        "Grace",
        "wrong password",
        shows("No player has this handle"),
        "login",
        "Grace",
        PASSWORD,
        shows("You are Grace."),
    )
    play(
        client,
        state,
        "me",
        shows("You are Grace."),
        "guest",
        "no",
        "me me",
        shows("typed otherwise"),
        "fly",
        shows("lists what can be typed"),
        "help",
        shows("replay ID"),
        "send",
        shows("Nothing waits"),
    )
    assert Player.objects.count() == 1


def test_a_token_that_has_ended(client: Client, challenges: list[Challenge], state: Path) -> None:
    play(client, state, "guest")
    Player.objects.all().delete()
    play(client, state, "me", shows("Your token has ended"))


# -------------------------------------------------------------------------------- offline


def test_a_game_without_a_network_is_sent_later(
    line: Wire, challenges: list[Challenge], state: Path, retries: Retries
) -> None:
    client = Client(line.url, retries=retries)
    play(client, state, "guest", shows("You play as guest-"))
    line.cut = lambda number, path: "before"
    screen = play(
        client,
        state,
        shows("cannot be reached", " 3  Citadel"),
        "3",
        CITADEL.line,
        shows("Waiting to be sent: 1", f"Won in {CITADEL.par} moves."),
        "q",
        "send",
        shows("Waiting to be sent: 1"),
    )
    assert "Accepted" not in screen.text
    assert Submission.objects.count() == 0
    line.cut = lambda number, path: None
    screen = play(client, state)
    assert f"won in {CITADEL.par} moves" in screen.text
    assert [row.line for row in Submission.objects.all()] == [CITADEL.line]
    assert Attempt.objects.count() == 1
    assert "Accepted" not in play(client, state).text


def test_without_a_network_or_anything_kept(state: Path, slept: list[float]) -> None:
    client = Client("http://127.0.0.1:1", retries=Retries(sleep=slept.append))
    play(
        client,
        state,
        shows("cannot be reached", "`deal VARIANT NUMBER` works anyway"),
        "1",
        "deal klondike 5",
        shows("no such variant"),
        "deal citadel 5",
        shows("  1  5C 3S TD 5S 9S"),
        "12",
        "hint",
        shows("cannot be reached"),
        "q",
        "guest",
        shows("cannot be reached"),
    )


def test_yesterdays_deals_are_not_taken_for_todays(
    client: Client, challenges: list[Challenge], state: Path
) -> None:
    play(client, state)
    client.transport.url = "http://127.0.0.1:1"
    tomorrow = dt.datetime.combine(today(), dt.time(1), dt.UTC) + dt.timedelta(days=1)
    screen = play(client, state, now=lambda: tomorrow)
    assert "Citadel" not in screen.text
