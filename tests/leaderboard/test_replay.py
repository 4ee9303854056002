"""GET submissions/{id}/replay."""

import doctest
import uuid

import pytest

import leaderboard.replaying
from games.rules import format_card, parse_move
from leaderboard.models import Challenge, Player, Result
from leaderboard.services.moderation import result_hide
from leaderboard.services.tokens import Scope
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS, Won, longer, unfinished
from tests.leaderboard.playing import Caller, SetClock, make_caller, make_challenge, problem_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def challenge(at: SetClock) -> Challenge:
    return make_challenge()


def submitted(caller: Caller, line: str, challenge: Challenge, **more: str) -> str:
    """Submit a line; the path of its replay."""
    path = f"challenges/{challenge.variant}/{challenge.date}/submissions"
    response = caller.post(path, {"line": line, **more})
    assert response.status_code == 201
    return f"submissions/{response.json()['id']}/replay"


def naive(won: Won, moves: list[str]) -> list[str]:
    """The positions by playing on a board."""
    board = won.board
    found = []
    for move in (None, *moves):
        if move is not None:
            board.push(parse_move(move))
        rows = "/".join("".join(map(format_card, row)) for row in board.rows)
        found.append(f"{rows} {''.join('-A23456789TJQK'[top] for top in board.foundations)}")
    return found


def test_it_works(challenge: Challenge) -> None:
    caller = make_caller()
    path = submitted(caller, "6h 82", challenge)
    response = caller.get(path)
    assert response.status_code == 200
    deal = "5D4CQH3STH4H/8SJH7STD9D4D/9H8H2C3H5CJD/KD7HKSQSTCKH/2DTS6H4SJC7D/8D5H5SKCJS2S"
    last = "2H7CQDQC6C3D"
    assert response.json() == {
        "submission": path.split("/")[1],
        "variant": "beleaguered-castle",
        "date": "2025-03-09",
        "number": "79680425071963186202",
        "rules_version": 1,
        "status": "accepted",
        "outcome": "unfinished",
        "reason": None,
        "move_index": None,
        "moves": ["6h", "82"],
        "positions": [
            f"{deal}/6S8C9C6D3C9S/{last} AAAA",
            f"{deal[:-2]}/6S8C9C6D3C9S/{last} AAA2",
            f"5D4CQH3STH4H/8SJH7STD9D4D3D{deal[25:-2]}/6S8C9C6D3C9S/2H7CQDQC6C AAA2",
        ],
    }


@pytest.mark.parametrize("won", [CASTLE, STREETS, CITADEL])
def test_every_position_is_the_one_on_the_board(at: SetClock, won: Won) -> None:
    caller, challenge = make_caller(), make_challenge(won)
    body = caller.get(submitted(caller, won.line, challenge)).json()
    assert " ".join(body["moves"]) == won.line
    assert len(body["positions"]) == won.par + 1
    assert body["positions"] == naive(won, body["moves"])
    assert body["positions"][-1] == "/////// KKKK"
    assert body["outcome"] == "won"


def test_a_rejected_line_goes_to_its_first_wrong_move(challenge: Challenge) -> None:
    caller = make_caller()
    body = caller.get(submitted(caller, "6h 82 28 11", challenge)).json()
    assert (body["status"], body["outcome"]) == ("rejected", None)
    assert (body["reason"], body["move_index"]) == ("does_not_fit", 2)
    assert body["moves"] == ["6h", "82"]
    assert body["positions"] == naive(CASTLE, ["6h", "82"])


def test_a_rejected_line_in_another_format_too(challenge: Challenge) -> None:
    caller = make_caller()
    path = submitted(caller, "6h 82 28", challenge, format="fc-solve")
    body = caller.get(path).json()
    assert (body["status"], body["reason"]) == ("rejected", "does_not_fit")
    assert body["positions"] == naive(CASTLE, ["6h", "82"])


def test_a_line_without_moves_has_one_position(challenge: Challenge) -> None:
    caller = make_caller()
    body = caller.get(submitted(caller, "11", challenge)).json()
    assert body["moves"] == []
    assert body["positions"] == naive(CASTLE, [])


def test_it_is_seen_by_whoever_may_see_the_line(challenge: Challenge, at: SetClock) -> None:
    caller, other = make_caller(), make_caller()
    lesser = submitted(caller, longer(CASTLE, 1), challenge)
    path = submitted(caller, CASTLE.line, challenge)
    never = problem_of(Caller().get(f"submissions/{uuid.uuid4()}/replay"), 404)
    for somebody in (other, Caller()):
        hidden = problem_of(somebody.get(path), 404)
        assert hidden["detail"] == never["detail"]
    at(challenge.settles_at)
    for somebody in (other, Caller()):
        assert somebody.get(path).status_code == 200
        problem_of(somebody.get(lesser), 404)
    assert caller.get(lesser).status_code == 200
    moderator = Player.objects.get(pk=other.player.pk) if other.player else None
    assert moderator is not None
    result_hide(result=Result.objects.get(), moderator=moderator, reason="odd")
    problem_of(other.get(path), 404)
    assert caller.get(path).status_code == 200


def test_who_has_it_is_answered_304_as_long_as_it_may_be_seen(
    challenge: Challenge, at: SetClock
) -> None:
    caller, other = make_caller(), make_caller()
    path = submitted(caller, unfinished(CASTLE, 9), challenge)
    first = caller.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    same = caller.get(path, if_none_match=first["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    assert other.get(path, if_none_match=first["ETag"]).status_code == 404
    # Settling and a better line change nothing of it.
    caller.submit(CASTLE.line, challenge)
    at(challenge.settles_at)
    assert caller.get(path)["ETag"] == first["ETag"]
    assert caller.get(path).content == first.content
    assert caller.get(submitted(caller, longer(CASTLE, 2), challenge))["ETag"] != first["ETag"]


def test_a_token_needs_the_scope_read(challenge: Challenge, at: SetClock) -> None:
    path = submitted(make_caller(), CASTLE.line, challenge)
    at(challenge.settles_at)
    problem_of(make_caller(Scope.PLAY).get(path), 403)
    assert make_caller(Scope.READ).get(path).status_code == 200


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.replaying)
    assert (result.failed, result.attempted) == (0, 4)
