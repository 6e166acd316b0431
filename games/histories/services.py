"""Finished games become histories: found by what happened in them, and counted.

A task reads the games that are due, each once. What it writes for a game and what it adds to the counts are
one transaction with the removal of the due row, so that nothing is counted twice or forgotten.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.failures import contained
from games.histories.base_rates import conduct_tallies
from games.histories.findings import findings_of
from games.histories.story import Story, story_of
from games.histories.tallies import Sums, Tallies, tallies_of
from games.log.fold import Folded
from games.log.locks import lock_key
from games.log.sql import fetch
from games.models import Finding, Game, History, HistoryDue, Tally
from games.table.status import Status

logger = logging.getLogger("signalbox.histories")

AT_ONCE: Final = 50
LOCK: Final = lock_key("histories")
COUNTED: Final = """
INSERT INTO games_tally AS old (ruleset, kind, subject, "table", count, wins, points, above)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (ruleset, kind, subject, "table") DO UPDATE SET count = old.count + excluded.count,
    wins = old.wins + excluded.wins, points = old.points + excluded.points, above = old.above + excluded.above
"""
Counts = dict[tuple[str, History.Table], Tallies]  # by ruleset and table


def history_announce(game_id: UUID, folded: Folded, at: datetime) -> None:
    """Called once when a log has ended, in the transaction that notes so."""
    table = folded.table
    if folded.is_finished and table.visibility == Game.Visibility.PUBLIC and not table.is_test:
        HistoryDue.objects.get_or_create(game_id=game_id, defaults={"at": at})


def histories_note() -> int:
    """All that is due. Returns how many games there were."""
    total = 0
    while noted := histories_note_once():
        total += noted
        if noted < AT_ONCE:
            break
    return total


@transaction.atomic
def histories_note_once() -> int:
    """One at a time, so that no two wait for each other's counts; another call leaves at once."""
    if not fetch("SELECT pg_try_advisory_xact_lock(%s)", LOCK)[0][0]:
        return 0
    due = list(HistoryDue.objects.order_by("at", "game")[:AT_ONCE])
    counts: Counts = {}
    for one in due:
        with contained(logger, "game %s cannot become a history", one.game_id), transaction.atomic():
            _note(one.game_id, story_of(one.game_id), counts)
    _count(counts)
    HistoryDue.objects.filter(pk__in=[one.pk for one in due]).delete()
    return len(due)


def _note(game_id: UUID, story: Story, counts: Counts) -> None:
    """All is computed before anything is written: a log that cannot be read leaves nothing."""
    found, tallies = findings_of(story), {**tallies_of(story), **conduct_tallies(story)}
    history = History(
        game_id=game_id,
        ended_at=story.ended_at,
        ruleset=story.rules.name,
        seats=story.state.seats,
        actions=len(story.deeds),
        winners=len(story.state.winners),
        ended=story.ended,
        table=story.table,
    )
    if History.objects.filter(pk=game_id).exists():
        return  # it is counted already
    history.save(force_insert=True)
    Finding.objects.bulk_create(
        Finding(
            game_id=game_id,
            kind=kind,
            subject=subject,
            ruleset=story.rules.name,
            ended_at=story.ended_at,
            seats=sorted(seats),
        )
        for (kind, subject), seats in found.items()
    )
    kept = counts.setdefault((story.rules.name, story.table), defaultdict(Sums))
    for place, sums in tallies.items():
        kept[place].add(sums)


def _count(counts: Counts) -> None:
    rows = [
        (ruleset, kind, subject, table, sums.count, sums.wins, sums.points, sums.above)
        for (ruleset, table), tallies in counts.items()
        for (kind, subject), sums in tallies.items()
    ]
    with connection.cursor() as cursor:
        cursor.executemany(COUNTED, rows)


def histories_queue(*, anew: bool = False) -> int:
    """Finished public games that are not noted become due; `anew`: all of them, and counts begin at zero."""
    with transaction.atomic():
        if anew:
            fetch("SELECT pg_advisory_xact_lock(%s)", LOCK)
            for model in (Finding, History, Tally):
                model.objects.all().delete()
        games = Game.objects.filter(
            ~Exists(History.objects.filter(game=OuterRef("pk"))),
            ~Exists(HistoryDue.objects.filter(game=OuterRef("pk"))),
            status=Status.FINISHED,
            visibility=Game.Visibility.PUBLIC,
            test=False,
            origin=None,
        ).values_list("pk", "finished_at")
        due = [HistoryDue(game_id=game, at=at or timezone.now()) for game, at in games.iterator()]
        HistoryDue.objects.bulk_create(due, batch_size=1000, ignore_conflicts=True)
    return len(due)
