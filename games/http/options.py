"""OPTIONS for views whose renderers cannot write REST framework's description of a view."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView


class OnlyAllows(APIView):
    """Answers OPTIONS with the methods alone, in the header `Allow`."""

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        return HttpResponse(status=204)
