"""What the API says of games and bots. `selectors.py` builds it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from games.http.answers import UNSET, Absent, Answer, Double, List, Reference, Text, component, list_of, said
from games.http.links import Routes, shown_links
from games.rulesets.vocabulary import Color, PieceKind, PileId, RouteKind

Sureness = Annotated[str, component("Confidence")]
OtherSureness = Annotated[Absent[Sureness], said("Absent: the same as `confidence`.")]

LINKS: Final[Routes] = {
    "self": ("ruleset", "name"),
    "picture": ("board-picture", "name"),
    "leaderboard": ("leaderboard", "name"),
}

# -- an example: of each list only the first item ----------------------------------------------

_HEAD: Final[dict[str, Any]] = {
    "id": "london@1",
    "game": "london",
    "version": 1,
    "title": "London",
    "seats": {"fewest": 2, "most": 4},
    "confidence": "confirmed",
    "provenance": {"places": {"confirmed": 17}, "routes": {"confirmed": 44}},
    "links": shown_links(LINKS, name="london@1"),
}
_SURE: Final = {"confidence": "confirmed"}
_ROUTE: Final = {
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
_PLACE: Final = {"id": "baker-street", "name": "Baker Street", "x": 0.08, "y": 0.305}
_CARD: Final = {"id": "wild", "count": 8, "is_wild": True, "spaces": 1, "harbour": False}
_TICKET: Final = {"id": "t01", "places": ["baker-street", "tower-of-london"], "points": 11, "penalty": 11}
_OPTION: Final = {"choices": ["random", "0", "1"], "default": "random", "text": "Who has the first turn."}
_ENDING: Final = {"choices": ["usual", "early"], "default": "usual", "text": "When the last round begins."}


# -- parts -------------------------------------------------------------------------------------


class SeatRange(Answer):
    fewest: int
    most: int


class Option(Answer):
    name: Text
    choices: list[Text]
    default: Text
    text: Text


class Piece(Answer):
    id: PieceKind
    count: Annotated[int, said("How many each player has, or can have at most.")]
    ends_game: Annotated[bool, said("Whether the game ends when a player runs low on them.")]


class PointsByLength(Answer):
    length: int
    points: int


class RouteKindRules(Answer):
    id: RouteKind
    piece: Annotated[PieceKind, said("The piece placed on a route of this kind.")]
    pieces_per_route: Annotated[Absent[int], said("Absent: one per space.")] = UNSET
    points: list[PointsByLength]
    confidence: Sureness


class Card(Answer):
    id: Text
    count: int
    color: Annotated[Absent[Color], said("Absent: a wild card.")] = UNSET
    is_wild: bool
    spaces: Annotated[int, said("How many spaces it covers.")]
    harbour: Annotated[bool, said("Whether it has the harbour symbol.")]


class Pile(Answer):
    id: PileId
    count: int
    cards: list[Card]


class Place(Answer):
    id: Text
    name: Text
    x: Annotated[Double, said("From 0 at the left edge of the board to 1 at the right.")]
    y: Annotated[Double, said("From 0 at the top.")]
    harbour: Annotated[bool, said("Whether a harbour may be built here.")]
    junction: Annotated[bool, said("Whether this is only a junction of routes, not a city.")]
    confidence: Sureness
    xy_confidence: OtherSureness = UNSET


class RoutePieces(Answer):
    id: PieceKind
    count: int


class Route(Answer):
    id: Text
    a: Annotated[Text, said("The place at one end.")]
    b: Annotated[Text, said("The place at the other.")]
    kind: RouteKind
    length: int
    color: Annotated[Color, said("`gray` accepts any single color.")]
    pair_spaces: Annotated[int, said("The number of spaces that take two cards each.")]
    wraps: Annotated[bool, said("Whether it is drawn over the edge of the map.")]
    goods: Annotated[bool, said("Whether claiming it earns goods.")]
    confidence: Sureness
    length_confidence: OtherSureness = UNSET
    goods_confidence: OtherSureness = UNSET
    twin: Annotated[Absent[Text], said("The other route of a double.")] = UNSET
    pieces: Annotated[RoutePieces, said("The pieces that claiming it uses.")]
    points: int


class Ticket(Answer):
    id: Text
    places: list[Text]
    points: int
    points_any_order: Annotated[
        Absent[int], said("The points of a tour whose places are connected, but not in order.")
    ] = UNSET
    penalty: Annotated[int, said("The points lost if it is not completed.")]
    is_tour: bool
    confidence: Sureness


class District(Answer):
    id: Text
    points: int
    color: Color
    places: list[Text]
    confidence: Sureness


class ActionField(Answer):
    name: Text
    type: Annotated[Text, said("`integer`, `string` or `array of strings`.")]
    is_required: bool


class ActionType(Answer):
    type: Text
    text: Text
    fields: list[ActionField]


class Rule(Answer):
    number: Text
    text: Text


# -- rulesets ----------------------------------------------------------------------------------


class RulesetLinks(Answer):
    self: Reference
    picture: Annotated[Reference, said("The board as SVG.")]
    leaderboard: Annotated[Reference, said("The strongest players of the game, over all its versions.")]


class RulesetHead(Answer):
    id: Annotated[Text, said("The game and its version, such as `london@1`.")]
    game: Text
    version: int
    title: Text
    seats: SeatRange
    confidence: Annotated[Sureness, said("The confidence of the least certain part of the board.")]
    provenance: Annotated[
        dict[str, dict[str, int]],
        said("How certain each part of the board is: by part and confidence, the number of items."),
    ]
    links: RulesetLinks


class RulesetSummary(RulesetHead):
    is_newest: Annotated[bool, said("Whether it is the newest version of its game.")]


class Ruleset(RulesetHead):
    """One version. Caches keep it for good, so it does not say whether a newer one exists."""

    options: Annotated[list[Option], said("The options of a table, fixed when it is created.")]
    test_options: Annotated[list[Option], said("Further options, for test tables only.")]
    pieces: list[Piece]
    kinds: Annotated[list[RouteKindRules], said("The kinds of routes and their points.")]
    piles: list[Pile]
    places: list[Place]
    routes: list[Route]
    tickets: list[Ticket]
    districts: list[District]
    goods: Annotated[int, said("The number of goods in the game.")]
    actions: Annotated[list[ActionType], said("The types of actions.")]
    rules: list[Rule]
    example: ClassVar = (
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


class RulesetList(List[RulesetSummary]):
    example: ClassVar = ("One of them", {"items": [{**_HEAD, "is_newest": True}], "next": None})


# -- bots --------------------------------------------------------------------------------------


class Bot(Answer):
    name: Annotated[Text, said("The name to use in `bots` of a new table or `bot` of a seat.")]
    description: Text
    is_bot: Annotated[bool, said("Always true.")]
    stand_in: Annotated[bool, said("Whether it takes over for players who resign, leave or run out of time.")]
    example: ClassVar = (
        "One of them",
        {
            "name": "random",
            "description": "Does anything it may.",
            "is_bot": True,
            "stand_in": False,
        },
    )


BotList = list_of(Bot, "One bot")
