"""Links are relative to the origin of the server, so they are right under every host name and proxy."""

from typing import Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.http.json_schema import Schema

LINK: Final[Schema] = {"type": "string", "format": "uri-reference"}


@extend_schema_field(LINK)
class Link(serializers.CharField):
    """A reference that clients resolve against the URL of the request."""
