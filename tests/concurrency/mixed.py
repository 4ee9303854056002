"""Rounds of everything at once: open, in grace, settled, while clients play their scripts."""

import datetime as dt
import threading
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection

from games.services import label_publish
from leaderboard.models import Challenge, PeriodLedger
from leaderboard.periods import boards_of
from leaderboard.services.challenges import challenge_settle
from leaderboard.tasks import challenges_settle
from tests.concurrency.api import Answer, Api, Figures
from tests.concurrency.cast import Cast
from tests.concurrency.checking import Checker
from tests.concurrency.clients import Client, Seen
from tests.concurrency.days import DEALS, make_days, wins
from tests.concurrency.observing import Observer
from tests.concurrency.running import NOON, Running
from tests.concurrency.scripts import Script
from tests.leaderboard.lines import STREETS, longer
from tests.leaderboard.playing import path_of

T = TypeVar("T")
AT_ONCE = 20
# How much of a round is played when the boards close, and when their grace ends.
CLOSING, SETTLING = 0.5, 0.8


@dataclass
class Mixed:
    """Rounds on consecutive dates, with the same players, who come and go."""

    running: Running
    figures: Figures
    cast: Cast
    date: dt.date = field(default_factory=NOON.date)

    def round(self, script: Script, *, every_limit: bool = False) -> int:
        """Play a script on the boards of the next date and compare; how many faults it had."""
        before = len(self.figures.faults)
        challenges = self.begin()
        seen: list[Seen] = []
        with Observer(settings.DATABASE_URL, [one.pk for one in challenges]) as observer:
            self._play(script, challenges, seen)
            self._identical(challenges[0])
        self._settle_rest(challenges)
        observer.judge(seen, self.figures)
        api = Api(self.running.port, self.figures)
        checker = Checker(api, self.figures, self.cast, settings.DATABASE_URL)
        checker.check(challenges, every_limit=every_limit)
        api.close()
        self.next_date()
        return len(self.figures.faults) - before

    def next_date(self) -> None:
        """Go on to the next date; the clock follows as a round begins."""
        self.date += dt.timedelta(days=1)

    def begin(self) -> list[Challenge]:
        """Two boards of the date, one of which gets a better par when it is settled."""
        make_days(self.date, 10)
        self.running.clock.set(dt.datetime.combine(self.date, dt.time(12), dt.UTC))
        unproven = {"par_high": STREETS.par + 2, "moves": STREETS.par + 2}
        streets = Challenge.objects.filter(variant=STREETS.variant, date=self.date)
        streets.update(**unproven, line=longer(STREETS, 2))
        slugs = [slug for slug in DEALS if slug != STREETS.variant]
        slugs = [STREETS.variant, slugs[self.date.toordinal() % len(slugs)]]
        challenges = [Challenge.objects.get(variant=slug, date=self.date) for slug in slugs]
        won = DEALS[STREETS.variant]
        better = Challenge(
            variant=won.variant,
            verdict="solvable",
            line=won.line,
            moves=won.par,
            par_low=won.par,
            par_high=won.par,
        )
        label_publish(variant=challenges[0].game, number=won.number, source=better)
        return challenges

    def _play(self, script: Script, challenges: list[Challenge], seen: list[Seen]) -> None:
        """Run the clients; the clock goes on to grace and past it, and settling runs, meanwhile."""
        count = sum(len(steps) for steps in script)
        progress = Progress()
        threads = []
        for steps in script:
            client = Client(self.running.port, self.figures, self.cast, challenges, seen)
            threads.append(threading.Thread(target=client.play, args=(steps, progress.step)))
        for thread in threads:
            thread.start()

        def alive() -> bool:
            return any(thread.is_alive() for thread in threads)

        progress.wait(CLOSING * count, alive)
        self.running.clock.set(challenges[0].closes_at + dt.timedelta(minutes=10))
        progress.wait(SETTLING * count, alive)
        self.running.clock.set(challenges[0].settles_at)
        self._settle(challenges)
        for thread in threads:
            thread.join()

    def _settle(self, challenges: list[Challenge]) -> None:
        """Settle each board by several processes at once: once is enough for all."""
        challenges_settle.delay()
        for challenge in challenges:
            done = at_once([lambda one=challenge: challenge_settle(challenge=one)] * 3)  # type: ignore[misc]
            self.figures.compare("settled once", sum(done) <= 1, True, str(challenge))
            entered = PeriodLedger.objects.filter(challenge=challenge).count()
            boards = len(boards_of(challenge.date, challenge.variant))
            self.figures.compare("settled once", entered, boards, str(challenge))

    def _settle_rest(self, challenges: list[Challenge]) -> None:
        """Settle what else ended on the date, as the workers would within a minute."""
        rest = Challenge.objects.filter(date__lte=self.date, settled_at=None)
        for challenge in rest:
            challenge_settle(challenge=challenge)
        for challenge in challenges:
            challenge.refresh_from_db()

    def _identical(self, challenge: Challenge) -> None:
        """20 posts of one line at once, without a key and with one: one submission, one answer."""
        for key in (None, uuid.uuid4().hex):
            there = [member for member in self.cast.members if not member.gone]
            member = there[-1 if key is None else -2]
            lines = [
                line
                for line in wins(challenge.variant)
                if line not in {body["line"] for body in member.acknowledged.values()}
            ]
            path, body = f"{path_of(challenge)}/submissions", {"line": lines[0]}
            headers = {} if key is None else {"Idempotency-Key": key}

            def post(
                path: str = path,
                body: Any = body,
                token: str = member.token,
                headers: dict[str, str] = headers,
            ) -> Answer:
                api = Api(self.running.port, self.figures)
                try:
                    return api.ask("identical", "POST", path, body, token, headers)
                finally:
                    api.close()

            answers = at_once([post] * AT_ONCE)
            expected = {201: AT_ONCE} if key else {201: 1, 200: AT_ONCE - 1}
            statuses = Counter(answer.status for answer in answers)
            self.figures.compare("identical", statuses, expected, path)
            self.figures.compare("identical", len({one.content for one in answers}), 1, path)
            found = answers[0].body
            if answers[0].status < 300:
                member.acknowledged[found["id"]] = found


class Progress:
    """Counts the steps that all clients have performed."""

    def __init__(self) -> None:
        self.done = 0
        self.changed = threading.Condition()

    def step(self) -> None:
        """One more."""
        with self.changed:
            self.done += 1
            self.changed.notify_all()

    def wait(self, count: float, alive: Callable[[], bool]) -> None:
        """Wait until so many are done, or nobody is at work any more."""
        with self.changed:
            while self.done < count and alive():
                self.changed.wait(0.2)


def at_once(actions: list[Callable[[], T]]) -> list[T]:
    """Run all actions at the same moment, each in a thread; their answers."""
    barrier = threading.Barrier(len(actions))
    answers: list[T] = []

    def run(action: Callable[[], T]) -> None:
        try:
            barrier.wait(30)
            answers.append(action())
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
