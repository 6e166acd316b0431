"""All that is kept of a person, as one archive.

Every table of `games.models.personal` becomes a file, and every game a log as the player may read it, which
`python -m rules.verify` checks. Someone who has played very many games gets the older logs in further
archives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from games.http.pages import page_of
from games.log.viewer import Viewer
from games.me.archive import File, json_list, json_of, write_archive
from games.models import Game, Player, Seat
from games.models.personal import PERSONAL, Own
from games.play.visible_log import export_lines

FORMAT: Final = "signalbox-person"
FORMAT_VERSION: Final = 1
LOGS_AT_ONCE: Final = 500
READ_AT_ONCE: Final = 1000


def export_make(player: Player, cursor: str | None) -> IO[bytes]:
    """An archive in a file that is deleted when it is closed: the first one, or one with further logs."""
    with ExitStack() as on_failure:
        target = on_failure.enter_context(TemporaryFile())
        export_write(target, player, cursor)
        target.seek(0)
        on_failure.pop_all()
    return target


def export_write(target: IO[bytes], player: Player, cursor: str | None) -> None:
    query = {"limit": LOGS_AT_ONCE} | ({"cursor": cursor} if cursor else {})
    mine = Seat.objects.filter(player=player).only("game_id", "number")
    seats, following = page_of(mine, query, order=("-game_id",))
    write_archive(target, _files(player, seats, following, is_first=cursor is None))


def _files(player: Player, seats: Sequence[Seat], following: str | None, *, is_first: bool) -> Iterator[File]:
    tables = PERSONAL if is_first else {}
    yield "manifest.json", [json_of(_manifest(player, [*tables], seats, following))]
    for name, own in tables.items():
        yield f"{name}.json", json_list(rows_of(own, player))
    for seat in seats:
        viewer = Viewer(player, seat.number)
        game = Game.objects.get(pk=seat.game_id)
        yield log_name(seat), export_lines(game, viewer=viewer)


def log_name(seat: Seat) -> str:
    return f"games/{seat.game_id}.ndjson"


def _manifest(player: Player, tables: list[str], seats: Sequence[Seat], following: str | None) -> Any:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "player": player.name,
        "at": timezone.now(),
        "tables": [f"{name}.json" for name in tables],
        "games": [log_name(seat) for seat in seats],
        "next": following,
    }


def rows_of(own: Own, player: Player) -> Iterator[dict[str, Any]]:
    """The player's rows of a table, without what is hidden."""
    rows: QuerySet[Any] = own.model._default_manager.filter(**{own.by: player.pk})  # noqa: SLF001 – meant for it
    if own.in_their_games:
        games = Seat.objects.filter(player=player).values("game_id")
        rows = rows.filter(game_id__in=games)
    return (_plain(row) for row in rows.values(*own.columns).iterator(READ_AT_ONCE))


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """What JSON cannot hold is as the API shows it."""
    return {name: bytes(value).hex() if _is_binary(value) else value for name, value in row.items()}


def _is_binary(value: Any) -> bool:
    return isinstance(value, bytes | memoryview)
