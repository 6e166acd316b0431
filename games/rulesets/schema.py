"""The shape of a ruleset, for the OpenAPI document. The data is built in `games/rulesets/selectors.py`."""

from typing import Any

from rest_framework import serializers

from rules.board import CONFIDENCES

Shape = serializers.Serializer[Any]


def sureness(text: str = "", **more: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField([(word, word) for word in CONFIDENCES], help_text=text, **more)


class SeatsSerializer(Shape):
    fewest = serializers.IntegerField()
    most = serializers.IntegerField()


class OptionSerializer(Shape):
    name = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField()
    text = serializers.CharField()


class PieceSerializer(Shape):
    id = serializers.CharField()
    count = serializers.IntegerField(help_text="How many of them each player has, or may have.")
    ends_game = serializers.BooleanField(help_text="Whether the game ends when a player runs short of them.")


class PointsSerializer(Shape):
    length = serializers.IntegerField()
    points = serializers.IntegerField()


class KindSerializer(Shape):
    id = serializers.CharField()
    piece = serializers.CharField(help_text="What is placed on such a route.")
    pieces_per_route = serializers.IntegerField(allow_null=True, help_text="Null: one on each space.")
    points = PointsSerializer(many=True)
    confidence = sureness()


class CardSerializer(Shape):
    id = serializers.CharField()
    count = serializers.IntegerField()
    color = serializers.CharField(allow_null=True, help_text="Null: wild.")
    is_wild = serializers.BooleanField()
    spaces = serializers.IntegerField(help_text="How many spaces it covers.")
    harbour = serializers.BooleanField(help_text="Whether it carries the mark that pays for harbours.")


class PileSerializer(Shape):
    id = serializers.CharField()
    count = serializers.IntegerField()
    cards = CardSerializer(many=True)


class PlaceSerializer(Shape):
    id = serializers.CharField()
    name = serializers.CharField()
    x = serializers.FloatField(help_text="From 0 at the left edge of the board to 1 at the right.")
    y = serializers.FloatField(help_text="From 0 at the top.")
    harbour = serializers.BooleanField(help_text="Whether a harbour may be built here.")
    junction = serializers.BooleanField(help_text="Whether routes only meet here: it is no city.")
    confidence = sureness()
    xy_confidence = sureness("Null: the same.", allow_null=True)


class RoutePiecesSerializer(Shape):
    id = serializers.CharField()
    count = serializers.IntegerField()


class RouteSerializer(Shape):
    id = serializers.CharField()
    a = serializers.CharField(help_text="The place at one end.")
    b = serializers.CharField(help_text="The place at the other.")
    kind = serializers.CharField()
    length = serializers.IntegerField()
    color = serializers.CharField(help_text="`gray` takes any one color.")
    pair_spaces = serializers.IntegerField(help_text="Spaces that take two cards each.")
    wraps = serializers.BooleanField(help_text="Whether it is drawn over the edge of the map.")
    goods = serializers.BooleanField(help_text="Whether whoever claims it takes goods.")
    confidence = sureness()
    length_confidence = sureness("Null: the same.", allow_null=True)
    goods_confidence = sureness("Null: the same.", allow_null=True)
    twin = serializers.CharField(allow_null=True, help_text="The other route of a double.")
    pieces = RoutePiecesSerializer(help_text="What claiming it takes from one's pieces.")
    points = serializers.IntegerField()


class TicketSerializer(Shape):
    id = serializers.CharField()
    places = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()
    points_any_order = serializers.IntegerField(
        allow_null=True, help_text="Of a tour whose places are joined, but not in order."
    )
    penalty = serializers.IntegerField(help_text="What it costs when it is not completed.")
    is_tour = serializers.BooleanField()
    confidence = sureness()


class DistrictSerializer(Shape):
    id = serializers.CharField()
    points = serializers.IntegerField()
    color = serializers.CharField()
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
    self = serializers.CharField()
    picture = serializers.CharField(help_text="The board as SVG.")


class RulesetSummarySerializer(Shape):
    id = serializers.CharField(help_text="The game and its version, such as `london@1`.")
    game = serializers.CharField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    seats = SeatsSerializer()
    is_newest = serializers.BooleanField(help_text="Whether new tables of this game are best opened with it.")
    confidence = sureness("That of the least certain part of the board.")
    provenance = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="How sure each part of the board is: part, confidence, how many items.",
    )
    links = RulesetLinksSerializer()


class RulesetSerializer(RulesetSummarySerializer):
    options = OptionSerializer(many=True, help_text="What a table agrees on before it starts.")
    pieces = PieceSerializer(many=True)
    kinds = KindSerializer(many=True, help_text="Kinds of routes, with their tables of points.")
    piles = PileSerializer(many=True)
    places = PlaceSerializer(many=True)
    routes = RouteSerializer(many=True)
    tickets = TicketSerializer(many=True)
    districts = DistrictSerializer(many=True)
    goods = serializers.IntegerField(help_text="How many goods there are.")
    actions = ActionTypeSerializer(many=True, help_text="What a seat can ask to do.")
    rules = RuleSerializer(many=True)


class RulesetsSerializer(Shape):
    rulesets = RulesetSummarySerializer(many=True)
