"""Finished games become histories, found by what happened in them.

A task takes the games that are due, each once: a finished public game becomes a history, a game that an
operator has hidden stops being one. What it writes for a game is one transaction with the removal of the due
row, so that no game is forgotten. A game that fails stays due, and is tried again later.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.log.locks import lock_key
from games.log.models import Game
from games.search.findings import findings_of
from games.search.models import Finding, History, HistoryDue
from games.search.story import Story, story_of
from games.sql import fetch
from games.work.attempts import Work, game_try, held_back
from games.work.batches import in_batches
from games.work.models import Setback
from rules.table.fold import Folded
from rules.table.state import Status

AT_ONCE: Final = 50
LOCK: Final = lock_key("histories")
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
    done = [one for one in due if _is_done(one)]
    return len(due), len(done)


def _is_done(due: HistoryDue) -> bool:
    if not game_try(due.game_id, Work.SEARCH, lambda: _bring_in_line(due.game_id)):
        return False
    # If the game was hidden or shown meanwhile, the row has another time, and stays.
    HistoryDue.objects.filter(pk=due.pk, at=due.at).delete()
    return True


@transaction.atomic
def _bring_in_line(game_id: UUID) -> None:
    """A game that is shown is a history, and no other."""
    history = History.objects.filter(pk=game_id)
    if not Game.objects.filter(COUNT_FOR_ALL, pk=game_id, hidden_at=None).exists():
        Finding.objects.filter(game=game_id).delete()
        history.delete()
    elif not history.exists():
        _note(game_id, story_of(game_id))


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


def histories_missing() -> QuerySet[Game]:
    """Games that are shown and not found, or found and not shown."""
    noted, shown = Exists(History.objects.filter(game=OuterRef("pk"))), Q(hidden_at=None)
    return Game.objects.filter(COUNT_FOR_ALL, (shown & ~noted) | (~shown & noted))


def histories_queue(*, anew: bool = False) -> int:
    """What is missing becomes due, with what has failed; `anew`: all games."""
    with transaction.atomic():
        if anew:
            fetch("SELECT pg_advisory_xact_lock(%s)", LOCK)
            for model in (Finding, History):
                model.objects.all().delete()
        now, games = timezone.now(), histories_missing().values_list("pk", "finished_at")
        due = [HistoryDue(game_id=game, at=min(at or now, now)) for game, at in games.iterator()]
        _make_due(due)
    return len(due)
