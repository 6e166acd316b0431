"""CORS: pages of other origins may use the API."""

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers


def is_of_another_origin(request: HttpRequest) -> bool:
    """Whether a page of another origin sends this. Of what changes something, browsers tell the origin."""
    origin = request.META.get("HTTP_ORIGIN")
    return origin is not None and origin != f"{request.scheme}://{request.get_host()}"


class Cors(CorsMiddleware):
    """Most clients are programs, which send no origin. For them only `Vary` matters, which caches need."""

    def add_response_headers(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if "HTTP_ORIGIN" in request.META:
            return super().add_response_headers(request, response)
        if request._cors_enabled:  # type: ignore[attr-defined]  # noqa: SLF001 – set by `check_preflight`
            patch_vary_headers(response, ("origin",))
        return response
