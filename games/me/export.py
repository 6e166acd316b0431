"""All that is kept of a person, as one archive.

Every table of `games.me.personal` becomes a file, and every game a log as the player may read it, which
`python -m proof verify` checks. It is made while it is sent, so that only a little of it is held in memory,
however much there is and however slowly it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.log.models import Game, Seat
from games.log.viewer import Viewer
from games.me.archive import File, archive_pieces, json_list, json_of
from games.me.personal import PERSONAL, Own
from games.reading.visible_log import export_lines

FORMAT: Final = "signalbox-person"
FORMAT_VERSION: Final = 1
ROWS_AT_ONCE: Final = 100  # a note has up to 10 kB


def export_stream(player: Player) -> Iterator[bytes]:
    """The archive, newest games first. A reader may pause after each piece: no query is open then."""
    mine = Seat.objects.filter(player=player).only("game_id", "number")
    seats = list(mine.order_by("-game_id"))
    return archive_pieces(chain(_tables(player, seats), _logs(player, seats)))


def _tables(player: Player, seats: Sequence[Seat]) -> Iterator[File]:
    yield "manifest.json", [json_of(_manifest(player, seats))]
    for name, own in PERSONAL.items():
        yield f"{name}.json", json_list(rows_of(own, player))


def _logs(player: Player, seats: Sequence[Seat]) -> Iterator[File]:
    for seat in seats:
        game = Game.objects.get(pk=seat.game_id)
        yield log_name(seat), export_lines(game, viewer=Viewer(player, seat.number))


def log_name(seat: Seat) -> str:
    return f"games/{seat.game_id}.ndjson"


def _manifest(player: Player, seats: Sequence[Seat]) -> Any:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "player": player.name,
        "at": timezone.now(),
        "tables": [f"{name}.json" for name in PERSONAL],
        "games": [log_name(seat) for seat in seats],
    }


def rows_of(own: Own, player: Player) -> Iterator[dict[str, Any]]:
    """The player's rows of a table, without what is hidden; a few are read at a time."""
    rows: QuerySet[Any] = own.model._default_manager.filter(**{own.by: player.pk})
    if own.in_their_games:
        games = Seat.objects.filter(player=player).values("game_id")
        rows = rows.filter(game_id__in=games)
    keys = list(rows.values_list("pk", flat=True))
    for at in range(0, len(keys), ROWS_AT_ONCE):
        part = rows.filter(pk__in=keys[at : at + ROWS_AT_ONCE])
        yield from map(_plain, part.values(*own.columns))


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """What JSON cannot hold is as the API shows it."""
    return {name: bytes(value).hex() if _is_binary(value) else value for name, value in row.items()}


def _is_binary(value: Any) -> bool:
    return isinstance(value, bytes | memoryview)
