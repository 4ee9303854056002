"""Passwords and recovery codes: what may be one, and whether it is the right one.

No writes here but for the hash itself: Django makes a new one when its cost has changed.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.crypto import constant_time_compare

from leaderboard.models import Player
from leaderboard.recovery import recovery_code_hash

MAX_LENGTH = 200


def password_normalise(password: str) -> str:
    """The password in one of the ways to write it (NFKC): keyboards differ in which they send."""
    return unicodedata.normalize("NFKC", password)


def password_errors(
    password: str, *, handle: str, pointer: str = "/password"
) -> Iterator[Mapping[str, Any]]:
    """What is wrong with a password that somebody wants, as errors of a problem document."""
    if len(password) > MAX_LENGTH:
        detail = f"A password has at most {MAX_LENGTH} characters."
        yield {"pointer": pointer, "code": "password_too_long", "detail": detail}
        return
    try:
        validate_password(password_normalise(password), Player(handle=handle))
    except ValidationError as error:
        for one in error.error_list:
            yield {
                "pointer": pointer,
                "code": str(one.code or "invalid"),
                "detail": " ".join(one.messages),
            }


def password_hash(password: str) -> str:
    """The hash to store; slow by design, so outside of any transaction."""
    return make_password(password_normalise(password))


def password_matches(player: Player | None, password: str) -> bool:
    """Whether this is the player's password.

    Takes as long for nobody, and for a guest, as for a wrong password: nobody can tell from
    it which handles there are.
    """
    return (player or _nobody()).check_password(password_normalise(password))


def recovery_matches(player: Player | None, code: str) -> bool:
    """Whether this is the player's recovery code, in whatever spelling."""
    digest = recovery_code_hash(code)
    stored = player.recovery_hash if player is not None else ""
    return constant_time_compare(digest, stored) and bool(stored)


@lru_cache(maxsize=1)
def _nobody() -> Player:
    """A player whom no password fits; Django takes its time to say so."""
    return Player(password=make_password(None))
