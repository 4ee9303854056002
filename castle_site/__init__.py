"""The site: settings, URLs, Celery app, error format, embedded servers and pages.

Nothing imports this package but the servers and `manage.py`: the apps stand without it.
"""

from castle_site.metrics_files import claim_directory

# Before anything that measures is imported.
claim_directory()

from castle_site.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
