"""A chart of the scores: one line per seat, distinguished by colour, dashes and shape."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.pictures.palette import INK, SeatStyle
from rules.pictures.svg import Look, picture, points, tag, text_of, words

Step = tuple[int, tuple[int, ...]]  # from this event on, the scores by seat
Turns = Sequence[int]  # the event at which each turn began

WIDTH, HEIGHT = 1200, 620
_LEFT, _RIGHT, _TOP, _BOTTOM = 70.0, 940.0, 92.0, 560.0
_TICKS = 8
_NAME_ROOM = 22.0


@dataclass(frozen=True, slots=True)
class Axes:
    """From events and points to pixels. Every turn is equally wide, however many events it took."""

    turns: Turns
    low: int
    high: int

    def turn(self, seq: int) -> int:
        """The turn of an event; 0 is the set-up."""
        return bisect_right(self.turns, seq)

    def x(self, seq: int) -> float:
        return self.x_of(self.turn(seq))

    def x_of(self, turn: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * turn / max(len(self.turns), 1)

    def y(self, score: int) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (score - self.low) / max(self.high - self.low, 1)


def draw_chart(title: str, heading: str, names: Sequence[str], steps: Sequence[Step], turns: Turns) -> bytes:
    """`steps` has every change of a score, beginning with the zeros."""
    told = [score for _, scores in steps for score in scores]
    axes = Axes(turns, min([0, *told]), max([10, *told]))
    last = steps[-1][1]
    rows = dict(zip(_by_rank(last), _name_rows(axes, last), strict=True))
    lines = [_line(seat, name, steps, axes, rows[seat]) for seat, name in enumerate(names)]
    head = words(title, _LEFT - 48, 36, 22, font_weight="bold")
    head += words(heading, WIDTH - 22, 35, 14, text_anchor="end")
    scores = "; ".join(f"{name}: {last[seat]} points" for seat, name in enumerate(names))
    whole = f"Score over the game. {scores}."
    return picture(WIDTH, HEIGHT, f"{title}: {heading}", whole, head, *_grid(axes), *lines)


def _grid(axes: Axes) -> Iterator[str]:
    look: Look = {"stroke": "#d9d2c0", "stroke_width": 1.0}
    for score in _ticks(axes.low, axes.high):
        y = axes.y(score)
        zero = {"stroke": "#777777"} if score == 0 else {}
        yield tag("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, **{**look, **zero})
        yield words(str(score), _LEFT - 10, y + 4.5, 13, text_anchor="end")
    for turn in _ticks(0, max(len(axes.turns), 1)):
        yield words(str(turn), axes.x_of(turn), _BOTTOM + 22, 13, text_anchor="middle")
    yield words("turn", (_LEFT + _RIGHT) / 2, _BOTTOM + 44, 13, text_anchor="middle")
    yield words("points", _LEFT - 10, _TOP - 14, 13, text_anchor="end")


def _ticks(low: int, high: int) -> list[int]:
    """A few round numbers."""
    step = next(s for p in range(12) for s in (10**p, 2 * 10**p, 5 * 10**p) if (high - low) / s <= _TICKS)
    return [n * step for n in range(-(-low // step), high // step + 1)]


def _line(seat: int, name: str, steps: Sequence[Step], axes: Axes, name_y: float) -> str:
    style = SeatStyle(seat)
    mine = _own_steps(seat, steps)
    corners = [(axes.x(mine[0][0]), axes.y(mine[0][1]))]
    for seq, score in mine[1:]:
        corners += [(axes.x(seq), corners[-1][1]), (axes.x(seq), axes.y(score))]
    corners.append((_RIGHT, corners[-1][1]))
    marks = [style.mark(axes.x(seq), axes.y(score), 5, style.fill, INK) for seq, score in mine[1:]]
    return tag(
        "g",
        tag("title", text_of(f"{name}: {mine[-1][1]} points")),
        _stroke(corners, style, INK, 4.2),
        _stroke(corners, style, style.fill, 2.8),
        *marks,
        _end(style, f"{mine[-1][1]}  {name}", corners[-1], name_y),
        id=f"seat-{seat}",
        class_="seat",
        data_points=" ".join(f"{seq}:{score}" for seq, score in mine),
    )


def _stroke(corners: list[tuple[float, float]], style: SeatStyle, color: str, width: float) -> str:
    look: Look = {"stroke": color, "stroke_width": width, "stroke_dasharray": style.dash}
    return tag("polyline", points=points(corners), fill="none", **look)


def _own_steps(seat: int, steps: Sequence[Step]) -> list[tuple[int, int]]:
    """Only where this seat's score changes."""
    mine = [(steps[0][0], steps[0][1][seat])]
    mine += [(seq, now[seat]) for (_, was), (seq, now) in pairwise(steps) if was[seat] != now[seat]]
    return mine


def _end(style: SeatStyle, told: str, end: tuple[float, float], y: float) -> str:
    """The name is beside the end of its line, joined by a thin line if it had to move."""
    thread = tag("line", x1=end[0], y1=end[1], x2=_RIGHT + 20, y2=y, stroke="#999999", stroke_width=0.8)
    mark = style.mark(_RIGHT + 28, y, 7, style.fill, INK)
    return thread + mark + words(told, _RIGHT + 44, y + 4.5, 13)


def _by_rank(scores: tuple[int, ...]) -> list[int]:
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def _name_rows(axes: Axes, scores: tuple[int, ...]) -> list[float]:
    """From the best down, each at the height of its line or just below the name above it."""
    rows: list[float] = []
    for seat in _by_rank(scores):
        rows.append(max(axes.y(scores[seat]), rows[-1] + _NAME_ROOM if rows else 0.0))
    over = max(0.0, rows[-1] - _BOTTOM) if rows else 0.0
    return [y - over for y in rows]
