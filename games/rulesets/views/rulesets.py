"""Rulesets over HTTP. They do not change while the process runs, so each is serialised once."""

from functools import cache
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.auth import OPEN
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import CONDITIONAL, FOR_AN_HOUR, NEVER_CHANGES, UNCHANGED, Document
from games.http.declared import sends
from games.refusals.tables import NoSuchRuleset
from games.rulesets import examples
from games.rulesets.schema import RulesetListSerializer, RulesetSerializer
from games.rulesets.selectors import ruleset_get, ruleset_list


def _known(found: Any) -> Any:
    """Remove members without a value, at every depth."""
    if isinstance(found, dict):
        return {name: _known(value) for name, value in found.items() if value is not None}
    return [_known(item) for item in found] if isinstance(found, list | tuple) else found


def _linked(found: dict[str, Any]) -> dict[str, Any]:
    names = {"self": "ruleset", "picture": "board-picture", "leaderboard": "leaderboard"}
    return {
        **_known(found),
        "links": {name: reverse(route, args=[found["id"]]) for name, route in names.items()},
    }


@cache
def _list_page() -> Document:
    return Document.of({"items": [_linked(found) for found in ruleset_list()], "next": None})


@cache
def _ruleset_page(canonical: str) -> Document:
    found = ruleset_get(canonical)
    return Document.of(_linked(found) if found else None)


class Rulesets(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listRulesets",
        summary="List rulesets",
        tags=["rulesets"],
        parameters=[*CONDITIONAL],
        responses={200: RulesetListSerializer, 304: UNCHANGED},
        examples=[examples.LIST],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns every game in every version, without its board."""
        read_query(NoQuery, request)
        return _list_page().answer(request, FOR_AN_HOUR)


class RulesetEntry(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="getRuleset",
        summary="Get a ruleset",
        tags=["rulesets"],
        parameters=[*CONDITIONAL, sends("Content-Location", 200)],
        responses={200: RulesetSerializer, 304: UNCHANGED},
        examples=[examples.WHOLE],
    )
    def get(self, request: Request, ruleset_id: str) -> HttpResponseBase:
        """Returns everything that is fixed in a game: board, tickets, cards, points, options and rules.

        Use `london@1` for one version or `london` for the newest; `Content-Location` names the version
        returned.
        """
        read_query(NoQuery, request)
        found = ruleset_get(ruleset_id)
        if found is None:
            raise NoSuchRuleset
        canonical: str = found["id"]
        location = reverse("ruleset", args=[canonical])
        is_final = ruleset_id == canonical and found["version"] > 0  # version 0 is a draft
        kept = NEVER_CHANGES if is_final else FOR_AN_HOUR
        return _ruleset_page(canonical).answer(request, kept, **{"Content-Location": location})
