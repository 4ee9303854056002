"""The one clock: everything that compares instants takes them from here.

Call it as ``clock.now()``, with the module imported, and pass the instant on into SQL: two
clocks in one decision would disagree at the edge of a day.
"""

import datetime as dt


def now() -> dt.datetime:
    """The present instant, in UTC."""
    return dt.datetime.now(dt.UTC)
