"""Recovery codes: the way back in for who has lost the password.

A code is 25 characters of Crockford's base 32 in five groups: 125 random bits. That is
more than anybody can try, so the hash that is stored needs no salt and no work factor.

>>> recovery_code_parse("7k3v9 o2hwq-8djx1-mtc4r-zbn6i")
'7K3V902HWQ8DJX1MTC4RZBN61'
"""

import hashlib
import secrets

# Douglas Crockford, "Base 32": no I, L, O, U; who types I or L means 1, who types O means 0.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS = 5
GROUP = 5

_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def recovery_code_make() -> str:
    """A new code as it is shown: `7K3V9-02HWQ-8DJX1-MTC4R-ZBN61`."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join(groups)


def recovery_code_parse(text: str) -> str | None:
    """The 25 characters of a code as somebody typed it; None if it is no code."""
    # Before anything is made of it: a text can be long, and `upper` can lengthen it.
    if len(text) > 3 * GROUPS * GROUP or not text.isascii():
        return None
    code = text.upper().translate(_MEANT)
    if len(code) != GROUPS * GROUP or set(code) - set(ALPHABET):
        return None
    return code


def recovery_code_hash(text: str) -> str:
    """SHA-256 of a code in whatever spelling, as 64 hexadecimal digits; "" if it is no code."""
    code = recovery_code_parse(text)
    return "" if code is None else hashlib.sha256(code.encode()).hexdigest()
