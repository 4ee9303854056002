"""How a request is read, before any middleware sees it.

Django takes a Content-Type at its word while it builds the request, where no error can be
answered: a charset that is no text encoding, or a parameter that cannot be read, would end
as a bare 500. Here what cannot be read counts as not sent.
"""

import io
from collections.abc import MutableMapping
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.functional import cached_property
from django.utils.http import parse_header_parameters

from castle_site.buffering import BrokenBody

# What stands for a Content-Type that cannot be read: nothing here takes such bodies.
UNREADABLE = "application/octet-stream"


class ReadableRequest(WSGIRequest):
    """A request whose query is UTF-8, whatever its body is said to be."""

    def __init__(self, environ: dict[str, Any]) -> None:
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
            _gather(environ)
        super().__init__(environ)

    def _set_content_type_params(self, meta: MutableMapping[str, Any]) -> None:
        """Read the Content-Type. Its charset is the body's alone, and for parsers to judge."""
        try:
            found = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (ValueError, LookupError):
            meta["CONTENT_TYPE"] = UNREADABLE
            found = UNREADABLE, {}
        self.content_type, self.content_params = found

    # Django's name, and with it a cached property too; its stubs call it an attribute.
    @cached_property
    def COOKIES(self) -> dict[str, str]:  # type: ignore[override]  # noqa: N802 - Django's
        """The cookies, without those that hold NUL: none of ours does, nor can it be looked up."""
        return {name: value for name, value in super().COOKIES.items() if "\0" not in value}


def _gather(environ: dict[str, Any]) -> None:
    """Give a body that comes in chunks its length, without which Django reads nothing of it.

    Of one that is too long a byte too many is read: enough to be refused.
    """
    try:
        body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    except OSError as error:
        # To be refused by whoever wants to read it; it counts as there, else nobody would.
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BrokenBody(error), "1"
        return
    environ["wsgi.input"] = io.BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))


class Application(WSGIHandler):
    """Django's WSGI application, with requests read as above."""

    request_class = ReadableRequest
