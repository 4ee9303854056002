"""What the bench's web servers load: the site, or with BENCH_BARE=1 bare Django.

The service's clock is put back to BENCH_NOW, an instant in RFC 3339, and goes on from there:
so a database that was filled days ago still has an open challenge.
"""

import datetime as dt
import importlib
import os
import time

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from castle_site.processes import die_with_parent_if_asked
from castle_site.requests import Application
from games import clock

die_with_parent_if_asked()
django.setup(set_prefix=False)
_start = dt.datetime.fromisoformat(os.environ["BENCH_NOW"])
_begin = time.monotonic()
vars(clock)["now"] = lambda: _start + dt.timedelta(seconds=time.monotonic() - _begin)
application = WSGIHandler() if os.environ.get("BENCH_BARE") == "1" else Application()
importlib.import_module(settings.ROOT_URLCONF)
