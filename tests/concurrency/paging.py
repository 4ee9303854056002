"""Going through 1,000 tied rows while 200 others submit and 200 improve."""

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from leaderboard.claims import claim_read
from leaderboard.models import Challenge, Player
from leaderboard.services.players import guest_create
from leaderboard.services.submissions import submission_create
from leaderboard.services.tokens import token_create
from tests.concurrency.api import Api
from tests.concurrency.days import DEALS, wins
from tests.concurrency.mixed import Mixed
from tests.leaderboard.playing import path_of

TIED, IMPROVING, OTHERS = 1000, 200, 200
# The tied line, and shorter ones for those who improve.
EXTRA = 10
SUBMITTERS = 6


@dataclass
class Pass:
    """One way through the board: its pages' rows, revisions and totals."""

    limit: int
    backwards: bool
    rows: list[Any] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)


class Paging:
    """A board of tied rows, read from end to end again and again while it changes."""

    def __init__(self, mixed: Mixed) -> None:
        self.port, self.figures = mixed.running.port, mixed.figures
        self.challenge: Challenge = mixed.begin()[1]
        self.path = f"{path_of(self.challenge)}/standings"
        self.passes: list[Pass] = []
        self.over = threading.Event()

    def run(self, limits: Sequence[int]) -> None:
        """Read by each limit, forwards and backwards, until all have submitted; and compare."""
        lines = wins(self.challenge.variant)
        players = self._seed(lines[EXTRA])
        api = Api(self.port, self.figures)
        before = self._page(api, f"{self.path}?limit=1")
        self.figures.compare("tied", before["total"], TIED + IMPROVING, self.path)
        jobs = [(token_create(player=one).token, False) for one in players[TIED:]]
        jobs += [(token_create(player=guest_create()).token, True) for _ in range(OTHERS)]
        # They take turns, so that both are under way from the first page to the last.
        jobs = [
            job for pair in zip(jobs[:IMPROVING], jobs[IMPROVING:], strict=True) for job in pair
        ]
        submitters = [
            threading.Thread(target=self._submit, args=(jobs[start::SUBMITTERS], lines))
            for start in range(SUBMITTERS)
        ]
        readers = [
            threading.Thread(target=self._read, args=(limit, backwards))
            for limit in limits
            for backwards in (False, True)
        ]
        for thread in [*readers, *submitters]:
            thread.start()
        for thread in submitters:
            thread.join()
        self.over.set()
        for thread in readers:
            thread.join()
        after = self._page(api, f"{self.path}?limit=1")
        api.close()
        # A first line changes one count, a better one two.
        grown = after["board_revision"] - before["board_revision"]
        self.figures.compare("revision", grown, OTHERS + 2 * IMPROVING, self.path)
        self.figures.compare("tied", after["total"], TIED + IMPROVING + OTHERS, self.path)
        self._judge({one.handle for one in players[:TIED]}, after["board_revision"])

    def _seed(self, line: str) -> list[Player]:
        """Players with the same number of moves, made by the service's own functions."""
        deal = DEALS[self.challenge.variant]
        claim = claim_read(deal.variant, deal.number, line, "native")
        players = []
        with transaction.atomic():
            for _ in range(TIED + IMPROVING):
                players.append(guest_create())
                submission_create(player=players[-1], challenge=self.challenge, claim=claim)
        return players

    def _submit(self, jobs: list[tuple[str, bool]], lines: Sequence[str]) -> None:
        api = Api(self.port, self.figures)
        for number, (token, new) in enumerate(jobs):
            # Others come in before the tied rows, among them and behind them.
            extra = (EXTRA, EXTRA - 1, EXTRA + 1)[number % 3] if new else number % EXTRA
            body = {"line": lines[extra]}
            path = f"{path_of(self.challenge)}/submissions"
            answer = api.ask("submit while paging", "POST", path, body, token)
            self.figures.compare("status", answer.status, 201, path)
        api.close()

    def _read(self, limit: int, backwards: bool) -> None:
        """Go through the board while others submit; one whole way at least."""
        api = Api(self.port, self.figures)
        try:
            while not self.over.is_set() or not any(
                (one.limit, one.backwards) == (limit, backwards) for one in self.passes
            ):
                self.passes.append(self._pass(api, limit, backwards))
        except Exception as error:
            self.figures.fault(f"limit {limit}: {type(error).__name__}: {error}")
        finally:
            api.close()

    def _pass(self, api: Api, limit: int, backwards: bool) -> Pass:
        found = Pass(limit, backwards)
        asked = f"{self.path}?limit={limit}"
        if backwards:
            asked = self._behind_the_last(api, limit)
        way = "previous" if backwards else "next"
        while asked is not None:
            body = self._page(api, asked)
            found.rows += reversed(body["results"]) if backwards else body["results"]
            found.revisions.append(body["board_revision"])
            found.totals.append(body["total"])
            asked = body[way]
        return found

    def _behind_the_last(self, api: Api, limit: int) -> Any:
        """Where the way back begins: before a row that is put at the very end."""
        from games.pagination import Cursor, encode_cursor
        from tests.concurrency.running import NOON

        last = (3, 10**9, NOON, self.challenge.pk)
        return f"{self.path}?limit={limit}&cursor={encode_cursor('standings', Cursor(last, True))}"

    def _page(self, api: Api, path: str) -> Any:
        answer = api.ask("page of ties", "GET", path)
        self.figures.compare("status", answer.status, 200, path)
        return answer.body

    def _judge(self, unchanged: set[str], last: int) -> None:
        """Unchanged rows once, none twice, and the revision tells of every change."""
        changed = 0
        for one in self.passes:
            where = f"limit {one.limit}{', backwards' if one.backwards else ''}"
            lines = Counter(row["submission"] for row in one.rows)
            self.figures.compare("no row twice", max(lines.values()), 1, where)
            handles = Counter(row["player"]["handle"] for row in one.rows)
            if not one.backwards:
                # Who improves moves up: on the way back that one may come by again.
                self.figures.compare("no player twice", max(handles.values()), 1, where)
            seen = {handle: handles[handle] for handle in unchanged}
            once = dict.fromkeys(unchanged, 1)
            self.figures.compare("unchanged rows once", seen == once, True, where)
            growing = sorted(one.revisions)
            self.figures.compare("revision", one.revisions, growing, where)
            if growing[0] == growing[-1]:
                whole = one.totals[0], one.totals[-1]
                self.figures.compare("revision", whole, (len(one.rows),) * 2, where)
            else:
                changed += 1
        self.figures.compare("passes under change", changed > 0, True, f"revision {last}")
