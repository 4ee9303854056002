"""What the long run of hostile requests finds wrong, and that the same seed sends the same."""

import json

import pytest

from drills.fuzz_requests import Known, Request, Requests
from drills.fuzz_wire import MOST_SECONDS, PROBLEM, Reply, judge

ROUTES = ["api/v1/deals/<str:variant>/<str:number>", "calendar", "admin/"]
PROBLEM_BODY = {
    "type": "/problems/not-found",
    "title": "There is no such thing",
    "status": 404,
    "detail": "There is no such thing.",
    "instance": "/api/v1/nothing",
    "errors": [],
}


def request(target: bytes = b"/api/v1/nothing", *, unreadable: bool = False) -> Request:
    return Request("GET", target, (), b"", False, "", (), unreadable)


def reply(status: int, body: object = PROBLEM_BODY, seconds: float = 0.1, **headers: str) -> Reply:
    given = {"content-type": PROBLEM, "x-request-id": "1"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    text = body if isinstance(body, str) else json.dumps(body)
    return Reply(status, given, text.encode(), seconds)


@pytest.mark.parametrize(
    "good",
    [
        reply(404),
        reply(200, "{}"),
        reply(503, PROBLEM_BODY | {"status": 503}, retry_after="5"),
        reply(429, PROBLEM_BODY | {"status": 429}, retry_after="5"),
    ],
)
def test_what_is_right(good: Reply) -> None:
    assert judge(request(), good) is None


@pytest.mark.parametrize(
    "bad",
    [
        reply(500),
        reply(502),
        reply(503),
        reply(429),
        reply(0),
        reply(404, seconds=MOST_SECONDS + 1),
        reply(404, content_type="text/html"),
        reply(404, "no JSON"),
        reply(404, PROBLEM_BODY | {"status": 400}),
        reply(404, {"detail": "Not found."}),
        reply(404, PROBLEM_BODY | {"errors": [{"code": "x"}]}),
        reply(200, "Traceback (most recent call last):"),
        Reply(400, {}, b"", 0.1),
    ],
)
def test_what_is_wrong(bad: Reply) -> None:
    assert judge(request(), bad) is not None


def test_what_is_no_http_the_web_server_may_refuse() -> None:
    assert judge(request(unreadable=True), Reply(400, {}, b"", 0.1)) is None


def test_a_seed_gives_the_same_requests() -> None:
    def sent(seed: str) -> list[bytes]:
        known = Known()
        known.learn("variant", "citadel")
        requests = Requests(seed, ROUTES, known)
        return [requests.next().wire for _ in range(200)]

    assert sent("a") == sent("a")
    assert sent("a") != sent("b")
    assert len(set(sent("a"))) > 150
