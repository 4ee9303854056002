"""The API changes by addition alone: the document of today holds all that was published."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from castle_site.problems import KINDS, VALIDATION
from games.errors import DomainError
from tests.growth import SNAPSHOT, breaks, document, snapshot_text

# Types of problems that clients tell apart, with their status. None ever goes, or changes.
TYPES = {
    "malformed": 400,
    "validation": 400,
    "unreadable-line": 400,
    "illegal-line": 400,
    "invalid-cursor": 400,
    "invalid-idempotency-key": 400,
    "not-authenticated": 401,
    "login-failed": 401,
    "not-allowed": 403,
    "assistance-refused": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "not-acceptable": 406,
    "conflict": 409,
    "handle-taken": 409,
    "already-registered": 409,
    "line-rejected": 409,
    "group-full": 409,
    "too-large": 413,
    "unsupported-media-type": 415,
    "idempotency-key-reused": 422,
    "too-many-requests": 429,
    "internal": 500,
    "backlog-full": 503,
    "no-worker": 503,
    "advice-failed": 503,
    "challenge-being-made": 503,
    "unavailable": 503,
}


@pytest.fixture(scope="module")
def old() -> Any:
    """What was published."""
    return json.loads(SNAPSHOT.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def today() -> Any:
    """The document of today, as it would be published."""
    return json.loads(snapshot_text(document()))


def test_nothing_that_was_published_has_changed(old: Any, today: Any) -> None:
    assert len(old["paths"]) > 40
    found = breaks(old, today)
    assert not found, "clients break (docs/clients.md, What may change):\n" + "\n".join(found)


def test_what_is_new_breaks_nothing(today: Any) -> None:
    more = copy.deepcopy(today)
    more["paths"]["/api/v1/new"] = {"get": {"operationId": "new", "responses": {}}}
    more["schemas"]["Standing"]["properties"]["colour"] = {"type": "string"}
    more["schemas"]["Standing"]["required"].append("colour")
    more["schemas"]["LineRequest"]["properties"]["note"] = {"type": "string"}
    more["schemas"]["VerdictEnum"]["enum"].append("unknown")
    assert breaks(today, more) == []


STANDINGS = "/api/v1/challenges/{variant}/{date}/standings"
SUBMISSIONS = "/api/v1/challenges/{variant}/{date}/submissions"


def _limit(changed: Any) -> None:
    [limit] = [
        each for each in changed["paths"][STANDINGS]["get"]["parameters"] if each["name"] == "limit"
    ]
    limit["required"] = True


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda it: it["paths"].pop(STANDINGS), f"GET {STANDINGS}: is gone"),
        (
            lambda it: it["paths"][STANDINGS].pop("get"),
            f"GET {STANDINGS}: is gone",
        ),
        (
            lambda it: it["paths"][SUBMISSIONS]["post"]["responses"].pop("200"),
            f"POST {SUBMISSIONS}: answer 200 is gone",
        ),
        (
            lambda it: it["paths"][STANDINGS]["get"].update(security=[{"token": []}]),
            f"GET {STANDINGS}: needs a token now",
        ),
        (
            lambda it: it["paths"][STANDINGS]["get"].update(operationId="board"),
            f"GET {STANDINGS}: operationId is board, was challenge_standings",
        ),
        (_limit, f"GET {STANDINGS}: parameter query limit is required now"),
        (
            lambda it: it["paths"][STANDINGS]["get"].update(parameters=[]),
            f"GET {STANDINGS}: parameter query limit is gone",
        ),
        (
            lambda it: it["schemas"]["Standing"]["properties"].pop("moves"),
            "/results/*/moves: is gone",
        ),
        (
            lambda it: it["schemas"]["Standing"]["required"].remove("moves"),
            "/results/*/moves: may be missing now",
        ),
        (
            lambda it: it["schemas"]["Standing"]["properties"]["moves"].update(nullable=True),
            "/results/*/moves: may be null now",
        ),
        (
            lambda it: it["schemas"]["Standing"]["properties"]["moves"].update(type="string"),
            "/results/*/moves: type is string, was integer",
        ),
        (
            lambda it: it["schemas"]["LineRequest"]["properties"].pop("format"),
            " body/format: is gone",
        ),
        (
            lambda it: it["schemas"]["LineRequest"]["required"].append("format"),
            " body/format: is required now",
        ),
        (
            lambda it: it["schemas"]["LineRequest"]["properties"]["line"].update(maxLength=10),
            " body/line: maxLength is 10, was None",
        ),
    ],
)
def test_what_breaks_clients_is_named(
    today: Any, change: Callable[[Any], object], named: str
) -> None:
    changed = copy.deepcopy(today)
    change(changed)
    found = breaks(today, changed)
    # A component that several calls have is told of once, at the first of them.
    assert [each for each in found if each.endswith(named)], found


def test_a_value_that_is_not_taken_any_more_is_named(today: Any) -> None:
    changed = copy.deepcopy(today)
    [name] = [
        name
        for name, schema in changed["schemas"].items()
        if schema.get("enum") == ["native", "fc-solve"]
    ]
    changed["schemas"][name]["enum"] = ["native"]
    assert any("not taken any more: fc-solve" in each for each in breaks(today, changed))


# ------------------------------------------------------------------------------ problems


def _kinds(error: type[DomainError] = DomainError) -> set[tuple[str, int]]:
    """The types that the code can answer with, with their status."""
    found = {(error.code.replace("_", "-"), error.status)}
    for derived in error.__subclasses__():
        found |= _kinds(derived)
    return found


def test_the_types_of_problems_stay() -> None:
    import castle_site.urls  # noqa: F401 - all errors are defined by then

    now = _kinds() | {(code, status) for status, (code, _) in KINDS.items()}
    now.add((VALIDATION[0], 400))
    assert set(TYPES.items()) - now == set()
