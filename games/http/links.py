"""Links are references relative to the origin of the server: the same bytes behind every name and proxy."""

from typing import Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.http.json_schema import Schema

LINK: Final[Schema] = {"type": "string", "format": "uri-reference"}


@extend_schema_field(LINK)
class Link(serializers.CharField):
    """Resolve it against the address of the request."""
