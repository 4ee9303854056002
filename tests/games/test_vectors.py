"""GET vectors and vectors/{version}: the file never changes, and the rules agree with it."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.rules import (
    LINE_FORMATS,
    Board,
    IllegalMoveError,
    InvalidCardError,
    InvalidDealNumberError,
    InvalidMoveError,
    deal,
    expand_sequence,
    format_line,
    format_position,
    get_variant,
    parse_card,
    parse_deal_number,
    parse_position,
    replay,
    sequence_cost,
)
from games.vectors import VERSIONS, content
from leaderboard.replaying import positions
from tests import naive

Record = dict[str, Any]


def records(version: int = 1) -> list[Record]:
    """All records of a version."""
    return [json.loads(line) for line in content(version).splitlines()]


def board_of(record: Record) -> Board:
    """The position of a record."""
    return Board([map(parse_card, row.split()) for row in record["rows"]], record["foundations"])


def check_card(record: Record) -> None:
    if record["card"] is None:
        with pytest.raises(InvalidCardError):
            parse_card(record["text"])
    else:
        assert parse_card(record["text"]) == record["card"]


def check_number(record: Record) -> None:
    if record["number"] is None:
        with pytest.raises(InvalidDealNumberError):
            parse_deal_number(record["text"])
    else:
        assert str(parse_deal_number(record["text"])) == record["number"]


def check_text(record: Record) -> None:
    read = LINE_FORMATS[record["format"]].iter_tokens
    if record["error"] is None:
        assert [list(token[:4]) for token in read(record["line"])] == record["tokens"]
        return
    with pytest.raises(InvalidMoveError) as caught:
        list(read(record["line"]))
    error = caught.value
    assert record["error"] == {
        "token": error.token_index,
        "reason": error.reason,
        "offset": error.offset,
    }


def check_cost(record: Record) -> None:
    costs = [sequence_cost(count + 1, record["spaces"]) for count in range(len(record["costs"]))]
    assert costs == record["costs"]


def check_deal(record: Record) -> None:
    board = deal(get_variant(record["variant"]), int(record["number"]))
    assert (board.row_texts(), board.foundations) == (record["rows"], record["foundations"])


def check_position(record: Record) -> None:
    board = board_of(record)
    assert format_line(board.legal_moves()) == record["legal"]
    slow = naive.from_texts(record["rows"], record["foundations"])
    assert sorted(naive.legal_moves(slow)) == sorted(board.legal_moves())
    assert (board.key(), format_position(board)) == (record["key"], record["text"])
    assert parse_position(record["text"]) == board
    assert (board.foundation_cards, board.is_stuck()) == (record["cards"], record["stuck"])
    assert len(record["sequences"]) == 4
    for source, destination, count, wanted in record["sequences"]:
        try:
            got = format_line(expand_sequence(board, source, destination, count))
        except IllegalMoveError as refused:
            got = f"!{refused.reason}"
        assert got == wanted


def check_line(record: Record) -> None:
    result = replay(board_of(record), record["line"])
    error = result.error
    assert format_line(result.moves) == record["moves"]
    assert (result.outcome, result.foundation_cards) == (record["outcome"], record["cards"])
    assert record["error"] == (
        error and {"index": error.index, "reason": error.reason, "offset": error.offset}
    )


def check_fc_solve(record: Record) -> None:
    board = deal(get_variant(record["variant"]), int(record["number"]))
    result = replay(board, record["line"], format="fc-solve")
    assert (format_line(result.moves), result.won) == (record["moves"], True)


def check_replay(record: Record) -> None:
    board = deal(get_variant(record["variant"]), int(record["number"]))
    result = replay(board, " ".join(record["moves"]))
    assert positions(board, result.moves) == record["positions"]
    assert result.won


CHECKS: dict[str, tuple[int, Callable[[Record], None]]] = {
    "card": (12, check_card),
    "number": (15, check_number),
    "text": (39, check_text),
    "cost": (8, check_cost),
    "deal": (206, check_deal),
    "position": (120, check_position),
    "line": (180, check_line),
    "fc-solve": (15, check_fc_solve),
    "replay": (3, check_replay),
}


def test_what_was_published_has_not_changed() -> None:
    assert list(VERSIONS) == [1]
    for vectors in VERSIONS.values():
        held = content(vectors.version)
        assert hashlib.sha256(held).hexdigest() == vectors.sha256
        assert held.isascii()
        assert len(held.splitlines()) == vectors.records
        head = json.loads(held.splitlines()[0])
        assert head == {
            "kind": "vectors",
            "version": vectors.version,
            "rules_version": vectors.rules_version,
        }


@pytest.mark.parametrize("kind", CHECKS)
def test_the_rules_agree_with_every_record(kind: str) -> None:
    count, check = CHECKS[kind]
    found = [record for record in records() if record["kind"] == kind]
    assert len(found) == count
    for record in found:
        check(record)


def test_every_kind_is_checked() -> None:
    assert {record["kind"] for record in records()} == {"vectors", *CHECKS}
    outcomes = {record["outcome"] for record in records() if record["kind"] == "line"}
    assert outcomes == {"won", "unfinished", None}


def test_the_list(api: APIClient) -> None:
    response = api.get("/api/v1/vectors")
    assert response.json() == {
        "results": [
            {
                "version": 1,
                "rules_version": 1,
                "records": 599,
                "size": len(content(1)),
                "sha256": VERSIONS[1].sha256,
                "href": "/api/v1/vectors/1",
            }
        ]
    }
    assert api.get("/api/v1/vectors", HTTP_IF_NONE_MATCH=response["ETag"]).status_code == 304


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/x-ndjson"])
def test_the_file(api: APIClient, accept: str) -> None:
    response = api.get("/api/v1/vectors/1", HTTP_ACCEPT=accept)
    assert (response.status_code, response.content) == (200, content(1))
    assert response["Content-Type"] == "application/x-ndjson"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    again = api.get("/api/v1/vectors/1", HTTP_IF_NONE_MATCH=response["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("version", ["0", "2", "01", "x", "1.ndjson", "\u0661"])
def test_versions_that_are_not_there(api: APIClient, version: str) -> None:
    response = api.get(f"/api/v1/vectors/{version}")
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
    assert response.json()["type"] == "/problems/not-found"


def test_another_kind_of_answer(api: APIClient) -> None:
    response = api.get("/api/v1/vectors/1", HTTP_ACCEPT="image/png")
    assert (response.status_code, response.json()["type"]) == (406, "/problems/not-acceptable")
