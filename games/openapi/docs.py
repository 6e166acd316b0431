from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from games.openapi import extensions

__all__ = ["Docs", "Schema", "extensions"]  # the document's extensions register themselves on import


class Schema(SpectacularAPIView):
    """The OpenAPI document, as YAML or JSON."""

    renderer_classes = [OpenApiYamlRenderer, OpenApiJsonRenderer]


class Docs(SpectacularSwaggerSplitView):
    """The readable reference; its script is a file of its own, so the page needs no inline script."""
