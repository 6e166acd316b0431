"""The versions of a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from games.log.models import Event, Game
from games.reading.refusals import NoSuchPastPoint
from rules.table.clock import timestamp

PastPoint = int | datetime  # the seq of an event, or a time


def version_at(game: Game, at: PastPoint | None, name: str = "at") -> int:
    """The version at that point, or the current one. `name` is the parameter to name in errors."""
    if at is None:
        return game.version
    if isinstance(at, int):
        if not 1 <= at <= game.version:
            raise _no_point(name, f"The events of this game are numbered from 1 to {game.version}.")
        return at
    past = Event.objects.filter(game=game, seq__lte=game.version, at__lte=at).order_by("-seq")
    found = past.values_list("seq", flat=True).first()
    if found is None:
        opened = Event.objects.values_list("at", flat=True).get(game=game, seq=1)
        raise _no_point(name, f"This table was opened at {timestamp(opened)}.")
    return found


def versions_at(game: Game, points: Mapping[str, PastPoint]) -> dict[str, int]:
    """The version at each point, by the name of its parameter. Every wrong one is reported."""
    versions, errors = {}, []
    for name, at in points.items():
        try:
            versions[name] = version_at(game, at, name)
        except NoSuchPastPoint as refusal:
            errors += refusal.data["errors"]
    if errors:
        raise NoSuchPastPoint(errors=errors)
    return versions


def _no_point(name: str, message: str) -> NoSuchPastPoint:
    error = {"in": "query", "pointer": f"/{name}", "code": "beyond", "message": message}
    return NoSuchPastPoint(errors=[error])
