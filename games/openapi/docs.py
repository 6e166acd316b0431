from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, NamedTuple

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.http.bodies import Query, read_query
from games.http.cache_headers import FOR_AN_HOUR, etag_of, unless_known
from games.http.kept import Once
from games.openapi import extensions

__all__ = ["Schema", "extensions"]  # the document's extensions register themselves on import

_SERVER: Final = "\ue000"  # the place of its address, which is filled in for each request


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
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        renderer = request.accepted_renderer
        found, origin = rendered(renderer.format), request.build_absolute_uri("/").rstrip("/").encode()
        headers = {
            "Cache-Control": FOR_AN_HOUR,
            "Content-Disposition": f'inline; filename="{spectacular_settings.TITLE}.{renderer.format}"',
            "Content-Type": _media_type(renderer),
            "Vary": "Accept",
        }
        response = HttpResponse(origin.join((found.before, found.after)), headers=headers)
        return unless_known(request, response, etag_of(found.digest + origin))


def _media_type(renderer: BaseRenderer) -> str:
    return f"{renderer.media_type}; charset={renderer.charset}" if renderer.charset else renderer.media_type


class Rendered(NamedTuple):
    before: bytes  # what stands before the address of the server
    after: bytes
    digest: bytes  # of both


@Once
def rendered(form: str) -> Rendered:
    """The document in this form. It depends on the code and on the boards of this server alone."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    first, *others = document["servers"]
    told = {**document, "servers": [{**first, "url": _SERVER}, *others]}
    body: bytes = {"json": Json, "yaml": Yaml}[form]().render(told, renderer_context={})
    before, after = body.split(_SERVER.encode())
    return Rendered(before, after, sha256(body).digest())
