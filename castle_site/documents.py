"""The API's document, to read and to try."""

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView


# Swagger UI writes style attributes; its script comes from us, apart from the page.
@method_decorator(csp_update({"style-src": ["'unsafe-inline'"]}), name="dispatch")
class SwaggerView(SpectacularSwaggerSplitView):
    """The API's document, with nothing loaded from elsewhere."""

    # It has one template, for the page: there is none for what OPTIONS would tell.
    http_method_names = ("get", "head")
