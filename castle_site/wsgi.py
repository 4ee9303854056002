"""The WSGI entry point that the web server loads."""

import importlib
import os

import django
from django.conf import settings

from castle_site.processes import die_with_parent_if_asked
from castle_site.requests import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")

die_with_parent_if_asked()
django.setup(set_prefix=False)
application = Application()

# Read now, not in the first request.
importlib.import_module(settings.ROOT_URLCONF)
