"""What the service has acknowledged under load, and every answer that it must not give."""

import threading
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from drills.http import NO_ANSWER, Answer
from drills.lines import Line

UNAVAILABLE = 503
# The body did not come in time: also what a web server says that stood still meanwhile.
TOO_SLOW = 408
MOST_NAMED = 20


@dataclass(frozen=True)
class Acknowledged:
    """A submission that the service has answered for with 200 or 201."""

    id: str
    handle: str
    token: str
    line: Line


@dataclass
class Ledger:
    """Shared by all callers: acknowledged writes, counts of answers, durations by kind.

    `faults` are answers that must not be, in words: a 5xx other than 503, a 503 without
    `Retry-After`, a refusal of a right request, an answer that says something wrong.
    """

    submissions: list[Acknowledged] = field(default_factory=list)
    attempts: list[tuple[str, str, str]] = field(default_factory=list)
    guests: list[str] = field(default_factory=list)
    labels: list[tuple[str, str]] = field(default_factory=list)
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    fault_count: int = 0
    bad_5xx: int = 0
    without_retry_after: int = 0
    longest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, answer: Answer, expected: frozenset[int]) -> bool:
        """Count an answer; whether it is one of the statuses that were expected."""
        with self.lock:
            self.answers[kind, answer.status] += 1
            self.longest = max(self.longest, answer.seconds)
            if answer.status in expected:
                self.seconds[kind].append(answer.seconds)
                return True
        if answer.status == UNAVAILABLE:
            if not answer.headers.get("retry-after", "").isdigit():
                with self.lock:
                    self.without_retry_after += 1
                self.fault(kind, answer)
        elif answer.status not in (NO_ANSWER, TOO_SLOW):
            if answer.status > UNAVAILABLE or 500 <= answer.status < UNAVAILABLE:
                with self.lock:
                    self.bad_5xx += 1
            self.fault(kind, answer)
        return False

    def fault(self, kind: str, answer: Answer, why: str = "") -> None:
        """Note an answer that must not be."""
        with self.lock:
            self.fault_count += 1
            if len(self.faults) < MOST_NAMED:
                self.faults.append(f"{kind}: {why} {answer.status} {answer.text[:300]}")

    def acknowledged(self) -> int:
        """How many writes have been acknowledged."""
        with self.lock:
            return len(self.submissions) + len(self.attempts) + len(self.guests) + len(self.labels)

    def count(self, *statuses: int) -> int:
        """How many answers had one of the statuses."""
        with self.lock:
            return sum(n for (_, status), n in self.answers.items() if status in statuses)
