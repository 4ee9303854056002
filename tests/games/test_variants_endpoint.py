"""GET variants."""

import pytest
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
URL = "/api/v1/variants"


def test_it_works(api: APIClient) -> None:
    response = api.get(URL)
    assert response.status_code == 200
    assert response.json() == {
        "rules_version": 1,
        "min_number": "1",
        "max_number": "99999999999999999999",
        "variants": [
            {
                "slug": "beleaguered-castle",
                "name": "Beleaguered Castle",
                "aces_first": True,
                "builds_while_dealing": False,
            },
            {
                "slug": "streets-and-alleys",
                "name": "Streets and Alleys",
                "aces_first": False,
                "builds_while_dealing": False,
            },
            {
                "slug": "citadel",
                "name": "Citadel",
                "aces_first": False,
                "builds_while_dealing": True,
            },
        ],
    }


def test_it_may_be_kept(api: APIClient) -> None:
    response = api.get(URL)
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = api.get(URL, headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_it_cannot_be_written(api: APIClient) -> None:
    response = api.post(URL, {})
    assert response.status_code == 405
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
