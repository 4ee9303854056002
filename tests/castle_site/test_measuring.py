"""Answers are counted under names that callers cannot choose."""

import pytest
from django.test import Client
from prometheus_client import REGISTRY

pytestmark = pytest.mark.django_db


def names() -> set[tuple[str, str]]:
    """The views and methods that anything is counted under."""
    return {
        (sample.labels.get("view", ""), sample.labels["method"])
        for metric in REGISTRY.collect()
        for sample in metric.samples
        if "method" in sample.labels
    }


def test_no_caller_makes_up_a_name(client: Client) -> None:
    for method in ("GET", "BREW1", "BREW2", "TRACE"):
        for path in ("/api/v1/variants", "/nowhere", "/admin/leaderboard/player/", "/admin/login/"):
            client.generic(method, path)
    found = names()
    assert {method for _, method in found} <= {
        *("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS", "other"),
    }
    assert {("variants", "GET"), ("variants", "other"), ("admin", "GET")} <= found
    assert not [view for view, _ in found if view.startswith("admin:")]
