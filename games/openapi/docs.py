from collections.abc import Iterable
from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.http.bodies import Query, read_query
from games.http.cache_headers import FOR_AN_HOUR, etag_of, unless_known
from games.openapi import extensions

__all__ = ["Schema", "extensions"]  # the document's extensions register themselves on import


class OpenApiJson(OpenApiJsonRenderer):
    """Without indentation, which would make up half of it."""

    def get_indent(self, *_: Any) -> None:
        return None


class Json(OpenApiJson):
    media_type = "application/json"


class Yaml(OpenApiYamlRenderer):
    media_type = "application/yaml"


class SchemaQuery(Query):
    format = serializers.ChoiceField(["json", "yaml"], required=False)


class OrElseTheFirst(DefaultContentNegotiation):
    """Serves the document even to a browser whose Accept header prefers HTML. `format` takes precedence."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        wish = read_query(SchemaQuery, request).get("format")
        known = [renderer for renderer in renderers if wish in (None, renderer.format)]
        try:
            found: tuple[BaseRenderer, str] = super().select_renderer(request, known, format_suffix)
        except NotAcceptable:
            return known[0], str(known[0].media_type)
        return found


class Schema(SpectacularAPIView):
    """The OpenAPI document as JSON or YAML, with the origin of the request as its server."""

    renderer_classes = [Json, Yaml, OpenApiJson, OpenApiYamlRenderer]
    content_negotiation_class = OrElseTheFirst

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        response: Response = super().get(request, *args, **kwargs)
        servers = [{**server} for server in response.data["servers"]]
        servers[0]["url"] = request.build_absolute_uri("/").rstrip("/")
        response.data = {**response.data, "servers": servers}
        response["Cache-Control"], response["Vary"] = FOR_AN_HOUR, "Accept"
        response.add_post_render_callback(lambda done: unless_known(request, done, etag_of(done.content)))
        return response
