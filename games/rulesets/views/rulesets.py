"""The games one can play here. Nothing of them changes while the process runs, so each is written once."""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, cast

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.auth import OPEN
from games.http.declared import sends
from games.refusals import NoSuchRuleset
from games.rulesets.schema import RulesetListSerializer, RulesetSerializer
from games.rulesets.selectors import ruleset_get, ruleset_list

_CACHE = "public, max-age=3600"
_UNCHANGED = OpenApiResponse(description="Unchanged since the given ETag.")
_ETAG = sends("ETag", 200, 304)
_IF_NONE_MATCH = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER)


@dataclass(frozen=True)
class Page:
    """A body that was written once, and the tag it is known by."""

    body: bytes
    etag: str

    def answer(self, request: Request, **headers: str) -> HttpResponseBase:
        every = {"ETag": self.etag, "Cache-Control": _CACHE, **headers}
        response = HttpResponse(self.body, content_type="application/json", headers=every)
        return cast("HttpResponse", get_conditional_response(request, etag=self.etag, response=response))


def _page(data: Any) -> Page:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return Page(body, f'"{sha256(body).hexdigest()[:32]}"')


def _known(found: Any) -> Any:
    """What has no value is absent, however deep."""
    if isinstance(found, dict):
        return {name: _known(value) for name, value in found.items() if value is not None}
    return [_known(item) for item in found] if isinstance(found, list | tuple) else found


def _linked(found: dict[str, Any]) -> dict[str, Any]:
    names = {"self": "ruleset", "picture": "board-picture"}
    return {
        **_known(found),
        "links": {name: reverse(route, args=[found["id"]]) for name, route in names.items()},
    }


@cache
def _list_page() -> Page:
    return _page({"items": [_linked(found) for found in ruleset_list()], "next": None})


@cache
def _ruleset_page(canonical: str) -> Page:
    found = ruleset_get(canonical)
    return _page(_linked(found) if found else None)


class Rulesets(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listRulesets",
        summary="List rulesets",
        tags=["rulesets"],
        parameters=[_IF_NONE_MATCH, _ETAG],
        responses={200: RulesetListSerializer, 304: _UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns every game in every version, without its board."""
        return _list_page().answer(request)


class RulesetEntry(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="getRuleset",
        summary="Get a ruleset",
        tags=["rulesets"],
        parameters=[_IF_NONE_MATCH, _ETAG, sends("Content-Location", 200)],
        responses={200: RulesetSerializer, 304: _UNCHANGED},
    )
    def get(self, request: Request, ruleset_id: str) -> HttpResponseBase:
        """Returns everything that is fixed in a game: board, tickets, cards, points, options and rules.

        Use `london@1` for one version or `london` for the newest; `Content-Location` names the version
        returned.
        """
        found = ruleset_get(ruleset_id)
        if found is None:
            raise NoSuchRuleset
        canonical: str = found["id"]
        location = reverse("ruleset", args=[canonical])
        return _ruleset_page(canonical).answer(request, **{"Content-Location": location})
