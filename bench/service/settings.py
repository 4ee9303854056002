"""The site's settings for its bench: as they are, with the floors beside it and no limits.

BENCH_BARE=1 leaves the site's middleware away: what Django and DRF need by themselves.
"""

import os

from castle_site.settings import *  # noqa: F403 - as settings build on settings
from castle_site.settings import INSTALLED_APPS, THROTTLE_RATES

INSTALLED_APPS = [*INSTALLED_APPS, "bench.service.floors"]
ROOT_URLCONF = "bench.service.floors.urls"
# The clients of a bench all come from one address, and as few players.
THROTTLE_RATES = dict.fromkeys(THROTTLE_RATES, "1000000000/hour")
if os.environ.get("BENCH_BARE") == "1":
    MIDDLEWARE: list[str] = []
