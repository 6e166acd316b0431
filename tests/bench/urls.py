"""The real URLs and, beside them, the least a view can do."""

from django.http import HttpRequest, JsonResponse
from django.urls import include, path


def bare(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


urlpatterns = [path("bare", bare), path("", include("config.urls"))]
