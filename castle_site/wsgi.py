"""The WSGI entry point that the web server loads."""

import importlib
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from castle_site.processes import die_with_parent_if_asked

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")

die_with_parent_if_asked()
application = get_wsgi_application()

# Read now, not in the first request.
importlib.import_module(settings.ROOT_URLCONF)
