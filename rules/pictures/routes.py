"""A route on the map: its line, its spaces, and the pieces of the seat that has claimed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.board import Board, Route
from rules.pictures.geometry import Space, turned
from rules.pictures.layout import Lane, Layout, number_spot
from rules.pictures.palette import INK, LAST_FILL, PAPER, Ink, SeatStyle
from rules.pictures.strands import spaces_of
from rules.pictures.svg import Look, Value, centred, plain, points, tag, text_of

_LETTER = 11.0  # the smallest that can be read
_CLOSED: Look = {"fill": "#e9e3d3", "stroke": "#8b8473", "stroke_dasharray": "3 2"}
SPACE_SHAPES = ("rectangle", "oval", "hexagon")  # of the first kind of route, the second, the third


@dataclass(frozen=True)
class RoutePainter:
    """Draws the routes of one board."""

    board: Board
    layout: Layout
    inks: Mapping[str, Ink]
    claims: Mapping[str, int] = field(default_factory=dict)
    closed: frozenset[str] = frozenset()  # nobody can claim these any more
    last: frozenset[str] = frozenset()  # what the last move changed

    def draw(self, route: Route) -> str:
        """The attributes are for programs that use the picture as a map."""
        lane, owner = self.layout.lanes[route.id], self.claims.get(route.id)
        state = self._state(route)
        spaces = enumerate(lane.spaces)
        return tag(
            "g",
            tag("title", text_of(self._told(route, owner))),
            *(self._halo(lane) if route.id in self.last else ()),
            *self._lines(route, lane, owner),
            *(
                self._closed(route, *one) if state == "closed" else self._space(route, *one, owner)
                for one in spaces
            ),
            *self._signs(route, lane),
            id=f"route-{route.id}",
            class_=f"route {state}{' last' if route.id in self.last else ''}",
            data_route=route.id,
            data_from=route.a,
            data_to=route.b,
            data_kind=route.kind,
            data_color=route.color,
            data_length=route.length,
            data_state=state,
            data_owner=owner,
        )

    def _state(self, route: Route) -> str:
        if route.id in self.claims:
            return "claimed"
        return "closed" if route.id in self.closed else "free"

    def _halo(self, lane: Lane) -> list[str]:
        look: Look = {"fill": "none", "stroke": LAST_FILL, "stroke_width": self.layout.measures.space + 11}
        look |= {"stroke_linecap": "round", "stroke_opacity": 0.85, "class_": "halo"}
        return [tag("polyline", points=points(part.corners), **look) for part in lane.parts]

    def _closed(self, route: Route, nth: int, space: Space) -> str:
        parts = closed_space(shape_of(self.board, route.kind), space)
        return tag("g", parts, id=f"space-{route.id}-{nth + 1}", class_="space", data_space=nth + 1)

    def _told(self, route: Route, owner: int | None) -> str:
        ends = " – ".join(self.board.places[end].name for end in (route.a, route.b))
        marks = [f"{route.color} {route.kind}", f"length {route.length}"]
        marks += [f"{route.pair_spaces} take a pair"] if route.pair_spaces else []
        marks += ["goods"] if route.goods else []
        marks += ["over the edge of the map"] if route.wraps else []
        marks += [f"{self.board.points_for(route)} points"]
        marks += [self._state(route) if owner is None else f"claimed by seat {owner}"]
        if route.id in self.closed:
            marks += [f"its twin is claimed by seat {self.claims[self.board.twins[route.id]]}"]
        marks += ["the last move"] if route.id in self.last else []
        return f"{ends}: {', '.join(marks)}"

    def _lines(self, route: Route, lane: Lane, owner: int | None) -> list[str]:
        """A route with one piece in all: the line alone shows its course, so it is bold."""
        strong = self.board.kinds[route.kind].pieces_per_route is not None
        color = str(_CLOSED["stroke"]) if route.id in self.closed else self.inks[route.color].fill
        color = color if owner is None else SeatStyle(owner).fill
        wide = 5.0 if strong or owner is not None else 2.0
        lines = []
        for part in lane.parts:
            shape = {"points": points(part.corners), "fill": "none"}
            if wide > 2:
                lines.append(tag("polyline", **shape, stroke=INK, stroke_width=wide + 2))
            lines.append(tag("polyline", **shape, stroke=color, stroke_width=wide))
        return lines

    def _space(self, route: Route, nth: int, space: Space, owner: int | None) -> str:
        ink, shape = self.inks[route.color], shape_of(self.board, route.kind)
        parts = [outline(shape, space, fill=ink.fill, stroke=INK, stroke_width=1.0)]
        if owner is not None:
            parts += self._piece(shape, space, owner)
        elif nth < route.pair_spaces:
            parts.append(pair_sign(space))
        elif ink.letter and nth % 2 == (spaces_of(self.board, route) > 1):  # every other space
            size = max(_LETTER, space.width * 0.72)
            parts.append(centred(ink.letter, space.x, space.y, size, fill=ink.on, font_weight="bold"))
        return tag("g", *parts, id=f"space-{route.id}-{nth + 1}", class_="space", data_space=nth + 1)

    def _piece(self, shape: str, space: Space, owner: int) -> list[str]:
        style = SeatStyle(owner)
        bigger = Space(space.x, space.y, space.angle, space.length + 1, space.width + 3)
        radius = min(space.width, space.length) * 0.4
        return [
            outline(shape, bigger, fill=style.fill, stroke=INK, stroke_width=1.6),
            style.mark(space.x, space.y, radius),
        ]

    def _signs(self, route: Route, lane: Lane) -> list[str]:
        signs = []
        middle = lane.spaces[len(lane.spaces) // 2]
        if self.board.kinds[route.kind].pieces_per_route is not None:
            signs.append(number_sign(route.length, middle))
        if route.goods:
            signs.append(crate(*_beside(middle, before=len(lane.spaces) % 2 == 0), middle.width * 0.5))
        return signs


def closed_space(shape: str, space: Space) -> str:
    """Crossed out, and without a colour that anybody could still play."""
    half = space.width * 0.32
    corners = (space.x - half, space.x + half, space.y - half, space.y + half)
    left, right, top, bottom = map(plain, corners)
    cross = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
    return outline(shape, space, **_CLOSED) + tag("path", d=cross, stroke="#5d5747", stroke_width=1.5)


def shape_of(board: Board, kind: str) -> str:
    return SPACE_SHAPES[list(board.kinds).index(kind) % len(SPACE_SHAPES)]


def outline(shape: str, space: Space, **look: Value) -> str:
    """Without a transformation: browsers handle every transformed element by itself, which takes long."""
    if shape == "hexagon":
        return tag("polygon", points=points(_hexagon(space)), **look)
    return tag("path", d=_oval(space) if shape == "oval" else _rectangle(space), **look)


def _rectangle(space: Space) -> str:
    """By its sides: all spaces of a straight route have the same, so that they compress well."""
    (x, y), *_ = space.corners()
    (ax, ay), (bx, by) = turned(0, -space.width, space.angle), turned(-space.length, 0, space.angle)
    sides = (plain(side) for side in (ax, ay, bx, by, -ax, -ay))
    return f"M{plain(x)} {plain(y)}l{' '.join(sides)}z"


def _oval(space: Space) -> str:
    """Two half ellipses."""
    dx, dy = turned(space.length / 2, 0, space.angle)
    radii = f"{plain(space.length / 2)} {plain(space.width / 2)} {plain(space.angle)}"
    there, back = (f"a{radii} 0 1 {plain(sign * 2 * dx)} {plain(sign * 2 * dy)}" for sign in (1, -1))
    return f"M{plain(space.x - dx)} {plain(space.y - dy)}{there}{back}z"


def _hexagon(space: Space) -> list[tuple[float, float]]:
    a, b, c, d = space.corners()
    along = turned(space.width / 2, 0, space.angle)
    right, left = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2)
    inner = [(x - along[0], y - along[1]) for x, y in (a, b)] + [
        (x + along[0], y + along[1]) for x, y in (c, d)
    ]
    return [right, inner[1], inner[2], left, inner[3], inner[0]]


def _beside(space: Space, *, before: bool) -> tuple[float, float]:
    """Between the two middle spaces of an even number, or else beside the middle one."""
    dx, dy = turned(-space.length / 2 - 1.5 if before else space.length * 0.5, 0, space.angle)
    return space.x + dx, space.y + dy


def number_sign(number: int, space: Space) -> str:
    """The number of cards, for routes whose single space does not show it."""
    (x, y), radius = number_spot(space), space.width * 0.55
    disc = tag("circle", cx=x, cy=y, r=radius, fill=PAPER, stroke=INK, stroke_width=1.2)
    return tag("g", disc, centred(str(number), x, y, radius * 1.5, font_weight="bold"), class_="number")


def pair_sign(space: Space) -> str:
    """Two bars: this space takes two cards."""
    bars = []
    for side in (-1, 1):
        dx, dy = turned(side * space.length * 0.16, 0, space.angle)
        bar = Space(space.x + dx, space.y + dy, space.angle, 3, space.width * 0.62)
        bars.append(outline("rectangle", bar, fill=INK, stroke=PAPER, stroke_width=0.6))
    return tag("g", *bars, class_="pair")


def crate(x: float, y: float, half: float) -> str:
    """Goods: a crate with a cross."""
    box = tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill="#e9c07a", stroke=INK)
    left, right, top, bottom = (plain(value) for value in (x - half, x + half, y - half, y + half))
    cross = f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"
    return tag("g", box, tag("path", d=cross, stroke=INK, stroke_width=1.1), class_="goods")
