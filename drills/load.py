"""Load on a running service: callers that play, look and ask, and keep a ledger.

    load = Load(port, lines_of_today(database_url), clients=8)
    load.start(); ...; load.stop(); load.ledger

A write whose answer did not come is sent again, with its `Idempotency-Key`, until there is
one: then it must be there, once. Limits of callers have to be set high in the service.
"""

import itertools
import random
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from drills.http import NO_ANSWER, Answer, Connection
from drills.ledger import TOO_SLOW, UNAVAILABLE, Acknowledged, Ledger
from drills.lines import Line

API = "/api/v1"
OK = frozenset({200})
MADE = frozenset({200, 201})
ASKED = frozenset({200, 202})
# Nothing has been acknowledged, and the same request may be sent once more.
AGAIN = frozenset({NO_ANSWER, TOO_SLOW, UNAVAILABLE})
# A new player after so many lines: boards grow, and players come back to their own.
LINES_A_PLAYER = 12
# Pause after an answer that says to wait. Shorter than it asks for: the drill wants pressure.
PAUSE = 0.2

# What callers do, and how often out of the sum.
MIX = {
    "submit": 40,
    "board": 16,
    "me": 10,
    "today": 6,
    "distribution": 5,
    "own": 4,
    "verify": 4,
    "calendar": 3,
    "profile": 3,
    "page": 3,
    "deal": 2,
    "label": 1,
    "hint": 1,
}


@dataclass
class Guest:
    """A player of the drill."""

    handle: str
    token: str
    lines: int = 0

    @property
    def headers(self) -> dict[str, str]:
        """Who asks."""
        return {"Authorization": f"Bearer {self.token}"}


class Caller:
    """One thread's worth of load: plays as one guest after the other."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.ledger = load.ledger
        self.connection = Connection(load.port, load.timeout)
        # Nothing here is secret, and a run can be repeated.
        self.chance = random.Random(f"{load.seed}-{number}")  # noqa: S311
        self.guest: Guest | None = None
        self.deals = itertools.count(1 + number * 1_000_000 + load.seed)
        kinds = load.mix
        self._kinds, self._weights = list(kinds), list(kinds.values())

    def run(self) -> None:
        """Call until the load is stopped; what was begun is brought to an end."""
        while not self.load.stopping.is_set():
            if self.guest is None or self.guest.lines >= LINES_A_PLAYER:
                self.guest = self._new_guest()
                continue
            kind = self.chance.choices(self._kinds, self._weights)[0]
            action: Callable[[Guest, Line], None] = getattr(self, f"_{kind}")
            action(self.guest, self.chance.choice(self.load.lines))
            if self.load.pause:
                self.load.stopping.wait(self.load.pause)
        self.connection.close()

    def get(self, kind: str, path: str, guest: Guest | None = None) -> Answer | None:
        """Read something; None if the service could not give it."""
        answer = self.connection.call("GET", path, headers=guest.headers if guest else None)
        if self.ledger.note(kind, answer, OK):
            return answer
        self._wait(answer)
        return None

    def post(
        self,
        kind: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        guest: Guest | None = None,
        expected: frozenset[int] = MADE,
        *,
        keyed: bool = False,
        patient: bool = False,
    ) -> Answer | None:
        """Write something; with `patient` again and again until there is an answer."""
        headers = dict(guest.headers) if guest else {}
        if keyed:
            headers["Idempotency-Key"] = uuid.UUID(int=self.chance.getrandbits(128)).hex
        while True:
            answer = self.connection.call("POST", path, body, headers)
            if self.ledger.note(kind, answer, expected):
                return answer
            again = answer.status in AGAIN
            self._wait(answer)
            if not (again and patient) or self.load.given_up.is_set():
                return None

    def _wait(self, answer: Answer) -> None:
        if answer.status in AGAIN:
            time.sleep(PAUSE)

    def _new_guest(self) -> Guest | None:
        answer = self.post("guest", f"{API}/guests", {})
        if answer is None:
            return None
        body = answer.json()
        guest = Guest(body["player"]["handle"], body["token"])
        with self.ledger.lock:
            self.ledger.guests.append(guest.handle)
        return guest

    def _submit(self, guest: Guest, line: Line) -> None:
        path = f"{API}/challenges/{line.variant}/{line.date}"
        guest.lines += 1
        if self.chance.random() < 0.3:
            started = self.post("attempt", f"{path}/attempts", guest=guest, patient=True)
            if started is not None:
                with self.ledger.lock:
                    self.ledger.attempts.append((guest.handle, line.variant, line.date))
        answer = self.post(
            "submit",
            f"{path}/submissions",
            {"line": line.text},
            guest,
            keyed=self.chance.random() < 0.5,
            patient=True,
        )
        if answer is None:
            return
        body = answer.json()
        said = (body["status"], body["outcome"], body["move_count"])
        if said != (line.status, line.outcome, line.move_count):
            self.ledger.fault("submit", answer, "wrong word on a line:")
        with self.ledger.lock:
            self.ledger.submissions.append(
                Acknowledged(body["id"], guest.handle, guest.token, line)
            )

    def _board(self, _: Guest, line: Line) -> None:
        path = f"{API}/challenges/{line.variant}/{line.date}/standings"
        answer = self.get("board", f"{path}?limit={self.chance.choice((10, 50, 200))}")
        if answer is None:
            return
        rows = answer.json()["results"]
        better = [(row["rank"], row["moves"]) for row in rows if row["section"] == "ranked"]
        for index, (rank, moves) in enumerate(better):
            # The first page begins with the best: all who are better stand above.
            if rank != 1 + sum(other < moves for _, other in better[:index]):
                self.ledger.fault("board", answer, "wrong rank:")

    def _me(self, guest: Guest, line: Line) -> None:
        path = f"{API}/challenges/{line.variant}/{line.date}/standings/me"
        self.get("me", path, guest)

    def _today(self, _: Guest, __: Line) -> None:
        self.get("today", f"{API}/challenges/today")

    def _distribution(self, _: Guest, line: Line) -> None:
        path = f"{API}/challenges/{line.variant}/{line.date}/standings/distribution"
        self.get("distribution", path)

    def _own(self, guest: Guest, _: Line) -> None:
        self.get("own", f"{API}/me/submissions?limit=20", guest)

    def _verify(self, _: Guest, line: Line) -> None:
        path = f"{API}/deals/{line.variant}/{next(self.deals)}/verify"
        self.post("verify", path, {"line": "12 13 14"}, expected=OK)

    def _calendar(self, guest: Guest, _: Line) -> None:
        self.get("calendar", f"{API}/me/calendar", guest)

    def _profile(self, guest: Guest, _: Line) -> None:
        self.get("profile", f"{API}/players/{guest.handle}")

    def _page(self, _: Guest, line: Line) -> None:
        self.get("page", self.chance.choice(self.load.pages))

    def _label(self, _: Guest, line: Line) -> None:
        number = str(next(self.deals))
        path = f"{API}/deals/{line.variant}/{number}/label"
        if self.post("label", path, expected=ASKED) is not None:
            with self.ledger.lock:
                self.ledger.labels.append((line.variant, number))

    def _deal(self, _: Guest, line: Line) -> None:
        self.get("deal", f"{API}/deals/{line.variant}/{next(self.deals)}")

    def _hint(self, _: Guest, line: Line) -> None:
        path = f"{API}/deals/{line.variant}/{self.chance.randint(1, 200)}/hint"
        self.post("hint", path, {"line": ""}, expected=ASKED)


class Load:
    """Callers in threads. `lines` are for open challenges; `pause` is what a caller thinks."""

    pages = ("/", "/how-to-play", "/calendar")

    def __init__(
        self,
        port: int,
        lines: list[Line],
        *,
        clients: int = 8,
        mix: Mapping[str, int] | None = None,
        pause: float = 0.0,
        timeout: float = 20.0,
        seed: int = 1,
    ) -> None:
        self.port = port
        self.lines = lines
        self.mix = dict(mix or MIX)
        self.pause = pause
        self.timeout = timeout
        self.seed = seed
        self.ledger = Ledger()
        self.stopping = threading.Event()
        self.given_up = threading.Event()
        self._threads = [
            threading.Thread(target=Caller(self, number).run, name=f"caller-{number}")
            for number in range(clients)
        ]

    def start(self) -> None:
        """Let the callers begin."""
        for thread in self._threads:
            thread.start()

    def stop(self, patience: float = 60.0) -> bool:
        """Let them end what they have begun; whether all did so in `patience` seconds."""
        self.stopping.set()
        end = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        in_time = not any(thread.is_alive() for thread in self._threads)
        self.given_up.set()
        for thread in self._threads:
            thread.join()
        return in_time
