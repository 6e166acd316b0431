"""Links are relative to the origin of the server, so they are right under every host name and proxy."""

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.http.json_schema import Schema

LINK: Final[Schema] = {"type": "string", "format": "uri-reference"}


@extend_schema_field(LINK)
class Link(serializers.CharField):
    """A reference that clients resolve against the URL of the request."""


class Links(serializers.Field[dict[str, str], Any, dict[str, str], Any]):
    """The links of a row: for each, the name of a route and the attributes that are its arguments."""

    def __init__(self, routes: dict[str, tuple[str, ...]]) -> None:
        super().__init__(source="*")
        self.routes = routes

    def to_representation(self, value: Any) -> dict[str, str]:
        return {
            name: reverse(route, args=[getattr(value, attribute) for attribute in attributes])
            for name, (route, *attributes) in self.routes.items()
        }
