"""What a player may be called, and which two handles are too alike to be told apart.

A handle is 3 to 20 ASCII letters, digits, `_` and `-`, at least one of them a letter or a
digit. Two handles are the same handle if their skeletons are equal: see `skeleton`. No
database here; that no two players share a skeleton is a constraint of the table.

>>> skeleton("Modern_P1ayer") == skeleton("modem-player")
True
>>> handle_check("ada_lovelace")
'ada_lovelace'
"""

import re
import secrets
from enum import StrEnum

MIN_LENGTH = 3
MAX_LENGTH = 20
GUEST_PREFIX = "guest-"

_HANDLE = re.compile(r"[A-Za-z0-9_-]*")
_LOOK_ALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "_": None, "-": None})

# Nothing here changes under `skeleton`, so that chance alone decides, and there are no
# vowels to make words of. 22 characters, 10 of them: 2.6e13 handles.
GUEST_ALPHABET = "bcdfghjkpqtvwxyz234679"
_GUEST_LENGTH = 10

_RESERVED_WORDS = (
    "admin administrator all anonymous anyone api bot castle deleted erased everybody"
    " everyone help hidden host info mail me mod moderator moderators mods nobody none"
    " null official operator owner par player root security self server service session"
    " settings solver somebody staff status superuser support sysadmin system team test"
    " today token undefined unknown webmaster www you"
)


class HandleReason(StrEnum):
    """Why a text cannot be a handle."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    BAD_CHARACTER = "bad_character"
    NO_LETTER = "no_letter"
    RESERVED = "reserved"


class InvalidHandleError(ValueError):
    """A text that cannot be a handle; `offset` (from 0) is its first wrong character."""

    def __init__(
        self, message: str, *, text: str, reason: HandleReason, offset: int | None = None
    ) -> None:
        super().__init__(message)
        self.text = text
        self.reason = reason
        self.offset = offset


def skeleton(text: str) -> str:
    """What of a handle counts when two are compared.

    Case is folded, `_` and `-` are dropped, 0 becomes o, 1 and i become l, 5 becomes s, and
    then rn becomes m. Takes any text; that of a handle is never longer than the handle.
    """
    return text.casefold().translate(_LOOK_ALIKES).replace("rn", "m")


RESERVED = frozenset(skeleton(word) for word in _RESERVED_WORDS.split())
_GUEST_SKELETON = skeleton(GUEST_PREFIX)


def is_handle(text: str) -> bool:
    """Whether a text has the form of a handle, be it a reserved one or a guest's."""
    return (
        MIN_LENGTH <= len(text) <= MAX_LENGTH
        and _HANDLE.fullmatch(text) is not None
        and skeleton(text) != ""
    )


def handle_check(text: str, *, official: bool = False) -> str:
    """The text itself if a player may choose it as a handle; else InvalidHandleError.

    Reserved are words that speak for the service, whatever their spelling, and everything
    that begins as the handles of guests do. `official` lets the words through, never those.
    """
    legal = _HANDLE.match(text)
    if legal is None or legal.end() < len(text):
        offset = 0 if legal is None else legal.end()
        raise InvalidHandleError(
            "A handle has ASCII letters, digits, _ and - only;"
            f" the character at offset {offset} is none of them.",
            text=text,
            reason=HandleReason.BAD_CHARACTER,
            offset=offset,
        )
    if len(text) < MIN_LENGTH:
        raise InvalidHandleError(
            f"A handle has at least {MIN_LENGTH} characters.",
            text=text,
            reason=HandleReason.TOO_SHORT,
            offset=len(text),
        )
    if len(text) > MAX_LENGTH:
        raise InvalidHandleError(
            f"A handle has at most {MAX_LENGTH} characters.",
            text=text,
            reason=HandleReason.TOO_LONG,
            offset=MAX_LENGTH,
        )
    bones = skeleton(text)
    if not bones:
        raise InvalidHandleError(
            "A handle has at least one letter or digit.",
            text=text,
            reason=HandleReason.NO_LETTER,
            offset=0,
        )
    if bones.startswith(_GUEST_SKELETON) or (bones in RESERVED and not official):
        raise InvalidHandleError(
            "This handle is reserved.", text=text, reason=HandleReason.RESERVED
        )
    return text


def guest_handle_make() -> str:
    """A random handle for a guest: `guest-` and 10 characters; unique all but for certain."""
    return GUEST_PREFIX + "".join(secrets.choice(GUEST_ALPHABET) for _ in range(_GUEST_LENGTH))
