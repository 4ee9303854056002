"""The entry point that the web server loads."""

from django.conf import settings

from castle_site import wsgi
from castle_site.buffering import BufferedApplication

application = BufferedApplication(
    wsgi.application,
    threads=settings.WEB_THREADS,
    most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    seconds=settings.BODY_SECONDS,
)
