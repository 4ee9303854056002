"""What has to be sent and could not be: kept in a file, sent later, in order, once."""

import datetime as dt
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from castle_client.base import new_key
from castle_client.client import Client
from castle_client.errors import (
    InvalidRequestError,
    NotAllowedError,
    NotFoundError,
    ProblemError,
)
from castle_client.models import Submission
from castle_client.reading import read
from castle_client.tokens import read_json, write_json


@dataclass(frozen=True)
class Waiting:
    """An attempt to be started (`line` is None), or a line to be submitted.

    `key` is the Idempotency-Key: it is made before the first try and never changes, so that
    a line which has arrived already is answered as it was then.
    """

    variant: str
    date: dt.date
    line: str | None
    key: str


class Outbox:
    """A file of what waits to be sent to one service."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def waiting(self) -> list[Waiting]:
        """Return what waits, in the order in which it will be sent."""
        return [read(Waiting, each) for each in read_json(self.path, [])]

    def put(self, variant: str, date: dt.date, line: str | None) -> None:
        """Put an attempt, or a line, behind what waits already; the same one is put once."""
        kept = self.waiting()
        if not any((w.variant, w.date, w.line) == (variant, date, line) for w in kept):
            self._keep([*kept, Waiting(variant, date, line, new_key())])

    def send(
        self,
        client: Client,
        *,
        sent: Callable[[Waiting, Submission], None],
        refused: Callable[[Waiting, ProblemError], None],
    ) -> None:
        """Send all that waits, in order; `sent` and `refused` hear of each.

        What can never be taken (a challenge that is not there, no moves at all) is refused
        and given up. Any other error is raised, and what was not sent goes on waiting.
        """
        while kept := self.waiting():
            first = kept[0]
            try:
                if first.line is None:
                    client.start_attempt(first.variant, first.date)
                else:
                    submission = client.submit(first.variant, first.date, first.line, key=first.key)
                    sent(first, submission)
            except (InvalidRequestError, NotAllowedError, NotFoundError) as problem:
                refused(first, problem)
            self._keep(kept[1:])

    def _keep(self, kept: list[Waiting]) -> None:
        write_json(self.path, [asdict(each) | {"date": str(each.date)} for each in kept])
