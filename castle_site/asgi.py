"""The entry point that the web server loads."""

import gc

from django.conf import settings

from castle_site import wsgi
from castle_site.buffering import BufferedApplication
from castle_site.documents import documents

application = BufferedApplication(
    wsgi.application,
    threads=settings.WEB_THREADS,
    most=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    seconds=settings.BODY_SECONDS,
)

documents()
# What is loaded by now stays. Left to itself the collector looks for cycles among old objects,
# of which refused requests leave some, only when a quarter of all are new: with these set aside
# that is soon, and costs little.
gc.collect()
gc.freeze()
