"""The service worker, by which a game that was opened can be opened again without a network."""

import hashlib
import json
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from castle_site.pages.modules import modules_of

STYLES = ("castle_site/site.css", "castle_site/table.css", "castle_site/castle.svg")


@cache
def _worker() -> str:
    """The worker's text: its version is that of all files that it keeps, and of itself."""
    template = get_template("castle_site/worker.js")
    modules = modules_of("today.js", "play.js", "site.js", on_demand=True)
    files = json.dumps([static(path) for path in (*STYLES, *modules)], indent=1)
    text = template.render({"files": files})
    version = hashlib.sha256(text.encode()).hexdigest()[:16]
    return template.render({"files": files, "version": version})


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, for it may only see what is below itself."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response
