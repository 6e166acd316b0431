"""Which media type a response has."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_ANYTHING = ("*/*", "application/json")


class Negotiation(DefaultContentNegotiation):
    """REST framework's. A client that takes anything, or JSON where there is only JSON, needs no parsing."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first, *others = renderers
        if not others and first.media_type == "application/json" and _accept(request) in _ANYTHING:
            return first, first.media_type
        found: Any = super().select_renderer(request, [first, *others], format_suffix)
        return found


def _accept(request: Request) -> str:
    found: str = request.META.get("HTTP_ACCEPT", "*/*")
    return found
