"""The day's play: challenges, attempts, submissions, help."""

import datetime as dt
from collections.abc import Iterator

from castle_client.base import Part, at, new_key
from castle_client.models import (
    Attempt,
    Challenge,
    ChallengeSummary,
    Commitment,
    Hint,
    PostMortem,
    Replay,
    Solution,
    Submission,
    Today,
)

Date = dt.date | str


class Challenges(Part):
    """Calls about challenges. A date is UTC: a `datetime.date`, or text like 2025-03-09."""

    def today(self) -> Today:
        """Return today's challenges with their deals."""
        return self.get(Today, "challenges/today")

    def challenge(self, variant: str, date: Date) -> Challenge:
        """Return one challenge; NotFoundError also for those ahead."""
        return self.get(Challenge, at("challenges", variant, date))

    def calendar(
        self,
        *,
        variant: str | None = None,
        first: Date | None = None,
        last: Date | None = None,
        limit: int | None = None,
    ) -> Iterator[ChallengeSummary]:
        """Yield the challenges so far, newest first; `limit` is the length of a page."""
        query = {"variant": variant, "from": first, "to": last, "limit": limit}
        return self.rows(ChallengeSummary, "challenges", **query)

    def commitments(
        self, *, variant: str | None = None, limit: int | None = None
    ) -> Iterator[Commitment]:
        """Yield what the service has bound itself to, newest date first, those ahead too."""
        return self.rows(Commitment, "commitments", variant=variant, limit=limit)

    def solution(self, variant: str, date: Date) -> Solution:
        """Return the solver's line; NotFoundError before the challenge is settled."""
        return self.get(Solution, at("challenges", variant, date, "solution"))

    def start_attempt(self, variant: str, date: Date) -> Attempt:
        """Start the server's clock, or return the attempt that is there."""
        return self.post(Attempt, at("challenges", variant, date, "attempts"), repeatable=True)

    def submit(
        self,
        variant: str,
        date: Date,
        line: str,
        *,
        format: str = "native",
        key: str | None = None,
    ) -> Submission:
        """Submit a line; a line that breaks the rules is a `rejected` submission, no error.

        It is sent again when the answer is lost. `key` (one of its own unless given) makes
        sure that this is one submission: after OfflineError call again with the same key and
        line, and with the same line alone after the key's 24 hours.
        """
        path = at("challenges", variant, date, "submissions")
        body = {"line": line, "format": format}
        return self.post(Submission, path, body, key=key or new_key())

    def hint(
        self,
        variant: str,
        date: Date,
        line: str = "",
        *,
        format: str = "native",
        patience: float = 60,
    ) -> Hint:
        """Return the next move after a line. Later submissions are `assisted` for it.

        Waits up to `patience` seconds for the search, then UnavailableError.
        """
        body = {"line": line, "format": format}
        return self.ask(Hint, at("challenges", variant, date, "hint"), body, patience=patience)

    def post_mortem(
        self, submission: str, *, par: bool = False, patience: float = 120
    ) -> PostMortem:
        """Tell where one's own line was lost. Until settling, later submissions are `assisted`."""
        path = at("submissions", submission, "post-mortem")
        return self.ask(PostMortem, path, {"par": par}, patience=patience)

    def submission(self, submission: str) -> Submission:
        """Return one's own submission, or after settling another player's best one."""
        return self.get(Submission, at("submissions", submission))

    def replay(self, submission: str) -> Replay:
        """Return every position of a line, to whoever may see the line."""
        return self.get(Replay, at("submissions", submission, "replay"))

    def own_submissions(
        self, *, variant: str | None = None, date: Date | None = None, limit: int | None = None
    ) -> Iterator[Submission]:
        """Yield one's own submissions, newest first."""
        query = {"variant": variant, "date": date, "limit": limit}
        return self.rows(Submission, "me/submissions", **query)
