"""Places with their names, harbours and sites of harbours."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.board import Board, District, Place
from rules.pictures.labels import Label
from rules.pictures.layout import EdgeName, Layout
from rules.pictures.palette import INK, LAST_FILL, PAPER, WATER, SeatStyle, district_fill, readable_on
from rules.pictures.svg import Look, centred, points, tag, text_of, words

HALO: Look = {"stroke": "#fbf8f0", "stroke_width": 3.5, "stroke_linejoin": "round", "paint_order": "stroke"}


@dataclass(frozen=True)
class PlacePainter:
    """Draws the places of one board."""

    board: Board
    layout: Layout
    last: frozenset[str] = frozenset()  # where the last move built
    districts: dict[str, District] = field(init=False)

    def __post_init__(self) -> None:
        found = {place: d for d in self.board.districts.values() for place in d.places}
        object.__setattr__(self, "districts", found)

    def draw(self, place: Place, builder: int | None) -> str:
        """The disc. Its name is drawn later, on top of everything."""
        x, y = self.layout.spots[place.id]
        radius = self.layout.measures.place
        parts = [tag("title", text_of(self._told(place, builder)))]
        if place.id in self.last:
            parts.append(tag("circle", cx=x, cy=y, r=radius * 2.4, fill=LAST_FILL, class_="halo"))
        parts.append(self._disc(place, x, y, radius))
        if builder is not None:
            parts.append(harbour(x, y, radius * 1.5, builder))
        return tag(
            "g",
            *parts,
            id=f"place-{place.id}",
            class_="place last" if place.id in self.last else "place",
            data_place=place.id,
            data_owner=builder,
        )

    def name(self, place: Place) -> str:
        text = label(self.layout.labels[place.id], "italic" if place.junction else None)
        return tag("g", text, id=f"name-{place.id}", class_="name", data_place=place.id)

    def _told(self, place: Place, builder: int | None) -> str:
        marks = ["junction, no city"] if place.junction else []
        if place.id in self.districts:
            marks.append(f"district {self.districts[place.id].id}")
        if builder is not None:
            marks.append(f"harbour of seat {builder}")
        elif place.harbour:
            marks.append("a harbour may be built")
        return f"{place.name}: {', '.join(marks)}" if marks else place.name

    def _disc(self, place: Place, x: float, y: float, radius: float) -> str:
        if place.junction:
            return junction(x, y, radius)
        district = self.districts.get(place.id)
        if district:
            return district_disc(district, x, y, radius)
        return harbour_site(x, y, radius) if place.harbour else disc(x, y, radius)


def label(found: Label, style: str | None = None) -> str:
    """A white outline keeps the letters legible on top of lines."""
    step = found.size * 1.12
    lines = [
        tag("tspan", text_of(line), x=found.x, y=found.y + step * nth) for nth, line in enumerate(found.lines)
    ]
    return tag(
        "text",
        *lines,
        text_anchor=found.anchor,
        font_size=found.size,
        font_style=style,
        font_weight="bold",
        **HALO,
    )


def disc(x: float, y: float, radius: float, fill: str = PAPER) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=INK, stroke_width=2.2)


def district_disc(district: District, x: float, y: float, radius: float) -> str:
    fill = district_fill(district.color)
    look = {"font_weight": "bold", "fill": readable_on(fill)}
    return disc(x, y, radius, fill) + centred(str(district.points), x, y, radius * 1.35, **look)


def harbour_site(x: float, y: float, radius: float) -> str:
    """A ring of water around the place."""
    ring = tag("circle", cx=x, cy=y, r=radius + 1.5, fill=PAPER, stroke=WATER, stroke_width=3.0)
    return ring + tag("circle", cx=x, cy=y, r=radius * 0.42, fill=WATER)


def junction(x: float, y: float, radius: float) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=INK) + SeatStyle(4).mark(x, y, radius * 0.75, fill=PAPER)


def harbour(x: float, y: float, half: float, builder: int) -> str:
    """A house in the builder's colour with the builder's shape."""
    style = SeatStyle(builder)
    corners = [(-1, -0.35), (0, -1.15), (1, -0.35), (1, 0.9), (-1, 0.9)]
    house = points((x + half * dx, y + half * dy) for dx, dy in corners)
    wall = tag("polygon", points=house, fill=style.fill, stroke=INK, stroke_width=2.0)
    return tag("g", wall, style.mark(x, y + half * 0.15, half * 0.5), class_="harbour")


def edge_name(edge: EdgeName, size: float) -> str:
    """An arrow over the edge and the name of the city on the other side."""
    sign = 1 if edge.points_right else -1
    tip = points(
        [(edge.x - sign, edge.y), (edge.x - 11 * sign, edge.y - 6), (edge.x - 11 * sign, edge.y + 6)]
    )
    anchor = "end" if edge.points_right else "start"
    arrow = tag("polygon", points=tip, fill=INK)
    name = words(
        edge.name,
        edge.x - 5 * sign,
        edge.text_y,
        size * 0.92,
        text_anchor=anchor,
        font_style="italic",
        **HALO,
    )
    return tag("g", arrow, name, class_="edge")
