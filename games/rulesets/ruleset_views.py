"""Rulesets over HTTP. They do not change while the process runs, so each is serialised once."""

from functools import cache

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import answer, returns
from games.http.auth import OPEN
from games.http.cache_headers import FOR_AN_HOUR, NEVER_CHANGES, Document
from games.http.declared import sends
from games.http.operations import tagged
from games.rulesets import answers
from games.rulesets.refusals import NoSuchRuleset
from games.rulesets.selectors import ruleset_get, ruleset_list

operation = tagged("rulesets")


@cache
def _list_page() -> Document:
    return Document.of(answers.RulesetList(items=ruleset_list(), next=None))


@cache
def _ruleset_page(canonical: str) -> Document:
    return Document.of(ruleset_get(canonical))


class Rulesets(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "listRulesets",
        "List rulesets",
        returns(answers.RulesetList, "every game in every version, without its board."),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        return _list_page().answer(request, FOR_AN_HOUR)


class RulesetEntry(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getRuleset",
        "Get a ruleset",
        answer(answers.Ruleset, "Everything that is fixed in a game."),
        conditional=True,
        parameters=[sends("Content-Location", 200)],
    )
    def get(self, request: Request, ruleset_id: str) -> HttpResponseBase:
        """Returns everything that is fixed in a game: board, tickets, cards, points, options and rules.

        Use `london@1` for one version or `london` for the newest; `Content-Location` names the version
        returned.
        """
        found = ruleset_get(ruleset_id)
        if found is None:
            raise NoSuchRuleset
        is_final = ruleset_id == found.id and found.version > 0  # version 0 is a draft
        kept = NEVER_CHANGES if is_final else FOR_AN_HOUR
        return _ruleset_page(found.id).answer(request, kept, **{"Content-Location": found.links.self})
