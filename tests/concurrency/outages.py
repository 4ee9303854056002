"""Broker and cache emptied, hung, stopped and started again while players play."""

import signal
import threading
import time
from itertools import count

from django.conf import settings

from leaderboard.models import Challenge
from tests.concurrency.api import Api, Figures
from tests.concurrency.cast import Cast
from tests.concurrency.checking import Checker
from tests.concurrency.clients import Client, Seen
from tests.concurrency.mixed import Mixed
from tests.concurrency.observing import Observer
from tests.concurrency.running import Running
from tests.concurrency.scripts import Step

CLIENTS = 6
# Seconds after which a server that is back must have been noticed.
RECOVERY = 5.0
# What goes on without broker and cache; "look" reads boards in every way.
KINDS = ("submit", "look", "attempt", "submit", "repeat", "today", "submit", "own_lines")


class Outage:
    """Load on the boards of one date, while broker and cache come and go."""

    def __init__(self, mixed: Mixed) -> None:
        self.running: Running = mixed.running
        self.figures: Figures = mixed.figures
        self.cast: Cast = mixed.cast
        self.challenges: list[Challenge] = mixed.begin()
        self.over = threading.Event()
        self.asked = 0

    def run(self, seconds: float) -> None:
        """Go through it all, each state for so many seconds; compare during and after."""
        seen: list[Seen] = []
        with Observer(settings.DATABASE_URL, [one.pk for one in self.challenges]) as observer:
            threads = [
                threading.Thread(target=self._play, args=(number, seen))
                for number in range(CLIENTS)
            ]
            for thread in threads:
                thread.start()
            try:
                self._disturb(seconds)
            finally:
                self.over.set()
                for thread in threads:
                    thread.join()
        observer.judge(seen, self.figures)
        api = Api(self.running.port, self.figures)
        checker = Checker(api, self.figures, self.cast, settings.DATABASE_URL)
        for challenge in self.challenges:
            checker.check_board(challenge, every_limit=False)
        checker.check_acknowledged()
        api.close()

    def _disturb(self, seconds: float) -> None:
        self._stay("with both", seconds)
        self.running.flush()
        self._stay("flushed", seconds)
        for server in self.running.valkeys:
            assert server.process is not None
            server.process.send_signal(signal.SIGSTOP)
        try:
            self._stay("hung", seconds, signup=503)
        finally:
            for server in self.running.valkeys:
                assert server.process is not None
                server.process.send_signal(signal.SIGCONT)
        self._stay("going on", seconds)
        for server in self.running.valkeys:
            server.stop()
        self._stay("stopped", seconds, signup=503)
        for server in self.running.valkeys:
            server.start()
        self._stay("started again", seconds)
        self.running.flush()
        self._stay("flushed again", seconds)

    def _stay(self, state: str, seconds: float, signup: int = 201) -> None:
        """Let them play; making an account waits for the count of accounts to be back."""
        before = self.asked
        end = time.monotonic() + seconds
        api = Api(self.running.port, self.figures)
        answer = api.ask("sign-up in an outage", "POST", "guests")
        while answer.status == 503 != signup and time.monotonic() < end + RECOVERY:
            time.sleep(0.1)
            answer = api.ask("sign-up in an outage", "POST", "guests")
        self.figures.compare("sign-up", (state, answer.status), (state, signup), state)
        if answer.status == 503:
            self.figures.compare("sign-up", answer.headers.get("Retry-After"), "5", state)
        api.close()
        while time.monotonic() < end or self.asked == before:
            time.sleep(0.05)
        self.figures.compare(f"requests while {state}", self.asked > before, True, state)

    def _play(self, number: int, seen: list[Seen]) -> None:
        steps = (
            Step(KINDS[turn % len(KINDS)], 7 * number + turn // 3, turn, turn * 13, turn % 2 == 0)
            for turn in count(number)
        )
        client = Client(self.running.port, self.figures, self.cast, self.challenges, seen)

        def done() -> None:
            self.asked += 1
            if self.over.is_set():
                steps.close()

        client.play(steps, done)
