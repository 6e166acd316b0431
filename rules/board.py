"""A board: places, routes, tickets, cards and pieces as printed, and what follows from them once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rules.cards import Face

Confidence = Literal["confirmed", "single-source", "reconstructed"]
CONFIDENCES: tuple[Confidence, ...] = ("confirmed", "single-source", "reconstructed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    id: str
    name: str
    x: float
    y: float
    harbour: bool = False  # a harbour may be built here
    junction: bool = False  # where routes meet; no city (WRAP-1)
    confidence: Confidence
    xy_confidence: Confidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of route: what is placed on it and what it is worth by length."""

    id: str
    piece: str
    pieces_per_route: int | None = None  # None: one on each space
    points: Mapping[int, int] = field(hash=False)
    confidence: Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    id: str
    a: str
    b: str
    kind: str
    length: int  # its spaces; for a subway the number printed beside its one space
    color: str
    pair_spaces: int = 0  # spaces that take two cards (CLAIM-8)
    wraps: bool = False  # drawn over the edge of the map (WRAP-1)
    goods: bool = False
    confidence: Confidence
    length_confidence: Confidence | None = None
    goods_confidence: Confidence | None = None

    @property
    def ends(self) -> frozenset[str]:
        return frozenset((self.a, self.b))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """Two places to join or, when `points_any_order` is given, a tour of several."""

    id: str
    places: tuple[str, ...]
    points: int
    points_any_order: int | None = None
    penalty: int | None = None
    confidence: Confidence

    @property
    def is_tour(self) -> bool:
        return self.points_any_order is not None

    @property
    def loss(self) -> int:
        return self.points if self.penalty is None else self.penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    id: Face
    pile: str
    count: int
    color: str | None = None  # None: wild
    spaces: int = 1  # how many spaces it covers
    harbour: bool = False  # carries the harbour mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    id: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class District:
    id: str
    points: int
    color: str
    places: tuple[str, ...]
    confidence: Confidence


@dataclass(frozen=True, kw_only=True)
class Board:
    id: str
    title: str
    pieces: Mapping[str, Piece]
    kinds: Mapping[str, Kind]
    cards: Mapping[Face, Card]
    places: Mapping[str, Place]
    routes: Mapping[str, Route]
    tickets: Mapping[str, Ticket]
    districts: Mapping[str, District] = field(default_factory=dict)
    goods: int = 0

    def points_for(self, route: Route) -> int:
        return self.kinds[route.kind].points[route.length]

    def pieces_for(self, route: Route) -> tuple[str, int]:
        kind = self.kinds[route.kind]
        return kind.piece, kind.pieces_per_route or route.length

    @cached_property
    def twins(self) -> Mapping[str, str]:
        """The other route of a double, by route (CLAIM-5)."""
        between: dict[tuple[frozenset[str], str], list[str]] = defaultdict(list)
        for route in self.routes.values():
            between[route.ends, route.kind].append(route.id)
        pairs = [ids for ids in between.values() if len(ids) == 2]
        return {one: other for a, b in pairs for one, other in ((a, b), (b, a))}

    @cached_property
    def colors(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(card.color for card in self.cards.values() if card.color))

    @cached_property
    def piles(self) -> Mapping[str, Mapping[Face, int]]:
        """How many of each face a pile starts with."""
        piles: dict[str, dict[Face, int]] = defaultdict(dict)
        for card in self.cards.values():
            piles[card.pile][card.id] = card.count
        return dict(piles)

    @cached_property
    def route_pieces(self) -> frozenset[str]:
        """The pieces that count for the end of the game: those placed on routes (END-1)."""
        return frozenset(kind.piece for kind in self.kinds.values())

    @cached_property
    def routes_at(self) -> Mapping[str, tuple[Route, ...]]:
        at: dict[str, list[Route]] = defaultdict(list)
        for route in self.routes.values():
            at[route.a].append(route)
            at[route.b].append(route)
        return {place: tuple(routes) for place, routes in at.items()}

    @cached_property
    def provenance(self) -> Mapping[str, Mapping[str, int]]:
        """How sure each part of the board is: part -> confidence -> how many items."""
        parts: dict[str, Counter[str]] = {
            "places": Counter(place.confidence for place in self.places.values()),
            "coordinates": Counter(p.xy_confidence or p.confidence for p in self.places.values()),
            "routes": Counter(route.confidence for route in self.routes.values()),
            "points": Counter(kind.confidence for kind in self.kinds.values()),
            "tickets": Counter(ticket.confidence for ticket in self.tickets.values()),
            "districts": Counter(district.confidence for district in self.districts.values()),
            "goods": Counter(r.goods_confidence for r in self.routes.values() if r.goods_confidence),
        }
        return {part: dict(counts) for part, counts in parts.items() if counts}

    @property
    def confidence(self) -> Confidence:
        """That of the least certain part."""
        found = {confidence for counts in self.provenance.values() for confidence in counts}
        return max((c for c in CONFIDENCES if c in found), key=CONFIDENCES.index)
