"""The API's document, to read and to try."""

import hashlib
import threading
from functools import lru_cache
from typing import Any

from csp.decorators import csp_update
from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.utils.encoding import force_bytes
from django.utils.http import quote_etag
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games import caching
from games.api import ApiView

# The generator patches classes while it works: two at once spoil each other's document.
_making = threading.Lock()


RENDERERS: tuple[type[BaseRenderer], ...] = (OpenApiYamlRenderer, OpenApiJsonRenderer)


@lru_cache(maxsize=1)
def documents() -> dict[str, bytes]:
    """The document of this release by format, `yaml` and `json`; takes a while to make.

    Web processes make it before their first request: whoever asks need not wait for it, and
    its garbage leaves no holes between what requests leave.
    """
    generator: Any = SchemaGenerator
    document = generator().get_schema(request=None, public=True)
    return {
        str(renderer.format): force_bytes(renderer().render(document, renderer_context={}))
        for renderer in RENDERERS
    }


class SchemaView(ApiView, SpectacularAPIView):
    """The OpenAPI document, made once in each process."""

    authentication_classes = ()
    permission_classes = ()
    throttle_scope = "read"

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        with _making:
            text = documents()[renderer.format]
        etag = quote_etag(hashlib.sha256(text).hexdigest()[:32])
        headers = {"ETag": etag, "Cache-Control": caching.NO_CACHE, "Vary": "Accept"}
        if caching.matches(request, etag):
            return HttpResponse(status=304, headers=headers)
        headers["Content-Disposition"] = f'inline; filename="castle.{renderer.format}"'
        return HttpResponse(text, content_type=renderer.media_type, headers=headers)


# Swagger UI writes style attributes; its script comes from us, apart from the page.
@method_decorator(csp_update({"style-src": ["'unsafe-inline'"]}), name="dispatch")
class SwaggerView(SpectacularSwaggerSplitView):
    """The API's document, with nothing loaded from elsewhere."""

    # It has one template, for the page: there is none for what OPTIONS would tell.
    http_method_names = ("get", "head")
