"""Answers given under load, held against the raw rows of the very moment they tell of."""

import threading
import uuid
from typing import Any

import psycopg

from tests.concurrency import naive
from tests.concurrency.api import Figures
from tests.concurrency.clients import Seen


class Observer:
    """Reads the raw rows again and again in a thread of its own; keeps boards by revision."""

    def __init__(self, url: str, challenges: list[uuid.UUID]) -> None:
        self.url, self.challenges = url, challenges
        self.boards: dict[tuple[uuid.UUID, int], list[naive.Board]] = {}
        self.faults: list[str] = []
        self.double: set[tuple[uuid.UUID, int]] = set()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "Observer":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        try:
            with psycopg.connect(self.url, autocommit=True) as connection:
                while not self.over.is_set():
                    raw = naive.read(connection, self.challenges)
                    for challenge in self.challenges:
                        self._keep(challenge, naive.board(raw, challenge))
                    self.over.wait(0.01)
        except Exception as error:
            self.faults.append(f"observer: {type(error).__name__}: {error}")

    def _keep(self, challenge: uuid.UUID, board: naive.Board) -> None:
        """Keep a board; one of the same revision is there only if groups differ."""
        there = self.boards.setdefault((challenge, board.revision), [])
        if there and there[0].rows != board.rows and (challenge, board.revision) not in self.double:
            self.double.add((challenge, board.revision))
            self.faults.append(
                f"revision {board.revision} of {challenge} names two boards:"
                f" {there[0].rows} and {board.rows}"
            )
        if not any(one.groups == board.groups for one in there):
            there.append(board)

    def judge(self, seen: list[Seen], figures: Figures) -> None:
        """Compare every answer for whose revision there are rows."""
        figures.faults += self.faults
        groups: dict[tuple[uuid.UUID, uuid.UUID, int], list[naive.Board]] = {}
        for (challenge, _), boards in self.boards.items():
            for board in boards:
                for group in board.groups:
                    among = board.among(group)
                    groups.setdefault((challenge, group, among.revision), []).append(among)
        for one in seen:
            if one.group is None:
                found = self.boards.get((one.challenge, one.revision), [])
            else:
                found = groups.get((one.challenge, one.group, one.revision), [])
            for board in found[:1]:
                compare(one, board, figures)


def compare(one: Seen, board: naive.Board, figures: Figures) -> None:
    """Hold one answer against the board of its revision."""
    where = f"revision {one.revision}, {one.challenge}, limit {one.limit}, player {one.player}"
    body, kind = one.body, f"{one.kind} under load"
    if one.kind.endswith("distribution"):
        figures.compare(kind, body, board.distribution(), where)
    elif one.kind.endswith("page"):
        rows = body["results"]
        start = 0 if one.first else _index(board.rows, rows)
        figures.compare(kind, rows, board.page(start, one.limit), where)
        figures.compare(kind, body["total"], len(board.rows), where)
        more = start + one.limit < len(board.rows)
        figures.compare(kind, body["next"] is not None, more, where)
    else:
        assert one.player is not None
        figures.compare(kind, own(body), around(board, one.player, one.limit), where)
        figures.compare(kind, body["total"], len(board.rows), where)


def own(body: Any) -> tuple[Any, ...]:
    """What an answer of "me" says: the rank, the row if it is on the board, its neighbours."""
    row = None if body["hidden"] else body["standing"]
    return body["rank"], row, body["above"], body["below"]


def around(board: naive.Board, player: uuid.UUID, limit: int) -> tuple[Any, ...]:
    """What it should say."""
    row, above, below = board.around(player, limit)
    return row and row["rank"], row, above, below


def _index(board: list[naive.Row], rows: list[naive.Row]) -> int:
    """Where a page begins, by its first row; the end for an empty one."""
    return board.index(rows[0]) if rows and rows[0] in board else len(board)
