"""Rulesets with all their static data, as plain JSON."""

from dataclasses import asdict
from functools import cache
from typing import Any

from rules.actions import ACTIONS
from rules.agenda import Play
from rules.board import Board, Card, Route
from rules.cards import WILD
from rules.catalogue import catalogue, ruleset
from rules.rulebook import RULES
from rules.ruleset import Option, Ruleset

Plain = dict[str, Any]


@cache
def ruleset_list() -> list[Plain]:
    """Every game in every version, without its board."""
    return [{**_summary(found), "is_newest": ruleset(found.id) is found} for found in catalogue()]


def ruleset_get(name: str) -> Plain | None:
    """One game: `london@1`, or `london` for its newest version."""
    try:
        return _whole(ruleset(name).name)
    except KeyError:
        return None


@cache
def _whole(name: str) -> Plain:
    found = ruleset(name)
    return {
        **_summary(found),
        "options": [_option(option) for option in found.options],
        "test_options": [_option(option) for option in found.test_options],
        **_board(found.board),
        "actions": [_action(play) for play in _plays_by_action(found)],
        "rules": [{"number": number, "text": RULES[number]} for number in found.rules],
    }


def _summary(found: Ruleset) -> Plain:
    return {
        "id": found.name,
        "game": found.id,
        "version": found.version,
        "title": found.title,
        "seats": {"fewest": found.seats[0], "most": found.seats[-1]},
        "confidence": found.board.confidence,
        "provenance": found.board.provenance,
    }


def _option(option: Option) -> Plain:
    return {
        "name": option.name,
        "choices": list(option.choices),
        "default": option.choices[0],
        "text": option.text,
    }


def _board(board: Board) -> Plain:
    return {
        "pieces": [{**asdict(p), "ends_game": p.id in board.route_pieces} for p in board.pieces.values()],
        "kinds": [{**asdict(kind), "points": _points(kind.points)} for kind in board.kinds.values()],
        "piles": [_pile(board, name) for name in board.piles],
        "places": [asdict(place) for place in board.places.values()],
        "routes": [_route(board, route) for route in board.routes.values()],
        "tickets": [
            {**asdict(ticket), "penalty": ticket.loss, "is_tour": ticket.is_tour}
            for ticket in board.tickets.values()
        ],
        "districts": [asdict(district) for district in board.districts.values()],
        "goods": board.goods,
    }


def _points(table: Any) -> list[Plain]:
    return [{"length": length, "points": points} for length, points in table.items()]


def _pile(board: Board, name: str) -> Plain:
    cards = [card for card in board.cards.values() if card.pile == name]
    return {"id": name, "count": sum(card.count for card in cards), "cards": [_card(card) for card in cards]}


def _card(card: Card) -> Plain:
    return {
        "id": card.id,
        "count": card.count,
        "color": card.color,
        "is_wild": card.id == WILD,
        "spaces": card.spaces,
        "harbour": card.harbour,
    }


def _route(board: Board, route: Route) -> Plain:
    piece, count = board.pieces_for(route)
    return {
        **asdict(route),
        "twin": board.twins.get(route.id),
        "pieces": {"id": piece, "count": count},
        "points": board.points_for(route),
    }


def _plays_by_action(found: Ruleset) -> list[Play]:
    """One play per action; some actions belong to two plays, at different moments."""
    return list({play.action: play for play in found.plays}.values())


def _action(play: Play) -> Plain:
    """As it is posted: without a seat, which is the caller's."""
    shape = ACTIONS.shapes[play.action]
    fields = [
        {"name": name, "type": kind.name, "is_required": name not in shape.optional}
        for name, kind in shape.kinds.items()
        if name != "seat"
    ]
    return {"type": shape.name, "text": (play.action.__doc__ or "").strip(), "fields": fields}
