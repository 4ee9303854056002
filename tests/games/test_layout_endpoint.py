"""GET deals/{variant}/{number}/layout."""

import pytest
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
URL = "/api/v1/deals/citadel/5/layout"
LAYOUT = {
    "variant": "citadel",
    "number": "5",
    "rules_version": 1,
    "rows": [
        ["5C", "3S", "TD", "5S", "9S"],
        ["8S", "5D", "7S", "QH", "TC"],
        ["2D", "9C", "KC", "JD", "8C", "TH", "7C"],
        ["QS", "KH", "3H", "7H", "9D", "6D", "TS"],
        ["4C", "4D", "KD", "8H", "KS", "6H"],
        ["9H", "2C", "5H", "JH", "QD", "6C"],
        ["2S", "3C", "6S", "JC", "4H", "QC"],
        ["3D", "4S", "8D", "7D", "JS"],
    ],
    "foundations": {"C": 1, "D": 1, "H": 2, "S": 1},
}


def test_it_works(api: APIClient) -> None:
    response = api.get(URL)
    assert response.status_code == 200
    assert response.json() == LAYOUT


def test_it_may_be_kept_for_ever(api: APIClient) -> None:
    response = api.get(URL)
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = api.get(URL, headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    assert again.headers["ETag"] == response.headers["ETag"]


@pytest.mark.parametrize(
    "path",
    [
        "citadel/0",
        "citadel/-1",
        "citadel/100000000000000000000",
        "citadel/" + "9" * 5000,
        "citadel/1.0",
        "citadel/1e3",
        "citadel/٣",
        "citadel/five",
        "citadel/%00",
        "citadell/5",
        "Citadel/5",
        "%00/5",
    ],
)
@pytest.mark.parametrize("rest", ["", "/layout"])
def test_what_is_no_deal_is_not_found(api: APIClient, path: str, rest: str) -> None:
    response = api.get(f"/api/v1/deals/{path}{rest}")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["type"] == "/problems/not-found"


@pytest.mark.parametrize("rest", ["label", "verify"])
@pytest.mark.parametrize("path", ["citadel/0", "citadell/5", "citadel/" + "9" * 5000])
def test_nothing_is_done_for_what_is_no_deal(api: APIClient, path: str, rest: str) -> None:
    response = api.post(f"/api/v1/deals/{path}/{rest}", {"line": ""})
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"


def test_leading_zeros_name_the_same_deal(api: APIClient) -> None:
    assert api.get("/api/v1/deals/citadel/0005/layout").json() == LAYOUT


def test_the_largest_number(api: APIClient) -> None:
    response = api.get("/api/v1/deals/streets-and-alleys/99999999999999999999/layout")
    assert response.status_code == 200
    assert response.json()["number"] == "99999999999999999999"
