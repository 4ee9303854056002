"""Messages of the broker whose acknowledgement must not get lost quietly.

A worker takes no more messages than it has children, counting those that it has not
acknowledged. kombu logs an acknowledgement that the broker does not take and goes on: the
message counts for ever, and after as many as there are children the worker takes nothing
any more, while all else about it looks well.
"""

from logging import Logger
from typing import Any

from kombu.transport.redis import Channel
from kombu.transport.virtual.base import Message


class StrictMessage(Message):
    """A message that raises where it cannot be acknowledged or given back.

    The worker then makes its connection anew, as for one that breaks while it waits, and the
    message is delivered again: every task may run twice.
    """

    def ack_log_error(
        self, logger: Logger, errors: tuple[type[Exception], ...], multiple: bool = False
    ) -> None:
        """Acknowledge; raises what the broker's client does."""
        try:
            self.ack(multiple=multiple)
        except errors as error:
            self._log(logger, "ack", error)
            raise

    def reject_log_error(
        self, logger: Logger, errors: tuple[type[Exception], ...], requeue: bool = False
    ) -> None:
        """Give back; raises what the broker's client does."""
        try:
            self.reject(requeue=requeue)
        except errors as error:
            self._log(logger, "reject", error)
            raise

    def _log(self, logger: Logger, what: str, error: Any) -> None:
        logger.error("Couldn't %s %r: %s", what, self.delivery_tag, type(error).__name__)


def be_strict() -> None:
    """Have every message of the broker be such a one."""
    Channel.Message = StrictMessage
