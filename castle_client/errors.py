"""What can go wrong with a call: no answer, no answer of ours, or a problem document.

The class of a problem follows its `type`, which never changes; a type that this client does
not know is a plain `ProblemError`, told apart by `type` and `status`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class ClientError(Exception):
    """The base of everything that this client raises about a call."""


class OfflineError(ClientError):
    """No answer came, and trying again has not helped.

    Whether the service has done what it was asked is not known, unless the call had an
    Idempotency-Key or only read: then it can be made again as it was.
    """


class UnexpectedAnswerError(ClientError):
    """An answer that is not one of this API's: something else answers at the address."""


class UnsafeAddressError(ClientError):
    """A token would go over the network unencrypted: the address is http, and not this machine."""


@dataclass(frozen=True)
class FieldProblem:
    """What is wrong with one field: a JSON pointer into the body, a stable code, a sentence.

    `offset` counts characters from 0 in the field's text, None where it is about no text.
    """

    pointer: str
    code: str
    detail: str
    offset: int | None = None


class ProblemError(ClientError):
    """A problem document (RFC 9457). `retry_after` are seconds, None if it does not say.

    `request_id` names the request in the service's log.
    """

    def __init__(
        self,
        status: int,
        document: Mapping[str, Any],
        *,
        retry_after: float | None = None,
        request_id: str | None = None,
    ) -> None:
        self.status = status
        self.type = str(document.get("type", "about:blank"))
        self.title = str(document.get("title", f"The service answered {status}."))
        self.detail = str(document.get("detail", ""))
        self.errors = tuple(map(_field_problem, document.get("errors") or ()))
        self.retry_after = retry_after
        self.request_id = request_id
        super().__init__(self.detail or self.title)

    def field(self, pointer: str) -> FieldProblem | None:
        """Return what is wrong with a field such as `/handle`; None if nothing is."""
        return next((error for error in self.errors if error.pointer == pointer), None)


def _field_problem(error: Mapping[str, Any]) -> FieldProblem:
    offset = error.get("offset")
    return FieldProblem(
        pointer=str(error.get("pointer", "")),
        code=str(error.get("code", "")),
        detail=str(error.get("detail", "")),
        offset=offset if isinstance(offset, int) else None,
    )


class InvalidRequestError(ProblemError):
    """The request does not fit (400, 413, 415, 422): the same one will never do."""


class UnreadableLineError(InvalidRequestError):
    """A text that is no list of at most 5,000 moves; `errors` has the place."""


class IllegalLineError(InvalidRequestError):
    """A line that breaks the rules, where only a legal one means anything."""


class NotAuthenticatedError(ProblemError):
    """There is no token where one is needed, or it has ended (401)."""


class LoginFailedError(NotAuthenticatedError):
    """Handle and password, or recovery code, do not go together."""


class NotAllowedError(ProblemError):
    """The token's scopes, or what the player is, do not reach so far (403)."""


class AssistanceRefusedError(NotAllowedError):
    """Help with the deal of an open challenge: only the challenge itself gives it."""


class NotFoundError(ProblemError):
    """No such thing, or not to be seen (404)."""


class ConflictError(ProblemError):
    """Something stands in the way: another request, another player, a state (409)."""


class HandleTakenError(ConflictError):
    """Somebody has, or had, the handle or one that looks like it."""


class TooManyRequestsError(ProblemError):
    """A limit; `retry_after` says how many seconds to wait (429)."""


class UnavailableError(ProblemError):
    """Something is away for a while (503 and other faults of the service)."""


class ChallengeBeingMadeError(UnavailableError):
    """Today's challenge is being made at this moment."""


class NoWorkerError(UnavailableError):
    """Nobody is there who could answer a hint or a post-mortem."""


BY_TYPE: dict[str, type[ProblemError]] = {
    "/problems/unreadable-line": UnreadableLineError,
    "/problems/illegal-line": IllegalLineError,
    "/problems/login-failed": LoginFailedError,
    "/problems/assistance-refused": AssistanceRefusedError,
    "/problems/handle-taken": HandleTakenError,
    "/problems/challenge-being-made": ChallengeBeingMadeError,
    "/problems/no-worker": NoWorkerError,
}
"""The classes of types that have one of their own; the others go by their status."""

_BY_STATUS: dict[int, type[ProblemError]] = {
    400: InvalidRequestError,
    401: NotAuthenticatedError,
    403: NotAllowedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: TooManyRequestsError,
}


def make_problem(
    status: int, document: Mapping[str, Any], *, retry_after: float | None, request_id: str | None
) -> ProblemError:
    """Return the error of an answer, of the class that its type or status has."""
    kind = BY_TYPE.get(str(document.get("type")))
    if kind is None:
        kind = UnavailableError if status >= 500 else _BY_STATUS.get(status, ProblemError)
    return kind(status, document, retry_after=retry_after, request_id=request_id)
