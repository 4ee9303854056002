"""The API's document, and what browsers are told about every answer."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client


def test_pages_may_load_nothing_from_elsewhere(client: Client) -> None:
    policy = client.get("/nowhere")["Content-Security-Policy"]
    assert policy.startswith("base-uri 'none'; connect-src 'self'; default-src 'none'")
    assert policy.endswith("script-src 'self'; style-src 'self'; worker-src 'self'")
    assert "unsafe" not in policy


KINDS_OF_ANSWER = {
    "a page": ("/how-to-play", 200),
    "no page": ("/nowhere", 404),
    "the API": ("/api/v1/variants", 200),
    "an error of the API": ("/api/v1/nowhere", 404),
    "a file": ("/static/castle_site/site.css", 200),
    "a probe": ("/healthz", 200),
    "a path with NUL": ("/api/v1/%00", 404),
    "a path too long": ("/" + "a" * 9000, 414),
    "a redirect": ("/admin/", 302),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), KINDS_OF_ANSWER.values(), ids=KINDS_OF_ANSWER)
def test_headers_of_every_answer(client: Client, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "default-src 'none'" in response["Content-Security-Policy"]
    response.close()


@pytest.mark.django_db
def test_a_page_that_may_do_more_leaves_the_others_as_they_are(client: Client) -> None:
    """Swagger UI needs styles of its own; the policy of all others is put together once."""
    paths = ["/how-to-play", "/api/v1/docs", "/how-to-play", "/api/v1/docs"]
    policies = [client.get(path)["Content-Security-Policy"] for path in paths]
    assert ["unsafe-inline" in policy for policy in policies] == [False, True, False, True]
    assert policies[:2] == policies[2:]


def test_a_host_that_is_not_ours_is_told_so_with_the_same_headers(client: Client) -> None:
    response = client.get("/", headers={"Host": "else.example"})
    assert response.status_code == 400
    assert response["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_swagger_ui_comes_from_us_alone(client: Client) -> None:
    response = client.get("/api/v1/docs")
    page = response.content.decode()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(loaded) >= 5
    assert all(url.startswith("/") and not url.startswith("//") for url in loaded)
    assert "style-src 'self' 'unsafe-inline'" in response["Content-Security-Policy"]
    assert "script-src 'self';" in response["Content-Security-Policy"]
    for url in loaded:
        response = client.get(url)
        assert response.status_code == 200
        # Files are sent as streams, which the test's client leaves open.
        response.close()


@pytest.mark.django_db
def test_the_docs_are_a_page_and_nothing_else(client: Client) -> None:
    assert client.head("/api/v1/docs").status_code == 200
    for answer in (client.options("/api/v1/docs"), client.post("/api/v1/docs")):
        assert answer.status_code == 405
        assert answer["Content-Type"] == "application/problem+json"
        assert json.loads(answer.content)["type"] == "/problems/method-not-allowed"


@pytest.mark.django_db
def test_errors_are_json_where_the_answer_is_none(client: Client) -> None:
    for path, status in (("schema", 405), ("docs", 405)):
        answer = client.post(f"/api/v1/{path}")
        assert json.loads(answer.content)["status"] == answer.status_code == status
    answer = client.get("/api/v1/schema", headers={"Accept": "image/png"})
    assert json.loads(answer.content)["status"] == answer.status_code == 406


@pytest.mark.django_db
def test_the_looser_policy_is_the_docs_alone(client: Client) -> None:
    client.get("/api/v1/docs")
    assert "unsafe" not in client.get("/api/v1/schema")["Content-Security-Policy"]


@pytest.mark.django_db
def test_the_document_describes_the_api(client: Client) -> None:
    response = client.get("/api/v1/schema?format=json")
    document = json.loads(response.content)
    assert document["openapi"].startswith("3.")
    assert document["info"]["title"] == "Castle"


def test_other_origins_may_call_the_api_without_cookies(client: Client) -> None:
    response = client.get("/api/v1/nowhere", headers={"Origin": "https://else.example"})
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    exposed = response["Access-Control-Expose-Headers"]
    for name in ("ETag", "RateLimit", "Retry-After", "Location"):
        assert name in exposed


def test_other_origins_may_send_tokens_and_keys(client: Client) -> None:
    response = client.options(
        "/api/v1/nowhere",
        headers={
            "Origin": "https://else.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, idempotency-key",
        },
    )
    assert response.status_code == 200
    assert "authorization" in response["Access-Control-Allow-Headers"]
    assert "idempotency-key" in response["Access-Control-Allow-Headers"]


def test_other_origins_have_no_business_with_pages(client: Client) -> None:
    response = client.get("/nowhere", headers={"Origin": "https://else.example"})
    assert "Access-Control-Allow-Origin" not in response


@pytest.mark.django_db
def test_the_document_is_made_once_however_many_ask_at_once(client: Client) -> None:
    from castle_site.documents import documents

    documents.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: Client().get("/api/v1/schema"), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert documents.cache_info().misses == 1
    etag = answers[0]["ETag"]
    assert client.get("/api/v1/schema", headers={"If-None-Match": etag}).status_code == 304
    as_json = client.get("/api/v1/schema?format=json")
    assert as_json["ETag"] != etag
    assert documents.cache_info().misses == 1
    # What the query says of a version is not for others to read.
    assert client.get("/api/v1/schema?version=9").content == answers[0].content
