"""Databases beside the test's own."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings as django_settings
from psycopg import sql

# Before a test points the setting elsewhere.
SERVER = django_settings.DATABASE_URL


def url_of_database(name: str) -> str:
    """The URL of a database on the tests' server."""
    return urlsplit(SERVER)._replace(path=f"/{name}").geturl()


@pytest.fixture
def make_database() -> Iterator[Callable[[], str]]:
    """Makes empty databases; gives their URLs."""
    made: list[str] = []

    def make() -> str:
        name = f"backup_{uuid.uuid4().hex}"
        _execute("CREATE DATABASE {}", name)
        made.append(name)
        return url_of_database(name)

    yield make
    for name in made:
        _execute("DROP DATABASE {} WITH (FORCE)", name)


def _execute(statement: Any, name: str) -> None:
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
