"""Finished games become histories: found by what happened in them, and counted.

A task takes the games that are due, each once: a finished public game becomes a history, a game that an
operator has hidden stops being one. What it writes for a game and what it adds to the counts are one
transaction with the removal of the due row, so that nothing is counted twice or forgotten. A game that fails
stays due, and is tried again later.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.log.locks import lock_key
from games.log.models import Game
from games.search.findings import findings_of
from games.search.models import Finding, History, HistoryDue, Tally
from games.search.story import Story, story_of
from games.search.tallies import Sums, Tallies, tallies_of
from games.sql import fetch
from games.work.attempts import Work, game_try, held_back
from games.work.batches import in_batches
from games.work.models import Setback
from rules.table.fold import Folded
from rules.table.state import Status

AT_ONCE: Final = 50
LOCK: Final = lock_key("histories")
COUNTED: Final = """
INSERT INTO games_tally AS old (ruleset, kind, subject, "table", count, wins, points, above)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (ruleset, kind, subject, "table") DO UPDATE SET count = old.count + excluded.count,
    wins = old.wins + excluded.wins, points = old.points + excluded.points, above = old.above + excluded.above
"""
Counts = dict[tuple[str, str], Tallies]  # by ruleset and table
COUNT_FOR_ALL: Final = Q(
    status=Status.FINISHED, visibility=Game.Visibility.PUBLIC, test=False, origin=None
)  # hidden or not


def history_announce(game_id: UUID, folded: Folded, at: datetime) -> None:
    """Called once when a log has ended, in the transaction that notes so."""
    table = folded.table
    if folded.is_finished and table.visibility == Game.Visibility.PUBLIC and not table.is_test:
        HistoryDue.objects.get_or_create(game_id=game_id, defaults={"at": at})


def history_review(game: Game) -> None:
    """Called in the transaction in which an operator hides a game or shows it again."""
    if Game.objects.filter(COUNT_FOR_ALL, pk=game.pk).exists():
        _make_due([HistoryDue(game=game, at=timezone.now())])


def _make_due(rows: list[HistoryDue]) -> None:
    """Also what has failed: it is tried at once."""
    games = [row.game_id for row in rows]
    Setback.objects.filter(work=Work.SEARCH, game__in=games).delete()
    HistoryDue.objects.bulk_create(
        rows, batch_size=1000, update_conflicts=True, unique_fields=["game"], update_fields=["at"]
    )


def histories_due(now: datetime) -> QuerySet[HistoryDue]:
    return HistoryDue.objects.filter(at__lte=now).exclude(held_back(Work.SEARCH, "game"))


def histories_note() -> int:
    """All that is due. Returns how many games there were, without those that failed."""
    return in_batches(LOCK, _note_some, most=AT_ONCE)


def _note_some() -> tuple[int, int]:
    due = list(histories_due(timezone.now()).order_by("at", "game")[:AT_ONCE])
    counts: Counts = {}
    done = [one for one in due if _is_done(one, counts)]
    _count(counts)
    return len(due), len(done)


def _is_done(due: HistoryDue, counts: Counts) -> bool:
    if not game_try(due.game_id, Work.SEARCH, lambda: _written(due.game_id, counts)):
        return False
    # If the game was hidden or shown meanwhile, the row has another time, and stays.
    HistoryDue.objects.filter(pk=due.pk, at=due.at).delete()
    return True


@transaction.atomic
def _written(game_id: UUID, counts: Counts) -> None:
    _bring_in_line(game_id, counts)


def _bring_in_line(game_id: UUID, counts: Counts) -> None:
    """A game that is shown is a history, and no other. All is computed before anything is written."""
    shown = Game.objects.filter(COUNT_FOR_ALL, pk=game_id, hidden_at=None).exists()
    history = History.objects.filter(pk=game_id).first()
    if shown == bool(history):
        return
    story = story_of(game_id)
    tallies = tallies_of(story)
    if history:
        Finding.objects.filter(game=game_id).delete()
        history.delete()
    else:
        _note(game_id, story)
    kept = counts.setdefault((story.rules.name, story.table), defaultdict(Sums))
    for place, sums in tallies.items():
        kept[place].add(sums if shown else -sums)


def _note(game_id: UUID, story: Story) -> None:
    found = findings_of(story)
    History.objects.create(
        game_id=game_id,
        ended_at=story.ended_at,
        ruleset=story.rules.name,
        seats=story.state.seats,
        actions=len(story.deeds),
        winners=len(story.state.winners),
        ended=story.ended,
        table=story.table,
    )
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


def _count(counts: Counts) -> None:
    rows = [
        (ruleset, kind, subject, table, sums.count, sums.wins, sums.points, sums.above)
        for (ruleset, table), tallies in counts.items()
        for (kind, subject), sums in tallies.items()
    ]
    with connection.cursor() as cursor:
        cursor.executemany(COUNTED, rows)
    if any(row[4] < 0 for row in rows):
        Tally.objects.filter(count=0).delete()  # what only hidden games had


def histories_missing() -> QuerySet[Game]:
    """Games that are shown and not found, or found and not shown."""
    noted, shown = Exists(History.objects.filter(game=OuterRef("pk"))), Q(hidden_at=None)
    return Game.objects.filter(COUNT_FOR_ALL, (shown & ~noted) | (~shown & noted))


def histories_queue(*, anew: bool = False) -> int:
    """What is missing becomes due, with what has failed; `anew`: all games, and counts begin at zero."""
    with transaction.atomic():
        if anew:
            fetch("SELECT pg_advisory_xact_lock(%s)", LOCK)
            for model in (Finding, History, Tally):
                model.objects.all().delete()
        now, games = timezone.now(), histories_missing().values_list("pk", "finished_at")
        due = [HistoryDue(game_id=game, at=min(at or now, now)) for game, at in games.iterator()]
        _make_due(due)
    return len(due)
