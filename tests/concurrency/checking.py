"""Once all is quiet: every answer that there is, compared with a recount of the raw rows."""

import datetime as dt
import uuid
from typing import Any
from urllib.parse import urlencode

import psycopg

from leaderboard.models import Challenge
from tests.concurrency import naive
from tests.concurrency.api import Api, Figures
from tests.concurrency.cast import Cast, Member
from tests.concurrency.observing import around, own
from tests.leaderboard.playing import path_of

MAX_LIMIT, MAX_NEIGHBOURS = 200, 25


class Checker:
    """Asks everything, as everybody, and compares."""

    def __init__(self, api: Api, figures: Figures, cast: Cast, url: str) -> None:
        self.api, self.figures, self.cast = api, figures, cast
        everything = list(Challenge.objects.order_by("date", "variant"))
        with psycopg.connect(url, autocommit=True) as connection:
            self.raw = naive.read(connection, [one.pk for one in everything])
        self.boards = {one.pk: naive.board(self.raw, one.pk) for one in everything}
        self.there = {one.player: one for one in cast.members if not one.gone}

    def check(self, challenges: list[Challenge], *, every_limit: bool) -> None:
        """Compare the boards of some challenges, all profiles, periods and acknowledged lines."""
        for challenge in challenges:
            self.check_board(challenge, every_limit=every_limit)
        self.check_profiles()
        self.check_periods()
        self.check_acknowledged()

    # ------------------------------------------------------------------------------ boards

    def check_board(self, challenge: Challenge, *, every_limit: bool) -> None:
        """Pages by every limit, spread, everybody's own place; among groups too."""
        board, path = self.boards[challenge.pk], f"{path_of(challenge)}/standings"
        size = len(board.rows)
        limits = {1, 2, 3, max(1, size - 1), max(1, size), size + 1, MAX_LIMIT}
        if every_limit:
            limits |= set(range(1, size + 2))
        for limit in sorted(limits):
            self.walk("page", path, board, limit)
        for section in naive.SECTIONS:
            only = [row for row in board.rows if row["section"] == section]
            self.walk("page", path, _with(board, only), 2, section=section, total=size)
        self.same("distribution", f"{path}/distribution", board.distribution())
        ends = {player for place in (0, 1, size - 2, size - 1) for player in _at(board, place)}
        for player, member in self.there.items():
            near = range(1, MAX_NEIGHBOURS + 1) if every_limit else (1, 2, 3, 4, MAX_NEIGHBOURS)
            for limit in near if player in ends else (3,):
                self.own("me", f"{path}/me?limit={limit}", board, member, limit)
        for group, (_, members) in board.groups.items():
            viewers = [self.there[player] for player in members if player in self.there]
            if not viewers:
                continue
            among, query = board.among(group), f"group={group}"
            for limit in (1, 2, MAX_LIMIT):
                self.walk("group page", path, among, limit, viewers[0], group=str(group))
            self.same(
                "group distribution",
                f"{path}/distribution?{query}",
                among.distribution(),
                viewers[0],
            )
            for member in viewers:
                self.own("group me", f"{path}/me?{query}&limit=2", among, member, 2)

    def walk(
        self,
        kind: str,
        path: str,
        board: naive.Board,
        limit: int,
        member: Member | None = None,
        total: int | None = None,
        **query: str,
    ) -> None:
        """Go through a board page by page, to the end and back again."""
        where = f"{path} {query} limit {limit}"
        expected = [board.page(at, limit) for at in range(0, max(1, len(board.rows)), limit)]
        size = len(board.rows) if total is None else total
        pages: list[Any] = []
        asked: str | None = f"{path}?{urlencode({**query, 'limit': limit})}"
        while asked is not None and len(pages) <= len(expected):
            body = self.get(kind, asked, member)
            pages.append(body["results"])
            last, asked = body, body["next"]
            self.figures.compare(
                kind, (body["board_revision"], body["total"]), (board.revision, size), where
            )
        self.figures.compare(kind, pages, expected, where)
        back: list[Any] = []
        while last["previous"] is not None and len(back) <= len(expected):
            last = self.get(kind, last["previous"], member)
            back.insert(0, last["results"])
        self.figures.compare(kind, back, expected[:-1], f"{where}, backwards")

    def own(self, kind: str, path: str, board: naive.Board, member: Member, limit: int) -> None:
        """A player's own place."""
        body = self.get(kind, path, member)
        hidden = self.raw.players[member.player]["hidden_at"] is not None
        self.figures.compare(kind, own(body), around(board, member.player, limit), path)
        self.figures.compare(kind, body["board_revision"], board.revision, path)
        if "ranked_total" in body:
            ranked = sum(row["section"] == "ranked" for row in board.rows)
            self.figures.compare(kind, body["ranked_total"], ranked, path)
        self.figures.compare(kind, body["hidden"] or not hidden, True, path)

    # ------------------------------------------------------------- players, periods, all lines

    def check_profiles(self) -> None:
        """What everybody sees of each player; nothing of the hidden and of the deleted."""
        settled = {one for one, row in self.raw.challenges.items() if row["settled_at"] is not None}
        for member in self.cast.members:
            path = f"players/{member.handle}"
            row = self.raw.players.get(member.player)
            if row is None or row["hidden_at"] is not None:
                answer = self.api.ask("profile", "GET", path)
                self.figures.compare("profile", answer.status, 404, path)
                continue
            found = self.get("profile", path)["statistics"]["overall"]
            expected = naive.profile(self.raw, member.player, self.boards, settled)
            found.pop("streak")
            self.figures.compare("profile", found, expected, path)

    def check_periods(self) -> None:
        """Boards of all time and of each month, over all variants and of each."""
        months = {row["date"].strftime("%Y-%m") for row in self.raw.challenges.values()}
        variants = {row["variant"] for row in self.raw.challenges.values()}
        for name in ("all", *sorted(months)):

            def within(date: dt.date, name: str = name) -> bool:
                return name == "all" or date.strftime("%Y-%m") == name

            for variant in ("", *sorted(variants)):
                rows = naive.period(self.raw, self.boards, variant, within)
                path = f"standings/{name}/{variant}".rstrip("/")
                self.check_period(path, rows)

    def check_period(self, path: str, rows: list[naive.Row]) -> None:
        """One board of a period, in pages of two and whole, and everybody's place on it."""
        for limit in (2, MAX_LIMIT):
            found: list[Any] = []
            asked: str | None = f"{path}?limit={limit}"
            while asked is not None and len(found) <= len(rows):
                body = self.get("period", asked)
                found += body["results"]
                asked = body["next"]
                self.figures.compare("period", body["total"], len(rows), path)
            self.figures.compare("period", found, rows, path)
        places = {row["player"]["handle"]: place for place, row in enumerate(rows)}
        for member in self.there.values():
            body = self.get("period me", f"{path}/me?limit=2", member)
            place = places.get(member.handle)
            expected = (
                (None, None, [], [])
                if place is None
                else (
                    rows[place]["rank"],
                    rows[place],
                    rows[max(0, place - 2) : place],
                    rows[place + 1 : place + 3],
                )
            )
            said = body["rank"], body["standing"], body["above"], body["below"]
            self.figures.compare("period me", said, expected, f"{path} {member.handle}")

    def check_acknowledged(self) -> None:
        """Every submission that was answered is there, and as it was answered."""
        for member in self.there.values():
            found: dict[str, Any] = {}
            asked: str | None = f"me/submissions?limit={MAX_LIMIT}"
            while asked is not None:
                body = self.get("own lines", asked, member)
                found |= {row["id"]: row for row in body["results"]}
                asked = body["next"]
            self.figures.compare("acknowledged", found, member.acknowledged, member.handle)

    # ------------------------------------------------------------------------------- helpers

    def get(self, kind: str, path: str, member: Member | None = None) -> Any:
        """The body of an answer that must be 200."""
        answer = self.api.ask(kind, "GET", path, token=None if member is None else member.token)
        if answer.status != 200:
            raise AssertionError(f"{path}: {answer.status} {answer.content!r}")
        return answer.body

    def same(self, kind: str, path: str, expected: Any, member: Member | None = None) -> None:
        """Compare a whole answer."""
        self.figures.compare(kind, self.get(kind, path, member), expected, path)


def _at(board: naive.Board, place: int) -> list[uuid.UUID]:
    player = board.players[place] if 0 <= place < len(board.players) else None
    return [] if player is None else [player]


def _with(board: naive.Board, rows: list[naive.Row]) -> naive.Board:
    return naive.Board(board.revision, board.par, rows, [None] * len(rows))
