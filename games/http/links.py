"""Links are relative to the origin of the server, so they are right under every host name and proxy."""

from collections.abc import Iterable
from typing import Any, Final

from django.urls import reverse, reverse_lazy
from msgspec import Meta

from games.json_schema import Schema, closed

LINK: Final[Schema] = {"type": "string", "format": "uri-reference"}
Routes = dict[str, tuple[str, ...]]
"""For each link, the name of a route and the attributes of a row that are its arguments."""


def linked(names: Iterable[str]) -> Meta:
    """The schema of links with these names."""
    return Meta(extra_json_schema=closed(dict.fromkeys(names, LINK)))


def links_of(row: Any, routes: Routes) -> dict[str, str]:
    return {
        name: reverse(route, args=[getattr(row, attribute) for attribute in attributes])
        for name, (route, *attributes) in routes.items()
    }


def shown_links(routes: Routes, **row: Any) -> dict[str, Any]:
    """The links in an example. They are resolved later, when all routes are known."""
    return {
        name: reverse_lazy(route, args=[row[attribute] for attribute in attributes])
        for name, (route, *attributes) in routes.items()
    }
