"""The start page and the API's document."""

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

from games.rules import VARIANTS


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Says what the service is, and where its API and documents are."""
    return render(request, "castle_site/start.html", {"variants": VARIANTS.values()})


# Swagger UI writes style attributes; its script comes from us, apart from the page.
@method_decorator(csp_update({"style-src": ["'unsafe-inline'"]}), name="dispatch")
class SwaggerView(SpectacularSwaggerSplitView):
    """The API's document to read and try, with nothing loaded from elsewhere."""
