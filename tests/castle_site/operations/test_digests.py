"""Hashes of tables: by what the rows say, not by where and how they are stored."""

from collections.abc import Callable

import psycopg
import pytest

from castle_site.operations.digests import Digest, table_digests

FILL = (
    "INSERT INTO card (id, name, weight)"
    " VALUES (1, 'one', 0.1), (2, E'two\\nlines\\tand \\\\', NULL), (3, '', 'NaN')"
)


def _digest(url: str, *statements: str) -> Digest:
    with psycopg.connect(url) as connection:
        connection.execute("DROP TABLE IF EXISTS card")
        for statement in statements:
            connection.execute(statement)
        digests = table_digests(connection)
    assert list(digests) == ["card"]
    return digests["card"]


@pytest.fixture
def url(make_database: Callable[[], str]) -> str:
    """An empty database."""
    return make_database()


def test_order_of_rows_and_columns_and_the_session_do_not_matter(url: str) -> None:
    made = _digest(
        url,
        "CREATE TABLE card (id int, name text, weight float)",
        FILL,
    )
    assert made.rows == 3
    assert len(made.sha256) == 64
    turned = _digest(
        url,
        "SET extra_float_digits = 0",
        "CREATE TABLE card (weight float, name text, id int)",
        FILL,
        "CREATE TABLE turned AS SELECT * FROM card ORDER BY id DESC",
        "DROP TABLE card",
        "ALTER TABLE turned RENAME TO card",
    )
    assert turned == made


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE card SET name = 'One' WHERE id = 1",
        "UPDATE card SET weight = 0.10000000000000002 WHERE id = 1",
        "UPDATE card SET name = NULL WHERE id = 3",
        "DELETE FROM card WHERE id = 2",
        "INSERT INTO card VALUES (1, 'one', 0.1)",
    ],
)
def test_every_change_shows(url: str, change: str) -> None:
    make = (
        "CREATE TABLE card (id int, name text, weight float)",
        FILL,
    )
    assert _digest(url, *make, change) != _digest(url, *make)


def test_an_empty_table_has_a_digest_too(url: str) -> None:
    assert _digest(url, "CREATE TABLE card (id int)") == Digest(0, "0" * 64)
