"""What all screens share: the terminal, the client, the files, and how errors are told."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from castle_client.client import Client
from castle_client.errors import (
    ClientError,
    NotAuthenticatedError,
    OfflineError,
    ProblemError,
    TooManyRequestsError,
)
from castle_client.models import Submission
from castle_client.outbox import Waiting
from castle_client.terminal.drawing import wrapped
from castle_client.terminal.keeper import Keeper

T = TypeVar("T")


class LeaveError(Exception):
    """The player wants to leave, or there is nobody who types."""


@dataclass
class Terminal:
    """Where lines are read and written; `ask` and `ask_secret` may raise EOFError."""

    ask: Callable[[str], str] = input
    say: Callable[[str], None] = print
    ask_secret: Callable[[str], str] = input


@dataclass
class Session:
    """One run of the player."""

    client: Client
    keeper: Keeper
    terminal: Terminal
    now: Callable[[], dt.datetime] = field(default=lambda: dt.datetime.now(dt.UTC))
    handle: str | None = None

    def say(self, *lines: str) -> None:
        """Write lines, each made to fit."""
        for line in lines:
            for piece in [line] if len(line) < 80 and line.isprintable() else wrapped(line):
                self.terminal.say(piece)

    def show(self, lines: Iterable[str]) -> None:
        """Write lines that fit."""
        for line in lines:
            self.terminal.say(line)

    def ask(self, prompt: str) -> str:
        """What is typed, without the space around it; LeaveError at the end of all input."""
        try:
            return self.terminal.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise LeaveError from None

    def ask_secret(self, prompt: str) -> str:
        """What is typed unseen."""
        try:
            return self.terminal.ask_secret(prompt)
        except (EOFError, KeyboardInterrupt):
            raise LeaveError from None

    def agrees(self, question: str) -> bool:
        """Whether the answer to a question is yes."""
        return self.ask(f"{question} (yes/no) ").lower() in ("y", "yes")

    def attempt(self, call: Callable[[], T]) -> T | None:
        """What a call gives; None, with the reason told, if it fails."""
        try:
            return call()
        except ClientError as error:
            self.tell(error)
            return None

    def tell(self, error: ClientError) -> None:
        """Say what went wrong, and what can be done."""
        match error:
            case OfflineError():
                self.say("The service cannot be reached. What you do is kept here.")
            case NotAuthenticatedError(type="/problems/not-authenticated"):
                self.say("Your token has ended: `login`, or `guest` for a new start.")
            case TooManyRequestsError(retry_after=seconds) if seconds is not None:
                self.say(f"Too many requests: try again in {seconds:.0f} seconds.")
            case ProblemError(errors=(first, *_)):
                self.say(f"{error} {first.detail}")
            case _:
                self.say(str(error))

    def become_player(self) -> None:
        """Be a guest, if nobody else yet; raises ClientError."""
        if self.client.token is None:
            account = self.client.guest()
            self.keep_token()
            self.handle = account.player.handle
            self.say(f"You play as {self.handle}.")

    def keep_token(self) -> None:
        """Keep the client's token for the next time."""
        self.keeper.tokens.save(self.client.url, self.client.token)

    def deliver(self) -> bool:
        """Send what waits; whether all of it was."""
        if not self.keeper.outbox.waiting():
            return True

        def send() -> bool:
            self.become_player()
            self.keeper.outbox.send(self.client, sent=self._sent, refused=self._refused)
            return True

        if self.attempt(send):
            return True
        lines = [each for each in self.keeper.outbox.waiting() if each.line is not None]
        if lines:
            self.say(f"Waiting to be sent: {len(lines)} (`send` tries again).")
        return False

    def _sent(self, waiting: Waiting, submission: Submission) -> None:
        what = f"{waiting.variant} of {waiting.date}"
        if submission.status == "rejected":
            self.say(f"Rejected ({what}): move {submission.move_index}, {submission.reason}.")
            return
        result = (
            f"won in {submission.move_count} moves"
            if submission.outcome == "won"
            else f"unfinished with {submission.foundation_cards} cards up"
        )
        notes = [", assisted" * submission.assisted, ", late: off the board" * submission.late]
        self.say(f"Accepted ({what}): {result}{''.join(notes)}.")

    def _refused(self, waiting: Waiting, problem: ProblemError) -> None:
        self.say(f"Not taken ({waiting.variant} of {waiting.date}): {problem}")
