"""Service and browser live by one clock in these tests, and their day lasts."""

import datetime as dt

import pytest
from playwright.sync_api import Page

from games import clock
from tests.pages.conftest import until_edge

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.every_instant
def test_the_browser_has_the_date_of_the_tests(page: Page) -> None:
    date = clock.now().date()
    page.goto("/how-to-play")
    # Longer than a day at 23:59:59 goes on elsewhere.
    page.wait_for_timeout(1200)
    shown = dt.datetime.fromisoformat(page.evaluate("new Date().toISOString()"))
    assert abs(shown - clock.now()) < dt.timedelta(minutes=2)
    assert shown.date() == clock.now().date() == date


@pytest.mark.parametrize(
    ("time", "left"),
    [
        ("00:00:00", "2:00:00"),
        ("01:59:59", "0:00:01"),
        ("02:00:00", "22:00:00"),
        ("23:59:59", "0:00:01"),
    ],
)
def test_edges_of_a_day(time: str, left: str) -> None:
    instant = dt.datetime.fromisoformat(f"2028-02-29T{time}+00:00")
    assert str(until_edge(instant)) == left
