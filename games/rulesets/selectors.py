"""Rulesets with all their static data, as answers."""

from functools import cache
from typing import Any

from games.http.links import links_of
from games.rulesets import answers
from rules.actions import ACTIONS
from rules.agenda import Play
from rules.board import Board, Kind, Route
from rules.cards import WILD
from rules.catalogue import catalogue, ruleset
from rules.rulebook import RULES
from rules.ruleset import Option, Ruleset


@cache
def ruleset_list() -> list[answers.RulesetSummary]:
    """Every game in every version, without its board."""
    return [
        answers.RulesetSummary(**_head(found), is_newest=ruleset(found.id) is found) for found in catalogue()
    ]


def ruleset_get(name: str) -> answers.Ruleset | None:
    """One game: `london@1`, or `london` for its newest version."""
    try:
        return _whole(ruleset(name).name)
    except KeyError:
        return None


@cache
def _whole(name: str) -> answers.Ruleset:
    found = ruleset(name)
    return answers.Ruleset(
        **_head(found),
        options=[_option(option) for option in found.options],
        test_options=[_option(option) for option in found.test_options],
        **_board(found.board),
        actions=[_action(play) for play in _plays_by_action(found)],
        rules=[answers.Rule(number=number, text=RULES[number]) for number in found.rules],
    )


def _head(found: Ruleset) -> dict[str, Any]:
    return {
        "id": found.name,
        "game": found.id,
        "version": found.version,
        "title": found.title,
        "seats": answers.SeatRange(fewest=found.seats[0], most=found.seats[-1]),
        "confidence": found.board.confidence,
        "provenance": found.board.provenance,
        "links": answers.RulesetLinks(**links_of(found, answers.LINKS)),
    }


def _option(option: Option) -> answers.Option:
    return answers.Option.from_row(option, default=option.choices[0])


def _board(board: Board) -> dict[str, Any]:
    ending = board.route_pieces
    return {
        "pieces": [answers.Piece.from_row(p, ends_game=p.id in ending) for p in board.pieces.values()],
        "kinds": [_kind(kind) for kind in board.kinds.values()],
        "piles": [_pile(board, name) for name in board.piles],
        "places": [answers.Place.from_row(place) for place in board.places.values()],
        "routes": [_route(board, route) for route in board.routes.values()],
        "tickets": [answers.Ticket.from_row(one, penalty=one.loss) for one in board.tickets.values()],
        "districts": [answers.District.from_row(district) for district in board.districts.values()],
        "goods": board.goods,
    }


def _kind(kind: Kind) -> answers.RouteKindRules:
    points = [answers.PointsByLength(length=length, points=worth) for length, worth in kind.points.items()]
    return answers.RouteKindRules.from_row(kind, points=points)


def _pile(board: Board, name: str) -> answers.Pile:
    cards = [card for card in board.cards.values() if card.pile == name]
    shown = [answers.Card.from_row(card, is_wild=card.id == WILD) for card in cards]
    return answers.Pile(id=name, count=sum(card.count for card in cards), cards=shown)


def _route(board: Board, route: Route) -> answers.Route:
    piece, count = board.pieces_for(route)
    return answers.Route.from_row(
        route,
        twin=board.twins.get(route.id),
        pieces=answers.RoutePieces(id=piece, count=count),
        points=board.points_for(route),
    )


def _plays_by_action(found: Ruleset) -> list[Play]:
    """One play per action; some actions belong to two plays, at different moments."""
    return list({play.action: play for play in found.plays}.values())


def _action(play: Play) -> answers.ActionType:
    """As it is posted: without a seat, which is the caller's."""
    shape = ACTIONS.shapes[play.action]
    fields = [
        answers.ActionField(name=name, type=kind.name, is_required=name not in shape.optional)
        for name, kind in shape.kinds.items()
        if name != "seat"
    ]
    return answers.ActionType(type=shape.name, text=(play.action.__doc__ or "").strip(), fields=fields)
