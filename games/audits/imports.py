"""Imports: the export of a finished game is audited and kept as a read-only game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.services import player_lock
from games.audits.models import Import
from games.audits.refusals import (
    ExportUnreadable,
    ExportUnsound,
    ExportUnsoundAt,
    TestTableRefused,
    TooManyImports,
)
from games.log import store, writes
from games.log.entries import Entry
from games.log.models import Game
from games.log.projection import project_game, save_seats
from games.log.seeds import seed_keep_open
from games.transparency.announcements import announce
from proof.audit import Check
from proof.exports import NoExport, read_export
from proof.verify import prove
from rules.table.base import TABLE_EVENTS
from rules.table.clock import timestamp
from rules.table.fold import Folded, fold

WORD: Final = re.compile(r"[A-Za-z0-9_@.-]{0,64}")  # the log holds no free text
MAX_NUMBER: Final = 2**40  # of seconds, or of the entries of a public log
MAX_MEMBERS: Final = 20
MAX_LINES: Final = 20_000
WINDOW: Final = timedelta(hours=24)
CLOCK_SKEW: Final = timedelta(minutes=5)  # how far the clocks of two servers may differ


def game_import(text: str, player: Player) -> tuple[Game, bool]:
    """Returns the archived game and whether it is new. The same log from the same player is the same import.

    An import gets an id of its own: the id in a log is only a claim, and anyone can write one.
    """
    entries = _proved(text)
    origin, head = entries[0]["game"], entries[-1]["hash"]
    with transaction.atomic():
        mine = Import.objects.filter(player=player_lock(player))
        if found := mine.filter(origin=origin, hash=head).first():
            return Game.objects.get(pk=found.game_id), False
        _check_quota(mine)
        game = _archive(entries, player)
        Import.objects.create(player=player, origin=origin, hash=head, game=game, at=game.created_at)
        return game, True


def _check_quota(mine: QuerySet[Import]) -> None:
    now = timezone.now()
    newest = mine.filter(at__gt=now - WINDOW).order_by("-at").values_list("at", flat=True)
    most = settings.IMPORTS_PER_DAY
    if len(times := newest[:most]) == most:
        wait = max(1.0, (times[most - 1] + WINDOW - now).total_seconds())
        raise TooManyImports(most=most, current=most, hours=WINDOW // timedelta(hours=1), wait=wait)


def check_lines(raw: bytes) -> None:
    """Counts before anything is read: a body of a few megabytes can have a million lines."""
    if raw.count(b"\n") >= MAX_LINES:
        raise ExportUnreadable(problem=f"it has more than {MAX_LINES} lines")


def _proved(text: str) -> list[Any]:
    lines = text.split("\n")
    try:
        header, entries = read_export(lines)
        _check_counts(entries[0])
        report = prove(header, entries)
    except NoExport as problem:
        raise ExportUnreadable(problem=str(problem)) from None
    report += [_check_values(entries), _check_times(entries)]
    for check in report:
        if check.result != "passed":
            raise _unsound(check)
    return list(entries)


def _unsound(check: Check) -> ExportUnsound:
    if check.seq is None:
        return ExportUnsound(check=check.name, problem=check.detail)
    return ExportUnsoundAt(check=check.name, problem=check.detail, seq=check.seq)


def _check_times(entries: Sequence[Mapping[str, Any]]) -> Check:
    """The times of a log cannot be verified, but none may be in the future. The last one is the latest."""
    last, latest = entries[-1], timestamp(timezone.now() + CLOCK_SKEW)
    if not str(last.get("at")) <= latest:
        return Check("times", "failed", f"it is dated {last.get('at')}, in the future", last.get("seq"))
    return Check("times", "passed", "nothing is dated in the future")


def _check_counts(first: Mapping[str, Any]) -> None:
    """Refuse test tables: their client has chosen the deal."""
    public = first.get("public")
    if isinstance(public, dict) and "purpose" in public:
        raise TestTableRefused


def _check_values(entries: Sequence[Mapping[str, Any]]) -> Check:
    """Values of table events, which the rules do not check, must be such as this server would write."""
    for entry in entries:
        try:
            fits = _fits(entry)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            fits = False
        if not fits:
            return Check("values", "failed", "this is not what a table writes", entry.get("seq"))
    return Check("values", "passed", "the table's own events are as they should be")


def _fits(entry: Mapping[str, Any]) -> bool:
    if str(UUID(entry["game"])) != entry["game"]:
        return False
    if entry["type"] not in TABLE_EVENTS.by_name:
        return True
    return all(_is_plain(value) for value in entry["public"].values())


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return len(value) <= MAX_MEMBERS and all(
            _is_word(name) and _is_plain(part) for name, part in value.items()
        )
    return _is_word(value) or (type(value) is int and 0 <= value <= MAX_NUMBER)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and bool(WORD.fullmatch(value))


def _archive(entries: Sequence[Mapping[str, Any]], player: Player) -> Game:
    created, last = entries[0]["public"], entries[-1]
    game = Game(origin=UUID(entries[0]["game"]), host=player, hash=last["hash"])
    game.created_at = game.moved_at = timezone.now()
    game.seat_count = game.open_seats = created["seats"]
    game.ruleset, game.visibility = created["ruleset"], created["visibility"]
    game.save(force_insert=True)
    seed_keep_open(game.id, bytes.fromhex(last["public"]["seed"]))
    writes.archive(game.id, [_entry(entry) for entry in entries])
    folded = fold(Folded(), store.rows_of(game.id))
    project_game(game, folded)
    game.save()
    save_seats(game, folded)
    announce("game_imported", game.created_at, game=game.id, version=folded.seq, hash=folded.hash)
    return game


def _entry(plain: Mapping[str, Any]) -> Entry:
    """Only the known members of an entry are stored."""
    return Entry(**{name: plain.get(name) for name in Entry.__annotations__})  # type: ignore[typeddict-item]
