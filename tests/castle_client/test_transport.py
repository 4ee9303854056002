"""Requests that are sent, sent again, and not sent again."""

import pytest

from castle_client import NEVER, Client, Retries, errors
from castle_client.transport import Transport
from tests.castle_client.servers import Scripted
from tests.service import free_port


def test_it_works(service: Scripted, retries: Retries) -> None:
    service.answer(200, {"a": 1})
    transport = Transport(service.url + "/", token="abc", retries=retries)
    answer = transport.call("GET", "deals/citadel/1", query={"limit": 3, "cursor": None})
    assert answer.data == {"a": 1}
    [(method, path, headers, body)] = service.requests
    assert (method, path, body) == ("GET", "/api/v1/deals/citadel/1?limit=3", b"")
    assert headers["authorization"] == "Bearer abc"
    assert headers["accept"] == "application/json"


def test_bodies_and_keys(service: Scripted, retries: Retries) -> None:
    service.answer(204)
    transport = Transport(service.url, retries=retries)
    assert transport.call("POST", "x", body={"line": "ü"}, key="k").data is None
    [(_, _, headers, body)] = service.requests
    assert body == b'{"line": "\\u00fc"}'
    assert headers["content-type"] == "application/json"
    assert headers["idempotency-key"] == "k"
    assert "authorization" not in headers


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "validation", errors.InvalidRequestError),
        (400, "unreadable-line", errors.UnreadableLineError),
        (400, "illegal-line", errors.IllegalLineError),
        (401, "not-authenticated", errors.NotAuthenticatedError),
        (401, "login-failed", errors.LoginFailedError),
        (403, "not-allowed", errors.NotAllowedError),
        (403, "assistance-refused", errors.AssistanceRefusedError),
        (404, "not-found", errors.NotFoundError),
        (409, "conflict", errors.ConflictError),
        (409, "handle-taken", errors.HandleTakenError),
        (413, "too-large", errors.InvalidRequestError),
        (422, "idempotency-key-reused", errors.InvalidRequestError),
        (429, "too-many-requests", errors.TooManyRequestsError),
        (500, "internal", errors.UnavailableError),
        (503, "no-worker", errors.NoWorkerError),
        (503, "challenge-being-made", errors.ChallengeBeingMadeError),
        (503, "something-new", errors.UnavailableError),
        (418, "something-new", errors.ProblemError),
    ],
)
def test_problems_have_the_class_of_their_type(
    service: Scripted, status: int, code: str, kind: type[errors.ProblemError]
) -> None:
    service.answer(status, code, X_Request_ID="r-1")
    with pytest.raises(errors.ProblemError) as caught:
        Transport(service.url, retries=NEVER).call("GET", "x")
    problem = caught.value
    assert type(problem) is kind
    assert (problem.status, problem.type) == (status, f"/problems/{code}")
    assert (str(problem), problem.request_id) == ("Why.", "r-1")


def test_a_problem_names_its_fields(service: Scripted) -> None:
    error = {"pointer": "/line", "code": "bad_text", "detail": "no move", "offset": 3}
    service.answer(400, {"type": "/problems/unreadable-line", "errors": [error]})
    with pytest.raises(errors.UnreadableLineError) as caught:
        Transport(service.url, retries=NEVER).call("POST", "x", body={})
    assert caught.value.field("/line") == errors.FieldProblem("/line", "bad_text", "no move", 3)
    assert caught.value.field("/format") is None


# ------------------------------------------------------------------------------ sent again


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_reading_is_tried_again(
    service: Scripted, retries: Retries, slept: list[float], status: int
) -> None:
    service.answer(status, "unavailable", Retry_After="7")
    service.answer(status, "unavailable")
    service.answer(200, {})
    assert Transport(service.url, retries=retries).call("GET", "x").status == 200
    assert len(service.requests) == 3
    # As long as the service said; else by ourselves, half a second to one.
    assert slept[0] == 7
    assert 0.5 <= slept[1] <= 1


def test_the_wait_grows_and_has_an_end(slept: list[float]) -> None:
    patience = Retries(attempts=5, first=1, longest=5, sleep=slept.append)
    with pytest.raises(errors.OfflineError, match="does not answer"):
        Transport(f"http://127.0.0.1:{free_port()}", retries=patience).call("GET", "x")
    assert len(slept) == 4
    for wait, most in zip(slept, [1, 2, 4, 5], strict=True):
        assert most / 2 <= wait <= most


def test_a_service_that_asks_for_more_patience_is_left_alone(
    service: Scripted, retries: Retries, slept: list[float]
) -> None:
    service.answer(429, "too-many-requests", Retry_After="3600")
    with pytest.raises(errors.TooManyRequestsError) as caught:
        Transport(service.url, retries=retries).call("GET", "x")
    assert (caught.value.retry_after, slept) == (3600, [])


def test_a_key_makes_a_post_repeatable(service: Scripted, retries: Retries) -> None:
    service.answer(503, "unavailable")
    service.answer(409, "conflict", Retry_After="5")
    service.answer(201, {})
    transport = Transport(service.url, retries=retries)
    assert transport.call("POST", "x", body={"line": "12"}, key="one").status == 201
    assert [headers["idempotency-key"] for _, _, headers, _ in service.requests] == ["one"] * 3
    assert {body for _, _, _, body in service.requests} == {b'{"line": "12"}'}


@pytest.mark.parametrize("status", [500, 503, 504])
def test_a_post_without_a_key_is_sent_once(
    service: Scripted, retries: Retries, status: int
) -> None:
    service.answer(status, "unavailable")
    with pytest.raises(errors.UnavailableError):
        Transport(service.url, retries=retries).call("POST", "x", body={})


@pytest.mark.parametrize(("status", "code"), [(404, "not-found"), (409, "handle-taken")])
def test_what_would_be_the_same_again_is_not_tried_again(
    service: Scripted, retries: Retries, status: int, code: str
) -> None:
    service.answer(status, code)
    with pytest.raises(errors.ProblemError):
        Transport(service.url, retries=retries).call("POST", "x", body={}, key="k")


def test_an_answer_that_breaks_off_is_no_answer(service: Scripted, retries: Retries) -> None:
    service.answer(200, {"a": 1}, Content_Length="500")
    service.answer(200, {"a": 1})
    assert Transport(service.url, retries=retries).call("GET", "x").data == {"a": 1}
    assert len(service.requests) == 2


def test_what_is_to_end_is_told(service: Scripted) -> None:
    service.answer(200, {}, Deprecation="@1767225600", Sunset="Fri, 01 Jan 2027 00:00:00 GMT")
    with pytest.warns(DeprecationWarning, match="GET /api/v1/x will end with Fri, 01 Jan 2027"):
        Transport(service.url).call("GET", "x")


# ---------------------------------------------------------------------- what is not followed


def test_redirects_are_not_followed(service: Scripted) -> None:
    service.answer(302, None, Location="http://else.example/")
    with pytest.raises(errors.UnexpectedAnswerError, match="302"):
        Transport(service.url, token="abc").call("GET", "x")


def test_another_site_is_found_out(service: Scripted) -> None:
    service.answers.append((200, {}, b"<html>"))
    with pytest.raises(errors.UnexpectedAnswerError, match="not JSON"):
        Client(service.url).variants()
    service.answers.append((404, {}, b"<html>"))
    with pytest.raises(errors.UnexpectedAnswerError, match="404"):
        Client(service.url).variants()


def test_a_token_never_goes_over_an_open_line() -> None:
    client = Client("http://castle.example", token="abc", retries=NEVER)
    with pytest.raises(errors.UnsafeAddressError):
        client.me()
    with pytest.raises(errors.UnsafeAddressError):
        Client("http://castle.example", retries=NEVER).login("Ada", "a long password")
    for url in ("https://castle.example", "http://localhost:1", "http://[::1]:1"):
        assert Transport(url, token="abc")._safe
    assert Transport("http://castle.example", token="abc", allow_http=True)._safe


@pytest.mark.parametrize("url", ["castle.example", "ftp://castle.example", "https://", "/"])
def test_what_is_no_address_of_a_service(url: str) -> None:
    with pytest.raises(ValueError, match="address of a service"):
        Client(url)


def test_links_stay_in_the_service(service: Scripted) -> None:
    service.answer(200, {"results": [], "next": "https://else.example/", "previous": None})
    with pytest.raises(errors.UnexpectedAnswerError, match="leads elsewhere"):
        list(Client(service.url).calendar())


def test_secrets_stand_in_no_representation() -> None:
    assert "abc" not in repr(Client("https://castle.example", token="abc"))
