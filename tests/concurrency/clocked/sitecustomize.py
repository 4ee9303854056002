"""Runs as every Python process of the service starts, and gives it the test's clock."""

import os
from pathlib import Path

from tests.concurrency.shared_clock import VARIABLE, SharedClock

if path := os.environ.get(VARIABLE):
    SharedClock(Path(path)).install()
