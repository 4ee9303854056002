"""How the deal of a day is chosen in secret, and how anyone can check it afterwards.

The server holds one secret. For a variant and a date:

1. `K` = HMAC-SHA256(secret, "v1|variant|date"), 32 bytes.
2. Candidate `i` (0, 1, 2, …) is the deal number
   1 + (HMAC-SHA256(K, str(i)) read as a big-endian whole number) mod (10^20 - 1).
3. The challenge is the first candidate that the solver proves solvable with par proven,
   each within a budget in nodes; if none of the first 8 is, the first solvable one.
4. The commitment is SHA-256("castle-challenge-v1|variant|date|number|hex(K)"), as 64 lower
   case hexadecimal digits. It is public before the date; K, i and the number after it.

All texts are UTF-8; dates are ISO 8601 (`2025-03-09`); numbers are decimal without leading
zeros; hex is lower case. K tells nothing of the secret or of any other day's K. The
commitment binds the server to number and K before anyone can play; K then shows that the
number came from the sequence of candidates and was not picked by hand.

>>> import datetime as dt
>>> day = dt.date(2025, 3, 9)
>>> key = challenge_key(b"not a secret", "citadel", day)
>>> number = candidate_number(key, 0)
>>> number
29538138118951659484
>>> commitment("citadel", day, number, key)
'b0c8d24b277c96ad0b3f5cf1a4ed5ee5f0cb301db6d974e8d9632d5a48dfae26'
"""

import datetime as dt
import hashlib
import hmac

CANDIDATES = 8
"""How many candidates may hold out for a proven par before a bounded one is taken."""

NUMBERS = 10**20 - 1
"""How many deal numbers there are."""


def challenge_key(secret: bytes, variant: str, date: dt.date) -> bytes:
    """The key K of a variant's day, 32 bytes; secret until the challenge opens."""
    return hmac.digest(secret, f"v1|{variant}|{date.isoformat()}".encode(), "sha256")


def candidate_number(key: bytes, index: int) -> int:
    """The deal number, 1 to 10^20 - 1, of candidate `index` (from 0) under the key K."""
    digest = hmac.digest(key, str(index).encode(), "sha256")
    return 1 + int.from_bytes(digest, "big") % NUMBERS


def commitment(variant: str, date: dt.date, number: int, key: bytes) -> str:
    """What is published ahead: 64 hexadecimal digits that fix number and key."""
    text = f"castle-challenge-v1|{variant}|{date.isoformat()}|{number}|{key.hex()}"
    return hashlib.sha256(text.encode()).hexdigest()


def commitment_error(
    variant: str, date: dt.date, *, number: int, key: bytes, index: int, published: str | None
) -> str | None:
    """What is wrong with an opened challenge, as a sentence; None if all of it agrees.

    `published` is the commitment as it was read before the date, None if there was none
    (the challenge was made on its own day): then only the number is checked.
    """
    if candidate_number(key, index) != number:
        return f"candidate {index} under this key is another deal"
    if published is not None and not hmac.compare_digest(
        commitment(variant, date, number, key), published
    ):
        return "the commitment belongs to another number or key"
    return None
