"""What caches may keep."""

from typing import TypeVar

from django.http.response import HttpResponseBase

R = TypeVar("R", bound=HttpResponseBase)


def private_response(response: R) -> R:
    """Two viewers of one version get different answers: a cache must keep them apart."""
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept"
    return response
