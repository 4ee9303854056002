"""Ways to write that end races in the database."""

import functools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

import psycopg
from django.db import OperationalError, connection, models

P = ParamSpec("P")
T = TypeVar("T")

RETRIES = 3
# serialization_failure and deadlock_detected: PostgreSQL, "Error Codes", class 40.
RETRIED = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)


def insert_once(row: models.Model) -> bool:
    """Insert a row unless one like it is there; whether it was inserted.

    "Like it" is any unique constraint of the table. A row that another transaction is
    just inserting is waited for: if it comes to be, this one is not inserted, and the next
    statement at READ COMMITTED sees it. The row needs its primary key set, or one that
    nobody has to know.
    """
    fields = [
        field
        for field in row._meta.concrete_fields
        if not (isinstance(field, models.AutoField) and field.primary_key)
    ]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column or "") for field in fields)
    marks = ", ".join("%s" for _ in fields)
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection=connection)
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {quote(row._meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608
            " ON CONFLICT DO NOTHING",
            values,
        )
        inserted: bool = cursor.rowcount == 1
    row._state.adding = not inserted
    if inserted:
        row._state.db = connection.alias
    return inserted


@contextmanager
def batched() -> Iterator[None]:
    """Send statements to the database without waiting for the answer to each.

    Whatever has been sent is waited for where the first result is read, and at the end. Around a
    transaction, its last statement and COMMIT go together, and a row that others wait for is held
    for no journey to the database and back. An error comes up where results are read; what was
    sent after it has not been done. (PostgreSQL, "Pipeline Mode".)
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def retry_conflicts(action: Callable[P, T]) -> Callable[P, T]:
    """Run a transaction again, up to 3 times, when it fell to a deadlock or to another one.

    Goes around the outermost `transaction.atomic`: inside of one there is nothing left to
    run again, and the error passes.
    """

    @functools.wraps(action)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        for attempt in range(RETRIES):
            try:
                return action(*args, **kwargs)
            except OperationalError as error:
                if not isinstance(error.__cause__, RETRIED) or connection.in_atomic_block:
                    raise
                time.sleep(0.01 * 2**attempt)
        return action(*args, **kwargs)

    return run
