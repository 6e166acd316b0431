"""The schema of a ruleset, for the OpenAPI document. `games/rulesets/selectors.py` builds the data."""

from typing import Any

from rest_framework import serializers

from games.http.links import Link
from games.http.pages import Next
from games.rulesets.vocabulary import Color, PieceKind, PileId, RouteKind
from rules.board import CONFIDENCES

Shape = serializers.Serializer[Any]


def sureness(text: str = "", **more: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField([(word, word) for word in CONFIDENCES], help_text=text, **more)


class SeatRangeSerializer(Shape):
    fewest = serializers.IntegerField()
    most = serializers.IntegerField()


class OptionSerializer(Shape):
    name = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField()
    text = serializers.CharField()


class PieceSerializer(Shape):
    id = PieceKind()
    count = serializers.IntegerField(help_text="How many each player has, or can have at most.")
    ends_game = serializers.BooleanField(help_text="Whether the game ends when a player runs low on them.")


class PointsByLengthSerializer(Shape):
    length = serializers.IntegerField()
    points = serializers.IntegerField()


class RouteKindRulesSerializer(Shape):
    id = RouteKind()
    piece = PieceKind(help_text="The piece placed on a route of this kind.")
    pieces_per_route = serializers.IntegerField(required=False, help_text="Absent: one per space.")
    points = PointsByLengthSerializer(many=True)
    confidence = sureness()


class CardSerializer(Shape):
    id = serializers.CharField()
    count = serializers.IntegerField()
    color = Color(required=False, help_text="Absent: a wild card.")
    is_wild = serializers.BooleanField()
    spaces = serializers.IntegerField(help_text="How many spaces it covers.")
    harbour = serializers.BooleanField(help_text="Whether it has the harbour symbol.")


class PileSerializer(Shape):
    id = PileId()
    count = serializers.IntegerField()
    cards = CardSerializer(many=True)


class PlaceSerializer(Shape):
    id = serializers.CharField()
    name = serializers.CharField()
    x = serializers.FloatField(help_text="From 0 at the left edge of the board to 1 at the right.")
    y = serializers.FloatField(help_text="From 0 at the top.")
    harbour = serializers.BooleanField(help_text="Whether a harbour may be built here.")
    junction = serializers.BooleanField(help_text="Whether this is only a junction of routes, not a city.")
    confidence = sureness()
    xy_confidence = sureness("Absent: the same as `confidence`.", required=False)


class RoutePiecesSerializer(Shape):
    id = PieceKind()
    count = serializers.IntegerField()


class RouteSerializer(Shape):
    id = serializers.CharField()
    a = serializers.CharField(help_text="The place at one end.")
    b = serializers.CharField(help_text="The place at the other.")
    kind = RouteKind()
    length = serializers.IntegerField()
    color = Color(help_text="`gray` accepts any single color.")
    pair_spaces = serializers.IntegerField(help_text="The number of spaces that take two cards each.")
    wraps = serializers.BooleanField(help_text="Whether it is drawn over the edge of the map.")
    goods = serializers.BooleanField(help_text="Whether claiming it earns goods.")
    confidence = sureness()
    length_confidence = sureness("Absent: the same as `confidence`.", required=False)
    goods_confidence = sureness("Absent: the same as `confidence`.", required=False)
    twin = serializers.CharField(required=False, help_text="The other route of a double.")
    pieces = RoutePiecesSerializer(help_text="The pieces that claiming it uses.")
    points = serializers.IntegerField()


class TicketSerializer(Shape):
    id = serializers.CharField()
    places = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()
    points_any_order = serializers.IntegerField(
        required=False, help_text="The points of a tour whose places are connected, but not in order."
    )
    penalty = serializers.IntegerField(help_text="The points lost if it is not completed.")
    is_tour = serializers.BooleanField()
    confidence = sureness()


class DistrictSerializer(Shape):
    id = serializers.CharField()
    points = serializers.IntegerField()
    color = Color()
    places = serializers.ListField(child=serializers.CharField())
    confidence = sureness()


class ActionFieldSerializer(Shape):
    name = serializers.CharField()
    type = serializers.CharField(help_text="`integer`, `string` or `array of strings`.")
    is_required = serializers.BooleanField()


class ActionTypeSerializer(Shape):
    type = serializers.CharField()
    text = serializers.CharField()
    fields = ActionFieldSerializer(many=True)  # type: ignore[assignment] # declared fields move to _declared_fields


class RuleSerializer(Shape):
    number = serializers.CharField()
    text = serializers.CharField()


class RulesetLinksSerializer(Shape):
    self = Link()
    picture = Link(help_text="The board as SVG.")
    leaderboard = Link(help_text="The strongest players of the game, over all its versions.")


class RulesetHeadSerializer(Shape):
    id = serializers.CharField(help_text="The game and its version, such as `london@1`.")
    game = serializers.CharField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    seats = SeatRangeSerializer()
    confidence = sureness("The confidence of the least certain part of the board.")
    provenance = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="How certain each part of the board is: by part and confidence, the number of items.",
    )
    links = RulesetLinksSerializer()


class RulesetSummarySerializer(RulesetHeadSerializer):
    is_newest = serializers.BooleanField(help_text="Whether it is the newest version of its game.")


class RulesetSerializer(RulesetHeadSerializer):
    """One version. Caches keep it for good, so it does not say whether a newer one exists."""

    options = OptionSerializer(many=True, help_text="The options of a table, fixed when it is created.")
    test_options = OptionSerializer(many=True, help_text="Further options, for test tables only.")
    pieces = PieceSerializer(many=True)
    kinds = RouteKindRulesSerializer(many=True, help_text="The kinds of routes and their points.")
    piles = PileSerializer(many=True)
    places = PlaceSerializer(many=True)
    routes = RouteSerializer(many=True)
    tickets = TicketSerializer(many=True)
    districts = DistrictSerializer(many=True)
    goods = serializers.IntegerField(help_text="The number of goods in the game.")
    actions = ActionTypeSerializer(many=True, help_text="The types of actions.")
    rules = RuleSerializer(many=True)


class RulesetListSerializer(Shape):
    items = RulesetSummarySerializer(many=True)
    next = Next()
