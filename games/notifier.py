"""The notifier reads the logs of games and notifies players of each thing exactly once."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction

from games.histories.services import history_announce
from games.log import store
from games.log.entries import Entry
from games.log.sql import fetch
from games.models import NotifierCursor, Removal
from games.notices.derive import HOST, NoticeDraft, drafts_from, next_warning, run_again, warned_by
from games.notices.news import News
from games.notices.services import Given, notices_give
from games.play.change import now
from games.transparency.announcements import HEADS_EVERY, head_announce, opening_announce
from games.webhooks.outbox import deliveries_create
from rules.table.fold import Folded, fold, read_row
from rules.table.seats import SeatTaken
from rules.table.state import Status


def spread(news: News) -> None:
    """Create notices and deliveries in the transaction that also advances the cursor."""
    notices_give(
        [
            Given(player, one.at, one.kind, news.data_of(one), news.game, one.seq)
            for player, one in news.for_people()
        ]
    )
    deliveries_create(news)  # after the notices: `log.locks`


@transaction.atomic
def game_notify(game_id: UUID) -> None:
    """Notify players of what has happened since the last time, and warn of near deadlines.

    The game is not locked, so actions never wait for this. Another notifier skips a game that this one is
    reading; this one is woken by every later action.
    """
    cursor = NotifierCursor.objects.select_for_update(skip_locked=True).filter(pk=game_id).first()
    if cursor is None:
        return
    moment = now()
    version, people, robots = _table(game_id)
    before = store.as_of(game_id, cursor.seq)
    since = before.time(cursor.at)
    folded, entries, drafts = _read(game_id, before, version, since)
    removed = _removed(game_id, before, version) if any(one.to_former for one in drafts) else {}
    drafts += run_again(folded, since, folded.time(moment))
    drafts += warned_by(folded, since, folded.time(moment))
    spread(News(game_id, folded, entries, drafts, people, robots, removed, cursor.watchers))
    _announce(cursor, before, folded, moment)
    if before.status is Status.OPEN and folded.status is not Status.OPEN:
        Removal.objects.filter(game_id=game_id).delete()
    history_announce(game_id, folded, moment)
    _note(cursor, folded, moment)
    transaction.on_commit(partial(store.states.keep, game_id, folded))


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


def _announce(cursor: NotifierCursor, before: Folded, folded: Folded, moment: datetime) -> None:
    """What the public log is told: the opening, a head now and then, and the head at the end."""
    if folded.table.is_test or folded.seq == before.seq:
        return
    if before.seq == 0:
        opening_announce(cursor.game_id, folded, moment)
    if folded.is_over or moment - cursor.head_at >= HEADS_EVERY:
        head_announce(cursor.game_id, folded, folded.at or moment)  # the end has one time everywhere
        cursor.head_at = moment


def _note(cursor: NotifierCursor, folded: Folded, moment: datetime) -> None:
    if folded.is_over:
        cursor.delete()
        return
    cursor.seq, cursor.at = folded.seq, moment
    cursor.warn_at = next_warning(folded, moment)
    cursor.save(update_fields=["seq", "at", "head_at", "warn_at"])
