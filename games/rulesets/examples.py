"""What the catalogue answers, for the reference: of each list only the first item."""

from typing import Any

from games.http.examples import answered

_HEAD: dict[str, Any] = {
    "id": "london@1",
    "game": "london",
    "version": 1,
    "title": "London",
    "seats": {"fewest": 2, "most": 4},
    "confidence": "confirmed",
    "provenance": {"places": {"confirmed": 17}, "routes": {"confirmed": 44}},
    "links": {
        "self": "/api/v1/rulesets/london@1",
        "picture": "/api/v1/rulesets/london@1/board.svg",
        "leaderboard": "/api/v1/leaderboards/london@1",
    },
}
_SURE = {"confidence": "confirmed"}
_ROUTE = {
    "id": "baker-street--british-museum--1",
    "a": "baker-street",
    "b": "british-museum",
    "kind": "bus",
    "length": 4,
    "color": "orange",
    "pair_spaces": 0,
    "wraps": False,
    "goods": False,
    **_SURE,
    "pieces": {"id": "bus", "count": 4},
    "points": 7,
}
_PLACE = {"id": "baker-street", "name": "Baker Street", "x": 0.08, "y": 0.305}
_CARD = {"id": "wild", "count": 8, "is_wild": True, "spaces": 1, "harbour": False}
_TICKET = {"id": "t01", "places": ["baker-street", "tower-of-london"], "points": 11, "penalty": 11}
_OPTION = {"choices": ["random", "0", "1"], "default": "random", "text": "Who has the first turn."}
_ENDING = {"choices": ["usual", "early"], "default": "usual", "text": "When the last round begins."}

LIST = answered("One of them", {"items": [{**_HEAD, "is_newest": True}], "next": None})
WHOLE = answered(
    "The first item of each list",
    {
        **_HEAD,
        "options": [{"name": "first", **_OPTION}],
        "test_options": [{"name": "end", **_ENDING}],
        "pieces": [{"id": "bus", "count": 17, "ends_game": True}],
        "kinds": [{"id": "bus", "piece": "bus", "points": [{"length": 1, "points": 1}], **_SURE}],
        "piles": [{"id": "transport", "count": 44, "cards": [_CARD]}],
        "places": [{**_PLACE, "harbour": False, "junction": False, **_SURE}],
        "routes": [_ROUTE],
        "tickets": [{**_TICKET, "is_tour": False, **_SURE}],
        "districts": [{"id": "1", "points": 1, "color": "black", "places": ["british-museum"], **_SURE}],
        "goods": 0,
        "actions": [
            {
                "type": "claim_route",
                "text": "Claim this route with these cards.",
                "fields": [{"name": "route", "type": "string", "is_required": True}],
            }
        ],
        "rules": [{"number": "SET-7", "text": "Scores start at 0 and may fall below it."}],
    },
)
