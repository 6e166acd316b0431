"""An export of a finished game, proved and kept as a game that can only be read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction

from games.log import store
from games.log.entries import Entry
from games.log.fold import Folded, fold
from games.log.projection import project_game, save_seats
from games.log.viewer import Viewer
from games.models import Game, Player, Seed
from games.play.visibility import is_visible
from games.refusals import ExportUnreadable, ExportUnsound, GameExists
from games.table.events import TABLE_EVENTS
from rules.proof.audit import Check
from rules.verify import NoExport, read_export, verify

WORD: Final = re.compile(r"[A-Za-z0-9_@.-]{0,64}")  # the log holds no free text
MAX_SECONDS: Final = 366 * 24 * 3600
MAX_MEMBERS: Final = 20
MAX_LINES: Final = 20_000


def game_import(text: str, player: Player) -> tuple[Game, bool]:
    """The archived game, and whether it is new here. Its id stays what it was: every hash depends on it."""
    entries = _proved(text)
    game_id = UUID(entries[0]["game"])
    if found := Game.objects.filter(pk=game_id).first():
        return _same(found, entries, player), False
    try:
        with transaction.atomic():
            return _archive(game_id, entries, player), True
    except IntegrityError:  # somebody else brought it at the same time
        return _same(Game.objects.get(pk=game_id), entries, player), False


def _same(game: Game, entries: Sequence[Mapping[str, Any]], player: Player) -> Game:
    """What is archived here already must have the same log; nothing is said of other games."""
    if game.status != Game.Status.ARCHIVED or game.hash != entries[-1]["hash"]:
        raise GameExists
    if not is_visible(game, Viewer(player)):
        raise GameExists
    return game


def _proved(text: str) -> list[Any]:
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        raise ExportUnreadable(problem=f"it has more than {MAX_LINES} lines")
    try:
        _, entries = read_export(lines)
        report = verify(lines)
    except NoExport as problem:
        raise ExportUnreadable(problem=str(problem)) from None
    report += [_check_values(entries)]
    if wrong := [check for check in report if check.result != "passed"]:
        raise ExportUnsound(check=wrong[0].name, problem=wrong[0].detail, seq=wrong[0].seq or "none")
    return list(entries)


def _check_values(entries: Sequence[Mapping[str, Any]]) -> Check:
    """What the rules do not judge, the table's own values, must be such as this server writes itself."""
    for entry in entries:
        try:
            fits = _fits(entry)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            fits = False
        if not fits:
            return Check("values", "failed", "this is not what a table writes", entry.get("seq"))
    return Check("values", "passed", "the table's own events are as they should be")


def _fits(entry: Mapping[str, Any]) -> bool:
    if str(UUID(entry["game"])) != entry["game"] or not _is_word(entry.get("cause", "")):
        return False
    shape = TABLE_EVENTS.by_name.get(entry["type"])
    if shape is None:
        return True
    public = entry["public"]
    if entry["v"] != shape.cls.v or not set(public) <= set(shape.fields):
        return False
    if entry["type"] == "game_created" and public["visibility"] not in Game.Visibility.values:
        return False
    return all(_is_plain(value) for value in public.values())


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return len(value) <= MAX_MEMBERS and all(
            _is_word(name) and _is_plain(part) for name, part in value.items()
        )
    return _is_word(value) or (type(value) is int and 0 <= value <= MAX_SECONDS)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and bool(WORD.fullmatch(value))


def _archive(game_id: UUID, entries: Sequence[Mapping[str, Any]], player: Player) -> Game:
    created, last = entries[0]["public"], entries[-1]
    game = Game(id=game_id, host=player, source=f"imported by {player.id}", hash=last["hash"])
    game.created_at = game.moved_at = store.moment(entries[0]["at"])
    game.seat_count = game.open_seats = created["seats"]
    game.ruleset, game.visibility = created["ruleset"], created["visibility"]
    game.save(force_insert=True)
    Seed.objects.create(game=game, seed=bytes.fromhex(last["public"]["seed"]))
    store.archive(game_id, [_entry(entry) for entry in entries])
    folded = fold(Folded(), store.rows_of(game_id))
    project_game(game, folded)
    game.save()
    save_seats(game, folded)
    return game


def _entry(plain: Mapping[str, Any]) -> Entry:
    """What is stored of an entry, and nothing that came along with it."""
    return Entry(**{name: plain.get(name) for name in Entry.__annotations__})  # type: ignore[typeddict-item]
