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
    for method in ("GET", "HEAD", "BREW1", "BREW2", "TRACE", "DELETE"):
        for path in ("/api/v1/variants", "/nowhere", "/admin/leaderboard/player/", "/admin/login/"):
            client.generic(method, path)
    found = names()
    assert {method for _, method in found} <= {
        *("GET", "POST", "PATCH", "DELETE", "OPTIONS", "other"),
    }
    assert {("variants", "GET"), ("variants", "other"), ("admin", "GET")} <= found
    assert not [view for view, _ in found if view.startswith("admin:")]


def answered(**labels: str) -> float:
    """How often something was answered."""
    name = "django_http_responses_total_by_status_view_method_total"
    return REGISTRY.get_sample_value(name, labels) or 0


def test_what_a_view_does_not_have_is_one_name(client: Client) -> None:
    """Nothing grows by asking for every method of every view."""
    other = {"view": "variants", "method": "other", "status": "4xx"}
    before = answered(**other)
    for method in ("POST", "PATCH", "DELETE", "BREW"):
        client.generic(method, "/api/v1/variants")
    assert answered(**other) == before + 4
    assert not {("variants", method) for method in ("POST", "PATCH", "DELETE")} & timed()


def timed() -> set[tuple[str, str]]:
    """The views and methods whose answers are timed: the numbers that need the most room."""
    return {
        (sample.labels["view"], sample.labels["method"])
        for metric in REGISTRY.collect()
        if metric.name == "django_http_requests_latency_seconds_by_view_method"
        for sample in metric.samples
    }


def test_statuses_of_a_view_are_counted_by_class(client: Client) -> None:
    found = {"view": "variants", "method": "GET", "status": "4xx"}
    before = answered(**found)
    for method in (client.get, client.head):
        assert method("/api/v1/variants", headers={"accept": "image/png"}).status_code == 406
    assert answered(**found) == before + 2
