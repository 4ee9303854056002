"""A JSON parser that takes what RFC 8259 calls JSON and the database can store, nothing else.

Python's own takes NaN, forgets all but the last of equal keys, and fails in ways of its own
on deep nesting and long integers. Here each of these is refused with the place: `offset`,
in characters from 0.
"""

import json
import math
import re
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from games.errors import BodyTooLargeError, MalformedBodyError, UnsupportedBodyError

# No body of ours is nested deeper than a few levels; nor has it longer numbers than deals'.
MAX_DEPTH = 32
MAX_NUMBER_LENGTH = 40
# Names and values, each level included: of a long list every element would get an error of its
# own, and 256 KiB of them take a hundred MiB.
MAX_PARTS = 1000

_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*+)"?'
    r"|(?P<open>[\[{])|(?P<close>[\]}])"
    r"|(?P<word>[-+.\w]+)",
    re.DOTALL,
)
_COLON = re.compile(r"[ \t\r\n]*:")
_NO_NUMBERS = re.compile(r"-?(?:NaN|Infinity)")


class StrictJSONParser(BaseParser):
    """Reads `application/json` bodies that are one object in UTF-8.

    Raises MalformedBodyError (400), BodyTooLargeError (413), UnsupportedBodyError (415).
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the object that the body holds."""
        context = parser_context or {}
        charset = _charset(media_type or "")
        if charset not in ("utf-8", "utf8"):
            raise UnsupportedBodyError(detail="JSON is read in UTF-8 only.")
        if (request := context.get("request")) is not None:
            if request.META.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
                raise UnsupportedBodyError(detail="Compressed bodies are not read.")
            _check_length(request.META.get("CONTENT_LENGTH"))
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        _check_length(len(body))
        return parse_object(body)


def _charset(media_type: str) -> str:
    """The charset parameter of a Content-Type, `utf-8` if it has none."""
    for parameter in media_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip('"').lower()
    return "utf-8"


def _check_length(length: str | int | None) -> None:
    """Raise BodyTooLargeError for a length in bytes over the limit."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if length is not None and int(length or 0) > limit:
        raise BodyTooLargeError(detail=f"A body has at most {limit} bytes.")


def parse_object(body: bytes) -> dict[str, Any]:
    """The JSON object in the bytes; MalformedBodyError for anything else."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise _malformed("encoding", "This byte is not UTF-8.", error.start) from error
    if text.startswith("\ufeff"):
        raise _malformed("encoding", "A byte order mark is no JSON.", 0)
    _scan(text)
    try:
        # The scan has found every word that could be a constant; this stands behind it.
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise _malformed("syntax", f"This is no JSON: {error.msg}.", error.pos) from error
    if not isinstance(value, dict):
        raise _malformed("not_an_object", "The body must be a JSON object.", 0)
    return value


def _malformed(code: str, detail: str, offset: int) -> MalformedBodyError:
    """The error for something at an offset."""
    problem = {"pointer": "", "code": code, "detail": detail, "offset": offset}
    return MalformedBodyError(detail=f"{detail} (at {offset})", errors=[problem])


def _refuse_constant(name: str) -> None:
    raise _malformed("not_a_number", f"{name} is no JSON.", 0)


def _scan(text: str) -> None:
    """Refuse, with their place, what json.loads takes, changes or breaks on.

    Reads tokens only. Of text that is no JSON it may refuse something or nothing:
    json.loads has the last word.
    """
    # The keys seen in each open object; None for an array.
    keys: list[set[str] | None] = []
    parts = 0
    for match in _TOKEN.finditer(text):
        kind, offset = match.lastgroup, match.start()
        parts += kind != "close"
        if parts > MAX_PARTS:
            detail = f"A body holds at most {MAX_PARTS} names and values."
            raise _malformed("too_many", detail, offset)
        if kind == "string":
            string = _read_string(match[0], offset)
            if keys and (seen := keys[-1]) is not None and _COLON.match(text, match.end()):
                if string in seen:
                    raise _malformed("duplicate_key", "This key stands twice.", offset)
                seen.add(string)
        elif kind == "open":
            if len(keys) == MAX_DEPTH:
                raise _malformed("too_deep", f"Nested deeper than {MAX_DEPTH} levels.", offset)
            keys.append(set() if match[0] == "{" else None)
        elif kind == "close":
            if keys:
                keys.pop()
        elif kind == "word":
            _check_word(match[0], offset)


def _read_string(token: str, offset: int) -> str:
    """The text of a string token; refuses what PostgreSQL cannot store."""
    try:
        string = json.loads(token)
    except ValueError:
        # json.loads of the whole will say what is wrong, with its place.
        return token
    if "\0" in string:
        raise _malformed("nul", "Texts hold no NUL character.", offset)
    try:
        string.encode()
    except UnicodeEncodeError as error:
        detail = "Half of a surrogate pair is no character."
        raise _malformed("surrogate", detail, offset) from error
    return str(string)


def _check_word(word: str, offset: int) -> None:
    """Refuse words that Python reads as numbers and that are none, or too long."""
    if _NO_NUMBERS.fullmatch(word):
        raise _malformed("not_a_number", f"{word} is no JSON.", offset)
    if len(word) > MAX_NUMBER_LENGTH:
        raise _malformed(
            "number_too_long", f"A number has at most {MAX_NUMBER_LENGTH} characters.", offset
        )
    try:
        infinite = math.isinf(float(word))
    except ValueError:
        return
    if infinite and word.lstrip("-")[:1].isdigit():
        raise _malformed("number_too_large", "This number is too large.", offset)
