"""The clock."""

import datetime as dt

from games import clock


def test_it_works() -> None:
    before = dt.datetime.now(dt.UTC)
    now = clock.now()
    assert before <= now <= dt.datetime.now(dt.UTC)
    assert now.utcoffset() == dt.timedelta(0)
