"""The projector reads the logs of games and tells its subscribers of each thing exactly once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.log import store
from games.log.entries import Entry
from games.notices.derive import HOST, NoticeDraft, drafts_from, next_warning, run_again, warned_by
from games.notices.models import NotifierCursor
from games.notices.news import News
from games.notices.services import Given, notices_give
from games.search.services import history_announce
from games.sql import fetch
from games.tables.models import Removal
from games.transparency.announcements import HEADS_EVERY, head_announce
from games.webhooks.new_deliveries import deliveries_create
from rules.table.fold import Folded, fold, read_row
from rules.table.seats import SeatTaken
from rules.table.state import Status


@dataclass(slots=True)
class Reading:
    """The new part of a game's log, and the game before and after it."""

    cursor: NotifierCursor
    before: Folded
    folded: Folded
    news: News
    moment: datetime


def give_notices(reading: Reading) -> None:
    news = reading.news
    notices_give(
        [
            Given(player, one.at, one.kind, news.data_of(one), news.game, one.seq)
            for player, one in news.for_people()
        ]
    )


def write_deliveries(reading: Reading) -> None:
    deliveries_create(reading.news)


def tell_public_log(reading: Reading) -> None:
    """A head now and then, and the head at the end."""
    cursor, folded, moment = reading.cursor, reading.folded, reading.moment
    if folded.table.is_test or folded.seq == reading.before.seq:
        return
    if folded.is_over or moment - cursor.head_at >= HEADS_EVERY:
        head_announce(cursor.game_id, folded, folded.at or moment)  # the end has one time everywhere
        cursor.head_at = moment


def tell_search(reading: Reading) -> None:
    history_announce(reading.cursor.game_id, reading.folded, reading.moment)


def forget_removals(reading: Reading) -> None:
    """Who left an open table has been told by now."""
    if reading.before.status is Status.OPEN and reading.folded.status is not Status.OPEN:
        Removal.objects.filter(game_id=reading.cursor.game_id).delete()


# In this order: deliveries after notices, because of the order of locks (`log.locks`).
SUBSCRIBERS: Final[tuple[Callable[[Reading], None], ...]] = (
    give_notices,
    write_deliveries,
    tell_public_log,
    tell_search,
    forget_removals,
)


@transaction.atomic
def game_project(game_id: UUID) -> None:
    """Tell every subscriber what has happened since the last time, in the transaction that notes so.

    The game is not locked, so actions never wait for this. Another projector skips a game that this one is
    reading; this one is woken by every later action.
    """
    cursor = NotifierCursor.objects.select_for_update(skip_locked=True).filter(pk=game_id).first()
    if cursor is None:
        return
    reading = _reading(cursor, timezone.now())
    for tell in SUBSCRIBERS:
        tell(reading)
    _note(cursor, reading.folded, reading.moment)
    transaction.on_commit(partial(store.states.keep, game_id, reading.folded))


def _reading(cursor: NotifierCursor, moment: datetime) -> Reading:
    game_id = cursor.game_id
    version, people, robots = _table(game_id)
    before = store.as_of(game_id, cursor.seq)
    since = before.time(cursor.at)
    folded, entries, drafts = _read(game_id, before, version, since)
    removed = _removed(game_id, before, version) if any(one.to_former for one in drafts) else {}
    drafts += run_again(folded, since, folded.time(moment))
    drafts += warned_by(folded, since, folded.time(moment))
    news = News(game_id, folded, entries, drafts, people, robots, removed, cursor.watchers)
    return Reading(cursor, before, folded, news, moment)


def _removed(game_id: UUID, before: Folded, version: int) -> dict[int, UUID]:
    """Those who have left or were removed since, by the event that says so."""
    rows = Removal.objects.filter(game_id=game_id, seq__gt=before.seq, seq__lte=version)
    return dict(rows.values_list("seq", "player_id"))


TABLE: Final = """
SELECT game.version, game.host_id, seat.number, player.id, player.is_bot FROM games_game game
LEFT JOIN games_seat seat ON seat.game_id = game.id
LEFT JOIN games_player player ON player.id = seat.player_id
WHERE game.id = %s
"""


def _table(game_id: UUID) -> tuple[int, dict[int | None, UUID], frozenset[int]]:
    """The version and the players by seat, read in one query, so that they are consistent."""
    rows = fetch(TABLE, game_id)
    version, host, *_ = rows[0]
    people: dict[int | None, UUID] = {seat: player for _, _, seat, player, _ in rows if player}
    if host and host not in people.values():
        people[HOST] = host
    return version, people, frozenset(seat for _, _, seat, _, is_bot in rows if is_bot)


def _read(
    game_id: UUID, folded: Folded, version: int, since: datetime
) -> tuple[Folded, list[Entry], list[NoticeDraft]]:
    """The new entries and their notices, with those of clocks that ran again before an entry."""
    entries = store.entries_of(game_id, after=folded.seq, limit=max(0, version - folded.seq))
    drafts: list[NoticeDraft] = []
    for entry in entries:
        row = store.row_of(entry)
        event, before = read_row(row), folded
        folded = fold(before, [row])
        if isinstance(event, SeatTaken):  # earlier notices of this seat were for its previous player
            drafts = [one for one in drafts if one.seat != event.seat or one.to_former]
        drafts += run_again(before, since, folded.time(row.at))
        drafts += drafts_from(before, event, folded)
    return folded, entries, drafts


def _note(cursor: NotifierCursor, folded: Folded, moment: datetime) -> None:
    if folded.is_over:
        cursor.delete()
        return
    cursor.seq, cursor.at = folded.seq, moment
    cursor.warn_at = next_warning(folded, moment)
    cursor.save(update_fields=["seq", "at", "head_at", "warn_at"])
