"""Errors of players and competition. How the API answers each stands in the class."""

from typing import Any

from games.errors import DomainError, NotFoundError, UnavailableError, ValidationError

# ------------------------------------------------------------------------------- accounts


class AccountError(DomainError):
    """Something about a player's account that cannot be done as asked."""


class AccountInvalidError(AccountError, ValidationError):
    """Fields of an account that do not fit; `errors` names each."""


class HandleTakenError(AccountError):
    """A handle that somebody has or had, or one that looks like it."""

    code = "handle-taken"
    title = "The handle is taken"
    detail = "Somebody has, or had, this handle or one that looks like it."
    status = 409

    def __init__(self, **given: Any) -> None:
        error = {"pointer": "/handle", "code": "taken", "detail": self.detail}
        super().__init__(errors=[error], **given)


class AlreadyRegisteredError(AccountError):
    """A registered player who registers."""

    code = "already-registered"
    title = "This player is registered"
    detail = "Only a guest can be upgraded; leave the token out to register another player."
    status = 409


class LoginFailedError(AccountError):
    """Handle and password, or handle and recovery code, that do not go together."""

    code = "login-failed"
    title = "The login failed"
    detail = "No player has this handle with this password or recovery code."
    status = 401


class LoginLimitedError(AccountError):
    """More attempts to log in than one account, or one address, is allowed."""

    code = "too-many-requests"
    title = "Too many requests"
    detail = "Too many attempts to log in; a recovery code is taken all the same."
    status = 429


class AccountChangedError(AccountError):
    """An account that another request changed in between."""

    code = "conflict"
    title = "Another request stands in the way"
    detail = "The account was changed by another request; look at it and try again."
    status = 409


class PlayerNotFoundError(NotFoundError):
    """No such player, or one that is not to be seen."""


# ---------------------------------------------------------------------------- competition


class PlayerGoneError(DomainError):
    """A player who was deleted while the request was under way."""

    code = "not-authenticated"
    title = "Who asks is not known"
    detail = "This player has been deleted."
    status = 401


class ChallengeNotFoundError(NotFoundError):
    """No challenge of this variant and date, or none that is open; in the same words."""

    detail = "There is no challenge of this variant and date to be seen."


class ChallengeBeingMadeError(UnavailableError):
    """Today's challenge, while the search for it runs."""

    code = "challenge-being-made"
    title = "The challenge is being made"
    detail = "Today's challenge is being chosen; ask again shortly."
    retry_after = 5


class ChallengeReplacedError(UnavailableError):
    """A challenge that was remembered, and has another row in the database by now.

    Such as after a backup was played back to a service that runs: the request can be worked on
    anew at once.
    """


class SubmissionNotFoundError(NotFoundError):
    """No such submission, or one that is not to be seen; in the same words."""

    detail = "There is no submission with this id to be seen."


class GroupNotFoundError(NotFoundError):
    """No such group, none of the player's, or a wrong join code; in the same words."""

    detail = "There is no such group to be seen."


class NotOwnerError(DomainError):
    """A member who does what only the owner may."""

    code = "not-allowed"
    title = "Not allowed"
    detail = "Only the owner of the group may do this."
    status = 403


class GroupFullError(DomainError):
    """One member, or one group, too many."""

    code = "group-full"
    title = "There is no room"
    status = 409


class RejectedLineError(DomainError):
    """A rejected submission where only an accepted one means anything."""

    code = "line-rejected"
    title = "The line breaks the rules"
    detail = "A line that breaks the rules was lost by that: it has no post-mortem."
    status = 409


class InvalidIdempotencyKeyError(DomainError):
    """An `Idempotency-Key` that is none."""

    code = "invalid-idempotency-key"
    title = "The Idempotency-Key cannot be used"
    detail = "An Idempotency-Key has 1 to 255 printable ASCII characters."
    status = 400


class IdempotencyKeyReusedError(DomainError):
    """An `Idempotency-Key` that came with another body before."""

    code = "idempotency-key-reused"
    title = "The Idempotency-Key was used for another request"
    detail = "Under this Idempotency-Key another body was sent in the last 24 hours."
    status = 422


class IdempotencyTimeoutError(DomainError):
    """A request whose twin under the same `Idempotency-Key` is still at work."""

    code = "conflict"
    title = "Another request stands in the way"
    detail = "The first request under this Idempotency-Key is still being worked on."
    status = 409
    retry_after = 5


class TooManyResultsError(DomainError):
    """A file of a month that would be too large for one answer."""

    code = "too-many-results"
    title = "There are too many results for one file"
    detail = "Take the days of this month one by one, or one variant."
