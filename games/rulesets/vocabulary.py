"""The words of the boards in the OpenAPI document: sets that follow from the catalogue and grow with it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from games.json_schema import Schema, ref
from rules.board import Board
from rules.catalogue import catalogue

_TEXTS = {
    "Color": "A color of cards, routes or districts.",
    "PileId": "A pile of cards; `tickets` is the pile of tickets.",
    "RouteKind": "A kind of route.",
    "PieceKind": "A kind of piece.",
}
_MORE = "New games may bring more: clients must accept values they do not know."


def _word(name: str) -> Meta:
    return Meta(extra_json_schema={"allOf": [ref(name)], "minLength": 1})


Color = Annotated[Any, _word("Color")]
PileId = Annotated[Any, _word("PileId")]
RouteKind = Annotated[Any, _word("RouteKind")]
PieceKind = Annotated[Any, _word("PieceKind")]


def vocabulary_components() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    words = [_words_of(ruleset.board) for ruleset in catalogue()]
    for name, text in _TEXTS.items():
        known = sorted(set().union(*(of_board[name] for of_board in words)))
        found[f"Known{name}"] = {"type": "string", "enum": known, "description": f"{text} {_MORE}"}
        found[name] = {"anyOf": [ref(f"Known{name}"), {"type": "string"}], "description": f"{text} {_MORE}"}
    return found


def _words_of(board: Board) -> dict[str, set[str]]:
    colored: list[Any] = [*board.cards.values(), *board.routes.values(), *board.districts.values()]
    return {
        "Color": {one.color for one in colored if one.color},
        "PileId": {*board.piles, "tickets"},
        "RouteKind": set(board.kinds),
        "PieceKind": set(board.pieces),
    }
