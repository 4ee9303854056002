"""ETags and 304."""

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from games.caching import NO_CACHE, cached_response, etag_of

DATA = {"number": "5", "rows": [["5C"]]}


def ask(if_none_match: str | None = None) -> Request:
    """A request that names what it has."""
    headers = {} if if_none_match is None else {"If-None-Match": if_none_match}
    return Request(APIRequestFactory().get("/", headers=headers))


def test_it_works() -> None:
    response = cached_response(ask(), DATA, NO_CACHE)
    assert response.status_code == 200
    assert response.data == DATA
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["ETag"] == etag_of(DATA)


def test_the_etag_follows_the_content() -> None:
    assert etag_of(DATA) == etag_of(dict(reversed(DATA.items())))
    assert etag_of(DATA) != etag_of({**DATA, "number": "6"})
    assert etag_of(DATA).startswith('"')


@pytest.mark.parametrize("given", ["{etag}", "W/{etag}", '"x", {etag}', "*"])
def test_what_is_there_already_is_not_sent_again(given: str) -> None:
    response = cached_response(ask(given.format(etag=etag_of(DATA))), DATA, NO_CACHE)
    assert response.status_code == 304
    assert response.data is None
    assert response.headers["ETag"] == etag_of(DATA)
    assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("given", ['"x"', "x", "", '"*"', "\x7f"])
def test_anything_else_is_answered(given: str) -> None:
    assert cached_response(ask(given), DATA, NO_CACHE).status_code == 200
