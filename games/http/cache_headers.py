"""Cache headers and conditional requests: what caches may keep, and for how long."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeVar, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request

from games.http.declared import sends
from games.http.renderer import json_of

R = TypeVar("R", bound=HttpResponseBase)

NEVER_CHANGES: Final = "public, max-age=604800, immutable"
FOR_A_DAY: Final = "public, max-age=86400"
FOR_AN_HOUR: Final = "public, max-age=3600"
FOR_A_MINUTE: Final = "public, max-age=60"

IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what you already have."
)
CONDITIONAL: Final = (IF_NONE_MATCH, sends("ETag", 200, 304))
UNCHANGED: Final = OpenApiResponse(description="Unchanged since the given ETag.")


def private_response(response: R) -> R:
    """Viewers of one version get different responses, so a shared cache must not store them."""
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept"
    return response


def unless_known(request: Request, response: HttpResponseBase, etag: str) -> HttpResponseBase:
    """The response with its tag, or 304 for a client that already has it."""
    response["ETag"] = etag
    return cast(
        "HttpResponseBase", get_conditional_response(request, etag=etag, response=cast("Any", response))
    )


def etag_of(body: bytes) -> str:
    return f'"{sha256(body).hexdigest()[:32]}"'


@dataclass(frozen=True, slots=True)
class Document:
    """An already serialised body and its ETag."""

    body: bytes
    etag: str

    @classmethod
    def of(cls, data: Any) -> "Document":
        body = json_of(data)
        return cls(body, etag_of(body))

    def answer(self, request: Request, cache: str, **headers: str) -> HttpResponseBase:
        every = {"Cache-Control": cache, **headers}
        response = HttpResponse(self.body, content_type="application/json", headers=every)
        return unless_known(request, response, self.etag)
