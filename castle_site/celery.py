"""The Celery application: workers take `labels`, `par` and `assist`; beat runs in UTC."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "castle_site.settings")

app = Celery("castle_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
