"""The lock that orders submissions and settling.

A PostgreSQL advisory lock of the transaction kind (it ends with the transaction, so it
works behind PgBouncer too). Submissions share it; settling takes it alone.
"""

import hashlib
import uuid

from django.db import connection

SHARED_LOCK_SQL = "SELECT pg_advisory_xact_lock_shared(%s)"
LOCK_SQL = "SELECT pg_advisory_xact_lock(%s)"


def challenge_lock_key(challenge_id: uuid.UUID) -> int:
    """The lock's number: a signed 64-bit whole number made from the challenge's id."""
    digest = hashlib.sha256(b"challenge|" + challenge_id.bytes).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def challenge_lock(challenge_id: uuid.UUID, *, shared: bool) -> None:
    """Take the challenge's lock until the end of the transaction; waits for it.

    Read the clock and the challenge's state only after this returns.
    """
    with connection.cursor() as cursor:
        cursor.execute(SHARED_LOCK_SQL if shared else LOCK_SQL, [challenge_lock_key(challenge_id)])
