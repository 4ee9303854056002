"""Errors of the domain, which say themselves how the API answers them.

The site turns any of them into a problem document (RFC 9457) without knowing its class, so
that an app adds an error by deriving a class with its own words.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class DomainError(Exception):
    """A request that cannot be answered as asked.

    `code` becomes the last part of the problem's `type` and never changes; `status` is the
    HTTP status; `retry_after` counts seconds; `errors` are mappings with `pointer` (RFC
    6901, into the body), `code` and `detail`, and what else helps, such as `offset`. A
    class gives the values, its raiser may replace them.
    """

    code: str = "malformed"
    title: str = "The request cannot be read"
    detail: str = ""
    status: int = 400
    retry_after: int | None = None
    errors: Sequence[Mapping[str, Any]] = ()

    _fields: ClassVar[tuple[str, ...]] = ("code", "detail", "status", "retry_after", "errors")

    def __init__(
        self,
        code: str | None = None,
        detail: str | None = None,
        status: int | None = None,
        retry_after: int | None = None,
        errors: Sequence[Mapping[str, Any]] | None = None,
        *,
        title: str | None = None,
    ) -> None:
        given = (code, detail, status, retry_after, errors)
        for name, value in zip((*self._fields, "title"), (*given, title), strict=True):
            if value is not None:
                setattr(self, name, value)
        super().__init__(self.detail or self.title)


class NotFoundError(DomainError):
    """What was asked for does not exist, or is not to be seen."""

    code = "not-found"
    title = "There is no such thing"
    status = 404


class MalformedBodyError(DomainError):
    """A body that is not the JSON it claims to be."""

    code = "malformed"
    title = "The request cannot be read"


class BodyTooLargeError(DomainError):
    """A body longer than anything the API takes."""

    code = "too-large"
    title = "The body is too long"
    status = 413


class UnsupportedBodyError(DomainError):
    """A body in an encoding, or of a kind, that is not read."""

    code = "unsupported-media-type"
    title = "The body is of a kind that is not read"
    status = 415


class ValidationError(DomainError):
    """A field that does not fit; `errors` names it."""

    code = "validation"
    title = "The request has fields that do not fit"
    detail = "See `errors` for each field."

    @classmethod
    def of(cls, pointer: str, code: str, detail: str, **more: Any) -> "ValidationError":
        """The error of one field, named by its JSON pointer such as `/line`."""
        return cls(errors=[{"pointer": pointer, "code": code, "detail": detail, **more}])


class UnavailableError(DomainError):
    """Something that the answer needs is away for a while."""

    code = "unavailable"
    title = "Not available at the moment"
    status = 503
    retry_after = 5


class BacklogFullError(UnavailableError):
    """More labels are waiting to be made than the service takes on."""

    code = "backlog-full"
    title = "Too many labels are waiting to be made"
    detail = "Ask again later: no more labels are queued until some are made."
    retry_after = 60


class AssistanceRefusedError(DomainError):
    """Help with a deal that is being played for: only the challenge itself gives it."""

    code = "assistance-refused"
    title = "This deal gives no help at the moment"
    detail = "The deal is that of an open challenge; help is given under the challenge only."
    status = 403
