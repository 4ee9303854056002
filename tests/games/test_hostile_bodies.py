"""Bodies that try to break something get a problem document, never a 500."""

import json

import pytest
from django.conf import settings
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
URL = "/api/v1/deals/citadel/5/verify"
JSON = "application/json"

BODIES = {
    "nothing": b"",
    "no JSON": b"line=12",
    "half": b'{"line": "12"',
    "NaN": b'{"line": "", "n": NaN}',
    "Infinity": b'{"line": "", "n": -Infinity}',
    "1e999": b'{"line": "", "n": 1e999}',
    "NUL": b'{"line": "12\\u0000"}',
    "raw NUL": b'{"line": "12\x00"}',
    "NUL in a key": b'{"line": "", "\\u0000": 1}',
    "lone surrogate": b'{"line": "\\ud800"}',
    "5,000 digits": b'{"line": "", "n": ' + b"7" * 5000 + b"}",
    "5,000 digits, negative": b'{"line": "", "n": -' + b"7" * 5000 + b"}",
    "20,000 deep": b'{"line": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "20,000 objects deep": b'{"line":' * 20_000 + b"1" + b"}" * 20_000,
    "equal keys": b'{"line": "12", "line": "34"}',
    "a list": b'["12"]',
    "a text": b'"12"',
    "null": b"null",
    "UTF-16": '{"line": "12"}'.encode("utf-16"),
    "latin-1": '{"line": "ü"}'.encode("latin-1"),
    "byte order mark": b'\xef\xbb\xbf{"line": ""}',
    "binary": bytes(range(256)),
    "other digits": '{"line": "\uff13\uff18"}'.encode(),
    "emoji": '{"line": "😀"}'.encode(),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_it_is_malformed(api: APIClient, body: bytes) -> None:
    response = api.generic("POST", URL, body, JSON)
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == 400
    assert problem["errors"]
    assert set(problem["errors"][0]) >= {"pointer", "code", "detail"}


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/xml",
        "nonsense",
    ],
)
def test_it_is_of_a_kind_that_is_not_read(api: APIClient, kind: str) -> None:
    response = api.generic("POST", URL, b'{"line": ""}', kind)
    assert response.status_code == 415
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("length", ["100000000", "9" * 30])
def test_a_hundred_megabytes_are_refused_unread(api: APIClient, length: str) -> None:
    response = api.generic("POST", URL, b'{"line": ""}', JSON, CONTENT_LENGTH=length)
    assert response.status_code == 413
    assert response.json()["type"] == "/problems/too-large"


def test_a_body_just_too_long_is_refused(api: APIClient) -> None:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = json.dumps({"line": ""}).encode()
    padded = body[:-1] + b" " * (limit - len(body)) + b"}"
    assert api.generic("POST", URL, padded, JSON).status_code == 200
    assert api.generic("POST", URL, padded + b" ", JSON).status_code == 413


def test_a_long_line_without_a_move_is_refused_fast(api: APIClient) -> None:
    body = json.dumps({"line": "x" * 200_000}).encode()
    response = api.generic("POST", URL, body, JSON)
    assert response.status_code == 400
    assert len(response.content) < 1000


def test_a_body_that_nobody_reads_is_no_matter(api: APIClient) -> None:
    response = api.generic("POST", "/api/v1/deals/citadel/5/label", b"\xff\x00", JSON)
    assert response.status_code == 202


@pytest.mark.parametrize("name", ["line", "format"])
def test_look_alikes_of_field_names_are_no_fields(api: APIClient, name: str) -> None:
    body = json.dumps({name.upper(): "12"}).encode()
    assert api.generic("POST", URL, body, JSON).status_code == 400
