"""Calls made by chance from the OpenAPI document: none fails, each answers as the document says."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from castle_site.wsgi import application
from tests.access.world import undone
from tests.leaderboard.conftest import at as at  # the clock
from tests.leaderboard.lines import CASTLE, CITADEL, STREETS
from tests.leaderboard.playing import SetClock, make_caller, make_challenge

pytestmark = [
    pytest.mark.django_db,
    # The client of the tests leaves bodies open.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def no_fault_of_ours(_: Any, response: Any, case: Case) -> None:
    """No 5xx but 503 with the time to wait."""
    status, waits = response.status_code, response.headers.get("retry-after")
    assert status < 500 or (status == 503 and waits), f"{status} to {case.as_curl_command()}"


CHECKS = [
    no_fault_of_ours,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
EXAMPLES = 3


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """The test's transaction lives longer than a request."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Hypothesis reads sources by `ast`; Python 3.11 takes a collection in it for an error.

    SystemError: AST constructor recursion depth mismatch (CPython issue 106905).
    """
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_one_connection", "_no_collection")
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
def test_every_operation_answers_as_documented(mode: GenerationMode, at: SetClock) -> None:
    for won in (CASTLE, STREETS, CITADEL):
        make_challenge(won)
    guest, nobody = make_caller().headers, {}
    document = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(document)
    schema.app = application
    wrong: list[str] = []
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES,
            database=None,
            derandomize=True,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def run(case: Case) -> None:
            nonlocal tried
            tried += 1
            # Now and then without credentials.
            headers = {"Host": "localhost", **(nobody if tried % 4 == 0 else guest)}
            with undone():
                response = case.call(base_url="http://localhost", headers=headers)
            case.validate_response(response, checks=CHECKS)

        try:
            run()
        except Unsatisfiable:
            # Without parameters nothing can be wrong.
            assert mode is GenerationMode.NEGATIVE, operation.label
        except Exception as error:
            wrong.append(f"{operation.label}: {error!r} {getattr(error, 'exceptions', '')}"[:600])
    assert not wrong, "\n".join(wrong)
    assert tried > 50
